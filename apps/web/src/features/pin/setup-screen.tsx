import { isTrivialPin } from '@solstice/rules/pin'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { pinEnrolment } from './pin-client.ts'
import type { PinNote } from './pin-panel.tsx'
import { PasswordScreen } from './password-screen.tsx'
import { PinScreen } from './pin-screen.tsx'
import { choosePin, clearChosenPin, usePinSetup } from './pin-setup.ts'

type Back = { label: string; onPress: () => void }

export function SetupScreen({ back, onChosen }: { back: Back | undefined; onChosen: () => void }) {
  const { t } = useTranslation('pin')
  return (
    <PinScreen
      back={back}
      title={t('setup.title')}
      onEntered={(pin) => {
        if (isTrivialPin(pin)) return { message: t('problem.trivial') }
        choosePin(pin)
        onChosen()
        return undefined
      }}
    >
      {t('setup.text')}
    </PinScreen>
  )
}

type ConfirmScreenProps = {
  back: Back
  onSet: () => void
  onChooseAgain: () => void
  onLocked: (cause: unknown) => void
}

export function ConfirmScreen({ back, onSet, onChooseAgain, onLocked }: ConfirmScreenProps) {
  const { t } = useTranslation('pin')
  const [enrol] = useState(pinEnrolment)
  /** The confirmed PIN while the password is required, because the log-in is too long ago. */
  const [confirmed, setConfirmed] = useState<string>()

  async function confirm(pin: string): Promise<PinNote | undefined> {
    if (pin !== usePinSetup.getState().chosen) return { message: t('problem.mismatch') }
    return set(pin)
  }

  async function set(pin: string, password?: string): Promise<PinNote | undefined> {
    const outcome = await enrol(pin, undefined, undefined, password)
    switch (outcome.kind) {
      case 'alreadySet':
        // Another tab was faster, perhaps with another PIN, which is now valid.
        showToast(messageOf(outcome.cause, t('problem.alreadySet')), { tone: 'attention' })
        clearChosenPin()
        onSet()
        return undefined
      case 'set':
        clearChosenPin()
        onSet()
        return undefined
      case 'password':
        setConfirmed(pin)
        return { message: messageOf(outcome.cause, t('password.required')) }
      case 'locked':
        onLocked(outcome.cause)
        return undefined
      case 'askAgain':
        return { message: t('problem.network'), canRetry: true }
      case 'failed':
      case 'unconfirmed':
        return { message: messageOf(outcome.cause, t('problem.network')), canRetry: true }
    }
  }

  if (confirmed !== undefined) {
    const proceed = async (password: string) => (await set(confirmed, password))?.message
    return <PasswordScreen back={back} onPassword={proceed} />
  }
  return (
    <PinScreen
      back={back}
      title={t('confirm.title')}
      onEntered={confirm}
      footer={
        <Button variant="text" onClick={onChooseAgain}>
          {t('confirm.chooseAgain')}
        </Button>
      }
    >
      {t('confirm.text')}
    </PinScreen>
  )
}
