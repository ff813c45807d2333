import { Link, createFileRoute } from '@tanstack/react-router'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'

export const Route = createFileRoute('/auth/forgot-password/completed')({
  beforeLoad: async ({ preload }) =>
    (await import('./-guard.ts')).requireResetStep('completed', preload),
  loader: () => loadTexts('account'),
  onLeave: () =>
    void import('#/features/auth/reset-draft.ts').then(({ clearReset }) => clearReset()),
  component: Completed,
})

function Completed() {
  const { t } = useTranslation('account')
  return (
    <DoneScreen
      title={t('reset.doneTitle')}
      dock={
        <Link to="/auth/login" className={buttonClass('lit')} replace>
          {t('reset.login')}
        </Link>
      }
    >
      <p>{t('reset.doneText')}</p>
    </DoneScreen>
  )
}
