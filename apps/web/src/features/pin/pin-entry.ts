import { Code } from '@solstice/contract/codes'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { ApiError, codeOf, isRetryable } from '@solstice/ui/api-error.ts'
import type { BlindedPin, PinStretch } from '#/lib/pin-oprf.ts'
import type { PinKey } from '#/vault/vault.ts'
import type { PinCalls } from './api.ts'

export type PinEntryDeps = {
  calls: Pick<PinCalls, 'state' | 'evaluate' | 'verify'>
  blind: (pin: string, stretch: PinStretch) => Promise<BlindedPin>
  wait: (ms: number) => Promise<void>
  now: () => number
}

/** A verified PIN: its token for one call, and the key derived from it. */
export type VerifiedPin = { pinToken: string; pin: PinKey }

/**
 * Called with the key before it is verified; a wrong key opens nothing. The callee must not keep
 * it.
 */
export type OnPinKey = (key: PinKey) => void

/** A PIN that was changed or locked since; it opens only what was sealed under it. */
export type RetiredPin = PinStretch & { pinKeyId: string }

export type PinOutcome =
  | ({ kind: 'verified'; failedSince: number } & VerifiedPin)
  /** The attempt was counted; the server's message states how many are left. */
  | { kind: 'wrong'; cause: unknown }
  /** An earlier PIN was entered too often; the next attempt is accepted at that time. */
  | { kind: 'wait'; untilMs: number; wasWrong: boolean }
  /** Too many attempts, on this device or another; only the password opens the account again. */
  | { kind: 'locked'; cause: unknown }
  | { kind: 'notSet' }
  /** The outcome is unknown. The same PIN may be sent again without using another attempt. */
  | { kind: 'failed'; cause: unknown }

/** An evaluation that the server counted and has not verified yet. */
type Pending = { pin: string; evaluationId: string; proof: string; key: PinKey }

/** A prepared key is valid for this time, because the PIN may be changed while it is entered. */
const PREPARED_TTL_MS = 30_000

/** The waits before repeating a verification after a lost response. */
const REPEAT_AFTER_MS = [400, 1200]

/**
 * Enters PINs for one purpose. The server counts an attempt when it evaluates, so an evaluation
 * without a verification response is kept: the same PIN uses it again instead of another attempt.
 */
export function createPinEntry(
  deps: PinEntryDeps,
  purpose: PinPurpose,
  /** Newest first. The server does not have a key that was never activated or is used up. */
  retired?: readonly RetiredPin[],
) {
  let pending: Pending | undefined
  let left = retired ?? []
  let early: { key: ReturnType<typeof currentKey>; requestedAtMs: number } | undefined

  async function evaluate(pin: string): Promise<Pending | 'notSet' | 'locked'> {
    const [newest, ...older] = left
    const known = newest ?? (await keyToEnter())
    if (typeof known === 'string') return known
    const { pinKeyId, salt, iterations } = known
    const entry = await deps.blind(pin, { salt, iterations })
    try {
      const { evaluationId, evaluated } = await deps.calls.evaluate(entry.blinded, newest?.pinKeyId)
      const { proof, walletKey } = await entry.finish(evaluated)
      const key = { pinKeyId, salt, iterations, key: walletKey }
      return { pin, evaluationId, proof, key }
    } catch (cause) {
      if (codeOf(cause) !== Code.NOT_FOUND || older.length === 0) throw cause
      left = older
      return evaluate(pin)
    }
  }

  async function currentKey(): Promise<RetiredPin | 'notSet' | 'locked'> {
    const { locked, salt, pinKeyId, iterations } = await deps.calls.state()
    if (locked) return 'locked'
    const isSet = salt !== null && pinKeyId !== null && iterations !== null
    return isSet ? { pinKeyId, salt, iterations } : 'notSet'
  }

  /**
   * Fetches the key with the first digit, so that the member does not wait for it after the last.
   */
  function prepare(): void {
    if (left.length > 0) return
    const key = currentKey()
    // A failure is handled when the PIN is entered, which fetches the key again.
    key.catch(() => undefined)
    early = { key, requestedAtMs: deps.now() }
  }

  async function keyToEnter(): ReturnType<typeof currentKey> {
    const prepared = early
    early = undefined
    const isFresh = prepared && deps.now() - prepared.requestedAtMs < PREPARED_TTL_MS
    const key = isFresh ? await prepared.key.catch(() => undefined) : undefined
    return typeof key === 'object' ? key : currentKey()
  }

  async function verify({ evaluationId, proof }: Pending) {
    for (const afterMs of REPEAT_AFTER_MS) {
      try {
        return await deps.calls.verify({ evaluationId, proof, purpose })
      } catch (cause) {
        if (!isRetryable(cause)) throw cause
      }
      await deps.wait(afterMs)
    }
    return deps.calls.verify({ evaluationId, proof, purpose })
  }

  async function enter(pin: string, onKey?: OnPinKey): Promise<PinOutcome> {
    const evaluated = pending?.pin === pin ? pending : await evaluate(pin)
    if (evaluated === 'notSet') return { kind: 'notSet' }
    if (evaluated === 'locked') return { kind: 'locked', cause: undefined }
    pending = evaluated
    const verifying = verify(evaluated)
    onKey?.(evaluated.key)
    const { pinToken = '', failedSince } = await verifying
    pending = undefined
    return { kind: 'verified', pinToken, failedSince, pin: evaluated.key }
  }

  function failureOutcome(cause: unknown): PinOutcome {
    const code = codeOf(cause)
    if (!isRetryable(cause)) pending = undefined
    switch (code) {
      case Code.PIN_INCORRECT:
      case Code.PIN_WAIT: {
        const wasWrong = code === Code.PIN_INCORRECT
        const untilMs = retryAtMs(cause)
        return untilMs === undefined
          ? { kind: 'wrong', cause }
          : { kind: 'wait', untilMs, wasWrong }
      }
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

  return {
    prepare,
    enter: async (pin: string, onKey?: OnPinKey): Promise<PinOutcome> => {
      try {
        return await enter(pin, onKey)
      } catch (cause) {
        return failureOutcome(cause)
      }
    },
  }
}

function retryAtMs(cause: unknown): number | undefined {
  const data = cause instanceof ApiError ? cause.data : undefined
  if (typeof data !== 'object' || data === null || !('retryAt' in data)) return undefined
  return typeof data.retryAt === 'string' ? Date.parse(data.retryAt) : undefined
}
