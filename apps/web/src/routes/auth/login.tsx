import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoginScreen } from '#/features/auth/login-screen.tsx'
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

  // After the first paint: only a phone that holds a wallet shows more.
  useEffect(() => {
    const find = async () => (await import('#/lib/device-database.ts')).findWalletOwner()
    find().then(setWalletOwner, () => undefined)
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
