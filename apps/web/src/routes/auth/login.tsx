import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoginScreen } from '#/features/auth/login-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { firstScreen } from '#/lib/first-screen.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { takeHrefAfterLogin } from '#/routes/-after-login.ts'
import type { DeviceWallets } from '#/routes/-device-wallets.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'

export const Route = createFileRoute('/auth/login')({ component: Login })

const SignedOutWallet = lazyPart(
  async () => (await import('#/routes/-signed-out-wallet.tsx')).SignedOutWallet,
  { texts: ['wallet', 'pin'] },
)

const SignOutNotice = lazyPart(
  async () => (await import('#/features/auth/sign-out-notice.tsx')).SignOutNotice,
)

const Invitation = lazyPart(
  async () => (await import('#/features/auth/invitation.tsx')).Invitation,
  { texts: ['auth'] },
)

async function findOnPhone(): Promise<DeviceWallets> {
  return (await import('#/routes/-device-wallets.ts')).findDeviceWallets(monotonicServerNow())
}

function Login() {
  const { t } = useTranslation('auth')
  const { history } = useRouter()
  const reason = useAuth((state) => state.signOutReason)
  const [deviceWallets, setDeviceWallets] = useState<DeviceWallets>()
  const [opened, setOpened] = useState<{ userId: string | undefined }>()

  useEffect(() => {
    firstScreen.then(findOnPhone).then(setDeviceWallets, () => undefined)
  }, [])

  if (opened) return <SignedOutWallet {...opened} onClose={() => setOpened(undefined)} />
  return (
    <LoginScreen
      notice={reason && <SignOutNotice reason={reason} />}
      onLoggedIn={() => history.replace(takeHrefAfterLogin())}
    >
      {deviceWallets && deviceWallets.owner === undefined && <Invitation />}
      {deviceWallets?.owner !== undefined && (
        <Button variant="text" onClick={() => setOpened({ userId: deviceWallets.owner })}>
          {t('login.openWallet')}
        </Button>
      )}
      {deviceWallets?.hasSetAside && (
        <Button variant="text" onClick={() => setOpened({ userId: undefined })}>
          {t('login.openOldWallet')}
        </Button>
      )}
      {deviceWallets?.hasAny && (
        <a className={buttonClass('text')} href="/recovery/">
          {t('login.recovery')}
        </a>
      )}
    </LoginScreen>
  )
}
