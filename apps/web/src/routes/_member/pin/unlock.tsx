import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { takeHrefAfterPin } from '#/features/pin/guard.ts'
import { UnlockScreen } from '#/features/pin/unlock-screen.tsx'
import { useState } from 'react'
import { noteAuthenticated, usePasskey } from '#/features/passkey/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { LoadingScreen } from '#/shell/loading-screen.tsx'

export const Route = createFileRoute('/_member/pin/unlock')({
  loader: () => loadTexts('pin'),
  component: Unlock,
})

const Gate = lazyPart(async () => (await import('#/features/passkey/gate-screen.tsx')).GateScreen, {
  texts: ['passkey'],
  meanwhile: <LoadingScreen />,
})

/**
 * Unlocks with the passkey of this device, or with the PIN if there is none or the member prefers
 * it.
 */
function Unlock() {
  const { history } = useRouter()
  const [isPasskeyRequested, setPasskeyRequested] = useState(
    () => usePasskey.getState().passkey !== undefined,
  )
  const { unlock, logout, loseSession, noteMember } = useAuth.getState()
  const proceed = () => {
    unlock()
    history.replace(takeHrefAfterPin() ?? '/home')
  }
  if (isPasskeyRequested) {
    return (
      <Gate
        onOpened={proceed}
        onUsePin={() => setPasskeyRequested(false)}
        onLogout={() => logout()}
      />
    )
  }
  return (
    <UnlockScreen
      onUnlocked={() => {
        noteAuthenticated(Date.now())
        proceed()
      }}
      onEmailInstead={() => logout()}
      onForgot={() => history.push('/pin/forgot')}
      onLocked={(cause) => void loseSession(cause)}
      onNotSet={() => {
        noteMember({ hasPin: false })
        history.replace('/pin/required-setup')
      }}
    />
  )
}
