import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoginScreen } from '#/features/auth/login-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { firstScreen } from '#/lib/first-screen.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { certainNow } from '#/lib/time.ts'
import { takeHrefAfterLogin } from '#/routes/-after-login.ts'
import type { OnPhone } from '#/routes/-on-phone.ts'
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

async function findOnPhone(): Promise<OnPhone> {
  return (await import('#/routes/-on-phone.ts')).findOnPhone(certainNow())
}

function Login() {
  const { t } = useTranslation('auth')
  const { history } = useRouter()
  const reason = useAuth((state) => state.signOutReason)
  const [onPhone, setOnPhone] = useState<OnPhone>()
  const [opened, setOpened] = useState<{ userId: string | undefined }>()

  useEffect(() => {
    firstScreen.then(findOnPhone).then(setOnPhone, () => undefined)
  }, [])

  if (opened) return <SignedOutWallet {...opened} onClose={() => setOpened(undefined)} />
  return (
    <LoginScreen
      notice={reason && <SignOutNotice reason={reason} />}
      onLoggedIn={() => history.replace(takeHrefAfterLogin())}
    >
      {onPhone && onPhone.owner === undefined && <Invitation />}
      {onPhone?.owner !== undefined && (
        <Button variant="text" onClick={() => setOpened({ userId: onPhone.owner })}>
          {t('login.openWallet')}
        </Button>
      )}
      {onPhone?.hasSetAside && (
        <Button variant="text" onClick={() => setOpened({ userId: undefined })}>
          {t('login.openOldWallet')}
        </Button>
      )}
      {onPhone?.hasAny && (
        <a className={buttonClass('text')} href="/recovery/">
          {t('login.recovery')}
        </a>
      )}
    </LoginScreen>
  )
}
