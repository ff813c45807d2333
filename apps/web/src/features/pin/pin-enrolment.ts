import { Code } from '@solstice/contract/codes'
import { PIN_ITERATIONS } from '@solstice/rules/pin'
import { codeOf, isUnanswered, isRetryable } from '@solstice/ui/api-error.ts'
import type { BlindedPin, PinStretch } from '#/lib/pin-oprf.ts'
import type { PinKey } from '#/vault/vault.ts'
import type { PinCalls } from './api.ts'

export type PinEnrolmentDeps = {
  calls: Pick<PinCalls, 'enrol' | 'set'>
  blind: (pin: string, stretch: PinStretch) => Promise<BlindedPin>
  newSalt: () => string
}

/**
 * Called with the new key before it replaces the old one, because sealed data must open with both.
 */
type BeforeUse = (key: PinKey) => Promise<void>

export type EnrolOutcome =
  | { kind: 'set'; pinKeyId: string }
  /** A PIN was set meanwhile, for example in another tab. */
  | { kind: 'alreadySet'; cause: unknown }
  /** The old PIN must be entered again, because its token is used or expired. */
  | { kind: 'askAgain' }
  /** The log-in is too long ago, or the entered password is wrong. */
  | { kind: 'password'; cause: unknown }
  | { kind: 'locked'; cause: unknown }
  | { kind: 'failed'; cause: unknown }
  /** The new PIN was sent without a response, so it is unknown which one is valid. */
  | { kind: 'unconfirmed'; cause: unknown }

type Pending = { pin: string; enrolmentId: string; proof: string }

/**
 * Sets a first PIN, or a new one with the token of the old. Repeats the request after a lost
 * response.
 */
export function createPinEnrolment(deps: PinEnrolmentDeps) {
  let pending: Pending | undefined

  async function begin(
    pin: string,
    pinToken: string | undefined,
    beforeUse: BeforeUse | undefined,
    password: string | undefined,
  ): Promise<Pending> {
    const stretch = { salt: deps.newSalt(), iterations: PIN_ITERATIONS }
    const entry = await deps.blind(pin, stretch)
    const { enrolmentId, pinKeyId, evaluated } = await deps.calls.enrol(
      { ...stretch, blinded: entry.blinded, ...(password !== undefined && { password }) },
      pinToken,
    )
    const { proof, walletKey } = await entry.finish(evaluated)
    await beforeUse?.({ pinKeyId, ...stretch, key: walletKey })
    return { pin, enrolmentId, proof }
  }

  return async (
    pin: string,
    pinToken?: string,
    beforeUse?: BeforeUse,
    password?: string,
  ): Promise<EnrolOutcome> => {
    try {
      pending = pending?.pin === pin ? pending : await begin(pin, pinToken, beforeUse, password)
      const { enrolmentId, proof } = pending
      const { pinKeyId } = await deps.calls.set({ enrolmentId, proof })
      pending = undefined
      return { kind: 'set', pinKeyId }
    } catch (cause) {
      const wasSent = pending?.pin === pin
      if (!isRetryable(cause)) pending = undefined
      if (wasSent && isUnanswered(cause)) return { kind: 'unconfirmed', cause }
      return outcomeOf(cause)
    }
  }
}

function outcomeOf(cause: unknown): EnrolOutcome {
  switch (codeOf(cause)) {
    case Code.PIN_ALREADY_SET:
      return { kind: 'alreadySet', cause }
    case Code.PIN_VERIFICATION_REQUIRED:
      return { kind: 'askAgain' }
    case Code.PASSWORD_MISMATCH:
      return { kind: 'password', cause }
    case Code.PIN_LOCKED:
      return { kind: 'locked', cause }
    case undefined:
    default:
      return { kind: 'failed', cause }
  }
}
