import { isTrivialPin } from '@solstice/rules/pin'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import type { PinKey } from '#/vault/vault.ts'
import { Button } from '#/ui/button.tsx'
import { afterChoice, afterCurrent, afterEnrolment, chooseAgain } from './pin-change.ts'
import type { PinChange } from './pin-change.ts'
import { pinEnrolment } from './pin-client.ts'
import type { PinNote } from './pin-panel.tsx'
import { PinScreen } from './pin-screen.tsx'
import { usePinEntry } from './use-pin-entry.ts'

type ChangeScreenProps = {
  back: { label: string; onPress: () => void }
  onChanged: (pinKeyId: string) => void
  /**
   * Called with both keys while the old PIN is still valid, to wrap the data under the new one too.
   */
  onNewKey: (old: PinKey, next: PinKey) => Promise<void>
  onLocked: (cause: unknown) => void
  onNotSet: () => void
}

export function ChangeScreen({ back, onChanged, onNewKey, onLocked, onNotSet }: ChangeScreenProps) {
  const { t } = useTranslation('pin')
  const [change, setChange] = useState<PinChange>({ kind: 'current' })
  const [enrol] = useState(pinEnrolment)
  const entry = usePinEntry('PIN_CHANGE', {
    onVerified: (entered) => setChange(afterCurrent(entered)),
    onLocked,
    onNotSet,
  })

  async function confirm(
    pin: string,
    { chosen, old }: Extract<PinChange, { kind: 'confirm' }>,
  ): Promise<PinNote | undefined> {
    if (pin !== chosen) return { message: t('problem.mismatch') }
    const outcome = await enrol(pin, old.pinToken, (next) => onNewKey(old.pin, next))
    switch (outcome.kind) {
      // With the old PIN no password is required.
      case 'password':
      case 'failed':
        return { message: messageOf(outcome.cause, t('problem.network')), canRetry: true }
      case 'unconfirmed':
        return {
          message: `${t('problem.network')} ${t('change.unconfirmed')}`,
          canRetry: true,
        }
      case 'locked':
        onLocked(outcome.cause)
        return undefined
      case 'set':
        onChanged(outcome.pinKeyId)
        return undefined
      case 'askAgain':
      case 'alreadySet':
        setChange(afterEnrolment(change, outcome.kind))
        return undefined
    }
  }

  switch (change.kind) {
    case 'current':
      return (
        <PinScreen
          key={change.note ?? 'current'}
          back={back}
          title={t('change.currentTitle')}
          firstNote={change.note && { message: t('problem.askAgain') }}
          {...entry}
        >
          {t('change.currentText')}
        </PinScreen>
      )
    case 'choose':
      return (
        <PinScreen
          key="choose"
          back={back}
          title={t('change.chooseTitle')}
          onEntered={(pin) => {
            if (isTrivialPin(pin)) return { message: t('problem.trivial') }
            setChange(afterChoice(change, pin))
            return undefined
          }}
        >
          {t('setup.text')}
        </PinScreen>
      )
    case 'confirm':
      return (
        <PinScreen
          key="confirm"
          back={{ ...back, onPress: () => setChange(chooseAgain(change)) }}
          title={t('change.confirmTitle')}
          onEntered={(pin) => confirm(pin, change)}
          footer={
            <Button variant="text" onClick={() => setChange(chooseAgain(change))}>
              {t('confirm.chooseAgain')}
            </Button>
          }
        >
          {t('confirm.text')}
        </PinScreen>
      )
  }
}
