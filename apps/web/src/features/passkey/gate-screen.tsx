import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Screen } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'
import { authenticate } from './authenticate.ts'
import styles from './gate-screen.module.css'
import { usePasskey } from './store.ts'

type GateScreenProps = {
  onOpened: () => void
  onUsePin: () => void
  onLogout: () => Promise<void>
}

/**
 * Requires the passkey of this device before any content. Prompts immediately, and again on
 * request.
 */
export function GateScreen({ onOpened, onUsePin, onLogout }: GateScreenProps) {
  const { t } = useTranslation('passkey')
  const { passkey, isAuthenticating, authenticationFailed } = usePasskey()
  const [isLeaving, setLeaving] = useState(false)

  async function open(): Promise<void> {
    if (!passkey || usePasskey.getState().isAuthenticating) return
    await authenticate(() => vault.confirmPasskey(passkey), Date.now)
    if (usePasskey.getState().isPasskeyAuthenticated) onOpened()
  }

  const openOnMount = useEffectEvent(() => void open())
  useEffect(() => openOnMount(), [])

  return (
    <Screen
      dock={
        <>
          <Button isBusy={isAuthenticating} onClick={() => void open()}>
            {t(authenticationFailed ? 'gate.retry' : 'gate.open')}
          </Button>
          <Button variant="quiet" onClick={onUsePin}>
            {t('gate.usePin')}
          </Button>
          <Button
            variant="text"
            isBusy={isLeaving}
            onClick={() => {
              setLeaving(true)
              void onLogout()
            }}
          >
            {t('gate.logout')}
          </Button>
        </>
      }
    >
      <div className={styles.illustration} role={authenticationFailed ? 'alert' : undefined}>
        <img className={styles.mark} src="/logo-mark.svg" alt="" width={84} height={78} />
        <h1 className={text.headline}>
          {t(authenticationFailed ? 'gate.failedTitle' : 'gate.title')}
        </h1>
        <p className={text.soft}>{t(authenticationFailed ? 'gate.failedText' : 'gate.text')}</p>
      </div>
    </Screen>
  )
}
