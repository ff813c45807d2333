import { type KeyValueStorage, memberKey } from '#/lib/storage.ts'
import type { DetailOf, ExecutedOf } from '#/features/mission/api.ts'
import type { Prize } from './wheel-geometry.ts'

/** What a spin is sent with, kept so that it can be sent again as it was. */
export type SpinTry = {
  commitment: string
  /** Shown together with the commitment: a server that could pick it later could pick the prize. */
  nonce: number
  clientSeed: string
  prizes: Prize[]
}

/** A spin whose result is known, and whether the phone's own sum agrees. */
export type SpinResult = {
  historyId: number
  xp: number
  prizeIndex: number
  prizes: Prize[]
  proof: ExecutedOf<'SPIN'>['proof']
  isFair: boolean
  /** Where the wheel rested before, so that it starts from there. */
  fromDegrees: number
  startedAtMs: number
}

export type SpinJournal = {
  /** Written by earlier versions; `takeOverPending` moves it to the intents. */
  pending?: (SpinTry & { idempotencyKey: string }) | undefined
  last?: SpinResult | undefined
  /** The commitments that were open when the member looked, the latest first. */
  shown?: readonly Shown[] | undefined
}

/** A commitment and its place in the member's row of commitments. */
export type Shown = Pick<DetailOf<'SPIN'>, 'commitment' | 'nonce'>

/** As many reveals as a wheel is told with. */
const MAX_REVEALS = 20

/** Kept on the device, of each member and season apart: a reload in the middle loses nothing. */
export function spinJournal(storage: KeyValueStorage, memberId: string, seasonId: number) {
  const key = memberKey('spins', memberId, seasonId)
  return {
    read(): SpinJournal {
      try {
        // Our own writing; what somebody else put there is not worth more than a fresh start.
        return (JSON.parse(storage.getItem(key) ?? '{}') ?? {}) as SpinJournal
      } catch {
        return {}
      }
    },
    write(journal: SpinJournal): void {
      storage.setItem(key, JSON.stringify(journal))
    },
  }
}

/**
 * Takes down what a wheel shows, and tells whether a commitment that was shown before is missing:
 * it must be open still, or stand among the reveals in its own place. Only what lies further back
 * than reveals are told cannot be judged.
 */
export function checkShown(
  shown: readonly Shown[],
  wheel: Shown & Pick<DetailOf<'SPIN'>, 'revealed'>,
): { shown: readonly Shown[]; hasVanished: boolean } {
  const isSame = (other: Shown) => (each: Shown) =>
    each.commitment === other.commitment && each.nonce === other.nonce
  // Open still, or a picture of before the last spin, kept by this phone: it tells nothing new.
  if (shown.some(isSame(wheel))) return { shown, hasVanished: false }
  const hasVanished = shown.some(
    (each) =>
      each.nonce >= wheel.nonce ||
      (each.nonce >= wheel.nonce - MAX_REVEALS && !wheel.revealed.some(isSame(each))),
  )
  // Whatever was warned about is warned about once.
  return { shown: withShown(hasVanished ? [] : shown, wheel), hasVanished }
}

/** Those shown before stay, for a picture of them may come back from the phone's own memory. */
export function withShown(shown: readonly Shown[], { commitment, nonce }: Shown): readonly Shown[] {
  return [{ commitment, nonce }, ...shown].slice(0, MAX_REVEALS)
}
