import { useTranslation } from '#/lib/i18n.ts'
import { ScreenHeader } from '#/ui/screen.tsx'
import { Steps } from '#/ui/steps.tsx'

type StepHeaderProps = {
  back: { label: string; onPress: () => void }
  current: number
  total: number
}

/** How far the member is with signing up, or with another password. */
export function StepHeader({ back, current, total }: StepHeaderProps) {
  const { t } = useTranslation('auth')
  return (
    <ScreenHeader
      back={back}
      middle={<Steps current={current} total={total} label={t('step', { current, total })} />}
    />
  )
}
