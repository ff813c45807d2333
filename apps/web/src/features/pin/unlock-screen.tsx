import { useTranslation } from '#/lib/i18n.ts'
import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { PinScreen } from './pin-screen.tsx'
import { usePinEntry } from './use-pin-entry.ts'
import type { PinEntryCallbacks } from './use-pin-entry.ts'

type UnlockScreenProps = Omit<PinEntryCallbacks, 'onVerified'> & {
  onUnlocked: () => void
  onEmailInstead: () => Promise<void>
  onForgot: () => void
}

export function UnlockScreen({ onUnlocked, onEmailInstead, onForgot, ...ends }: UnlockScreenProps) {
  const { t } = useTranslation('pin')
  const entry = usePinEntry('UNLOCK', { onVerified: onUnlocked, ...ends })
  const [isLeaving, setLeaving] = useState(false)
  return (
    <PinScreen
      title={t('unlock.title')}
      {...entry}
      footer={
        <>
          <Button variant="text" onClick={onForgot}>
            {t('forgot.title')}
          </Button>
          <Button
            variant="text"
            isBusy={isLeaving}
            onClick={() => {
              setLeaving(true)
              void onEmailInstead()
            }}
          >
            {t('unlock.emailInstead')}
          </Button>
        </>
      }
    >
      {t('unlock.text')}
    </PinScreen>
  )
}
