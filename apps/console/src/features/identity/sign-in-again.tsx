import { useTranslation } from '#/lib/i18n.ts'
import { useSessionState } from '#/lib/session-state.ts'
import { Dialog } from '#/ui/dialog.tsx'
import { Note } from '#/ui/note.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Opens above the page when the session has ended, so that nothing typed below is lost. */
export function SignInAgain() {
  const { t } = useTranslation('signIn')
  const isLost = useSessionState((state) => state.isLost)
  if (!isLost) return null
  return (
    <Dialog title={t('again')}>
      <Note tone="warn" icon="clock" isLive>
        {t('againNote')}
      </Note>
      <SignInForm onDone={() => undefined} />
    </Dialog>
  )
}
