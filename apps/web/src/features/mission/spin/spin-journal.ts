import { type KeyValueStorage, memberKey } from '#/lib/storage.ts'
import type { DetailOf, ExecutedOf } from '#/features/mission/api.ts'
import type { Prize } from './wheel-geometry.ts'

/** The input of a spin, stored so that it can be sent again unchanged. */
export type SpinTry = {
  commitment: string
  /**
   * Shown together with the commitment, because a server that chose it later could choose the
   * prize.
   */
  nonce: number
  clientSeed: string
  prizes: Prize[]
}

/** A spin with a known result, and whether the device's own calculation confirms it. */
export type SpinResult = {
  historyId: number
  xp: number
  prizeIndex: number
  prizes: Prize[]
  proof: ExecutedOf<'SPIN'>['proof']
  isFair: boolean
  /** The previous rest position of the wheel, from which the animation starts. */
  fromDegrees: number
  startedAtMs: number
}

export type SpinJournal = {
  /** Written by earlier versions and moved to the intents when the journal is read. */
  pending?: (SpinTry & { idempotencyKey: string }) | undefined
  last?: SpinResult | undefined
  /** The commitments that were open when the member saw them, the latest first. */
  shown?: readonly Shown[] | undefined
}

/** A commitment with its position in the member's sequence of commitments. */
export type Shown = Pick<DetailOf<'SPIN'>, 'commitment' | 'nonce'>

/** The number of reveals that the server returns with a wheel. */
const MAX_REVEALS = 20

/**
 * Reads and writes the journal on the device, per member and season, so that a reload loses
 * nothing.
 */
export function spinJournal(storage: KeyValueStorage, memberId: string, seasonId: number) {
  const key = memberKey('spins', memberId, seasonId)
  return {
    read(): SpinJournal {
      try {
        // The app wrote this value itself; a manipulated one only resets the journal.
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
 * Records the commitment that a wheel shows and checks that no earlier one is missing: each must
 * still be open or be among the reveals at its own nonce. Commitments older than the returned
 * reveals cannot be checked.
 */
export function checkShown(
  shown: readonly Shown[],
  wheel: Shown & Pick<DetailOf<'SPIN'>, 'revealed'>,
): { shown: readonly Shown[]; hasVanished: boolean } {
  const isSame = (other: Shown) => (each: Shown) =>
    each.commitment === other.commitment && each.nonce === other.nonce
  // The commitment is still open, or the data is cached from before the last spin and contains
  // nothing new.
  if (shown.some(isSame(wheel))) return { shown, hasVanished: false }
  const hasVanished = shown.some(
    (each) =>
      each.nonce >= wheel.nonce ||
      (each.nonce >= wheel.nonce - MAX_REVEALS && !wheel.revealed.some(isSame(each))),
  )
  // A missing commitment is reported only once.
  return { shown: withShown(hasVanished ? [] : shown, wheel), hasVanished }
}

/** Keeps the earlier commitments, because cached data may show them again. */
export function withShown(shown: readonly Shown[], { commitment, nonce }: Shown): readonly Shown[] {
  return [{ commitment, nonce }, ...shown].slice(0, MAX_REVEALS)
}
