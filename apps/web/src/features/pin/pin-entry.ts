import { Code } from '@solstice/contract/codes'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { codeOf, isWorthRetrying } from '#/lib/api-error.ts'
import type { BlindedPin } from '#/lib/pin-oprf.ts'
import type { PinCalls } from './api.ts'

export type PinEntryDeps = {
  calls: Pick<PinCalls, 'state' | 'evaluate' | 'verify'>
  blind: (pin: string, salt: string) => Promise<BlindedPin>
  wait: (ms: number) => Promise<void>
}

export type PinOutcome =
  | { kind: 'verified'; pinToken: string; failedSince: number }
  /** Counted; the server's sentence says how often. */
  | { kind: 'wrong'; cause: unknown }
  /** Too many tries, here or elsewhere: only the password opens the account again. */
  | { kind: 'locked'; cause: unknown }
  | { kind: 'notSet' }
  /** Nothing is known. The same PIN may be sent again and costs no further try. */
  | { kind: 'failed'; cause: unknown }

/** What the server counted and has not judged yet. */
type Pending = { pin: string; evaluationId: string; proof: string }

/** Between repetitions of a verification whose reply got lost. */
const REPEAT_AFTER_MS = [400, 1200]

/**
 * Enters PINs for one purpose. The server counts a try when it evaluates, so an evaluation whose
 * verification got lost is kept: the same PIN asks again with it instead of spending another try.
 */
export function createPinEntry(deps: PinEntryDeps, purpose: PinPurpose) {
  let pending: Pending | undefined

  async function evaluate(pin: string): Promise<Pending | 'notSet' | 'locked'> {
    const { hasPin, locked, salt } = await deps.calls.state()
    if (locked) return 'locked'
    if (!hasPin || salt === null) return 'notSet'
    const entry = await deps.blind(pin, salt)
    const { evaluationId, evaluated } = await deps.calls.evaluate(entry.blinded)
    const { proof } = await entry.finish(evaluated)
    return { pin, evaluationId, proof }
  }

  async function verify({ evaluationId, proof }: Pending) {
    for (const afterMs of REPEAT_AFTER_MS) {
      try {
        return await deps.calls.verify({ evaluationId, proof, purpose })
      } catch (cause) {
        if (!isWorthRetrying(cause)) throw cause
      }
      await deps.wait(afterMs)
    }
    return deps.calls.verify({ evaluationId, proof, purpose })
  }

  async function enter(pin: string): Promise<PinOutcome> {
    const evaluated = pending?.pin === pin ? pending : await evaluate(pin)
    if (evaluated === 'notSet') return { kind: 'notSet' }
    if (evaluated === 'locked') return { kind: 'locked', cause: undefined }
    pending = evaluated
    const { pinToken = '', failedSince } = await verify(evaluated)
    pending = undefined
    return { kind: 'verified', pinToken, failedSince }
  }

  function meet(cause: unknown): PinOutcome {
    const code = codeOf(cause)
    if (!isWorthRetrying(cause)) pending = undefined
    switch (code) {
      case Code.PIN_INCORRECT:
        return { kind: 'wrong', cause }
      case Code.PIN_ATTEMPTS_EXCEEDED:
      case Code.PIN_LOCKED:
        return { kind: 'locked', cause }
      case Code.PIN_NOT_SET:
        return { kind: 'notSet' }
      case undefined:
      default:
        return { kind: 'failed', cause }
    }
  }

  return async (pin: string): Promise<PinOutcome> => {
    try {
      return await enter(pin)
    } catch (cause) {
      return meet(cause)
    }
  }
}
