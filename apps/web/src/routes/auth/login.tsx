import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoginScreen } from '#/features/auth/login-screen.tsx'
import { findWalletOwner } from '#/lib/device-database.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { takeHrefAfterLogin } from '#/routes/-after-login.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Button } from '#/ui/button.tsx'

export const Route = createFileRoute('/auth/login')({ component: Login })

const SignedOutWallet = lazyPart(
  async () => (await import('#/routes/-signed-out-wallet.tsx')).SignedOutWallet,
  { texts: ['wallet', 'pin'] },
)

function Login() {
  const { t } = useTranslation('auth')
  const { history } = useRouter()
  const [walletOwner, setWalletOwner] = useState<string>()
  const [isOpening, setOpening] = useState(false)

  useEffect(() => {
    findWalletOwner().then(setWalletOwner, () => undefined)
  }, [])

  if (walletOwner !== undefined && isOpening) {
    return <SignedOutWallet userId={walletOwner} onClose={() => setOpening(false)} />
  }
  return (
    <LoginScreen onLoggedIn={() => history.replace(takeHrefAfterLogin())}>
      {walletOwner !== undefined && (
        <Button look="text" onClick={() => setOpening(true)}>
          {t('login.openWallet')}
        </Button>
      )}
    </LoginScreen>
  )
}
