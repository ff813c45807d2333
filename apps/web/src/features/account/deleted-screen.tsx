import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'
import { useDeletion } from './deletion.ts'

export function DeletedScreen({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('account')
  const reRegisterAfter = useDeletion((state) => state.reRegisterAfter)
  return (
    <DoneScreen
      title={t('delete.doneTitle')}
      dock={<Button onClick={onLeave}>{t('delete.ok')}</Button>}
    >
      <p>{t('delete.doneText')}</p>
      {reRegisterAfter && <p>{t('delete.doneEmail', { date: formatDay(reRegisterAfter) })}</p>}
    </DoneScreen>
  )
}

function formatDay(instant: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(new Date(instant))
}
