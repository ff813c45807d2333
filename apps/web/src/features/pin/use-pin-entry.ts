import { Code } from '@solstice/contract/codes'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { useState } from 'react'
import { formatDuration } from '#/lib/duration-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { ApiError, messageOf } from '@solstice/ui/api-error.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { pinEntryFor } from './pin-client.ts'
import type { OnPinKey, RetiredPin, VerifiedPin } from './pin-entry.ts'
import type { PinNote } from './pin-panel.tsx'
import { wrongPinNote } from './wrong-pin-note.ts'

export type PinEntryCallbacks = {
  onKey?: OnPinKey | undefined
  onVerified: (entered: VerifiedPin) => void
  /** Called when only the password helps; the cause contains the reason. */
  onLocked: (cause: unknown) => void
  onNotSet: () => void
}

/** Sends entries for one purpose and returns what was wrong with them, as props for a panel. */
export function usePinEntry(
  purpose: PinPurpose,
  ends: PinEntryCallbacks,
  retired?: readonly RetiredPin[],
) {
  const { t } = useTranslation('pin')
  const [entry] = useState(() => pinEntryFor(purpose, retired))

  async function onEntered(pin: string): Promise<PinNote | undefined> {
    const outcome = await entry.enter(pin, ends.onKey)
    switch (outcome.kind) {
      case 'verified':
        ends.onVerified(outcome)
        return undefined
      case 'wrong':
        return wrongPinNote(outcome.cause, t, { isRetired: retired !== undefined })
      case 'wait': {
        const time = formatDuration(outcome.untilMs - serverNow())
        return { message: t(outcome.wasWrong ? 'problem.wrongWait' : 'problem.wait', { time }) }
      }
      case 'locked': {
        const msg = messageOf(outcome.cause, t('problem.locked'))
        ends.onLocked(new ApiError({ code: Code.PIN_LOCKED, status: 400, msg }))
        return undefined
      }
      case 'notSet':
        ends.onNotSet()
        return undefined
      case 'failed':
        return { message: messageOf(outcome.cause, t('problem.network')), canRetry: true }
    }
  }
  return { onStarted: entry.prepare, onEntered }
}
