import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { takeHrefAfterPin } from '#/features/pin/guard.ts'
import { usePinSetup } from '#/features/pin/pin-setup.ts'
import { ConfirmScreen } from '#/features/pin/setup-screen.tsx'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { isPausedByPin } from '#/routes/-paused-by-pin.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/pin/confirm')({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
    if (!usePinSetup.getState().chosen) throw redirect({ to: '/pin/setup', replace: true })
  },
  loader: () => loadTexts('pin'),
  component: Confirm,
})

function Confirm() {
  const { t } = useTranslation('pin')
  const navigate = useNavigate()
  const { history } = useRouter()
  const { noteMember, loseSession } = useAuth.getState()

  async function notifyPause(): Promise<void> {
    if (!(await isPausedByPin())) return
    showToast(t('setup.paused'), { tone: 'done', durationMs: 5000 })
  }

  return (
    <ConfirmScreen
      back={useBack()}
      onSet={() => {
        noteMember({ hasPin: true })
        void notifyPause()
        // Without a stored target this is the end of a sign-up, and creating a wallet comes next.
        history.replace(takeHrefAfterPin() ?? '/wallet/create/')
      }}
      onChooseAgain={() => void navigate({ to: '/pin/setup', replace: true })}
      onLocked={(cause) => void loseSession(cause)}
    />
  )
}
