import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { takeHrefAfterPin } from '#/features/pin/guard.ts'
import { UnlockScreen } from '#/features/pin/unlock-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/pin/unlock')({
  loader: () => loadTexts('pin'),
  component: Unlock,
})

function Unlock() {
  const { history } = useRouter()
  const { unlock, logout, loseSession, noteMember } = useAuth.getState()
  return (
    <UnlockScreen
      onUnlocked={() => {
        unlock()
        history.replace(takeHrefAfterPin() ?? '/home')
      }}
      onEmailInstead={logout}
      onLocked={(cause) => void loseSession(cause)}
      onNotSet={() => {
        noteMember({ hasPin: false })
        history.replace('/pin/required-setup')
      }}
    />
  )
}
