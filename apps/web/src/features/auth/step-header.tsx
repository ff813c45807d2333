import { useTranslation } from '#/lib/i18n.ts'
import { ScreenHeader } from '#/ui/screen.tsx'
import { Steps } from '#/ui/steps.tsx'

type StepHeaderProps = {
  back: { label: string; onPress: () => void }
  current: number
  total: number
}

/** Shows the progress of a sign-up or a password reset. */
export function StepHeader({ back, current, total }: StepHeaderProps) {
  const { t } = useTranslation('auth')
  return (
    <ScreenHeader
      back={back}
      middle={<Steps current={current} total={total} label={t('step', { current, total })} />}
    />
  )
}
