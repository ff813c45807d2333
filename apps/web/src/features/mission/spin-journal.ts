import type { KeyValueStorage } from '#/lib/storage.ts'
import type { DetailOf, ExecutedOf } from './api.ts'
import type { Prize } from './wheel-geometry.ts'

/** What is written down before a spin is sent, so that it can be sent again as it was. */
export type SpinTry = {
  commitment: string
  clientSeed: string
  idempotencyKey: string
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
  pending?: SpinTry | undefined
  last?: SpinResult | undefined
  /** The commitment that was open when the member last looked. */
  seen?: string | undefined
}

/** Kept on the device, of each member and season apart: a reload in the middle loses nothing. */
export function spinJournal(storage: KeyValueStorage, memberId: string, seasonId: number) {
  const key = `spin-journal_${memberId}_${seasonId}`
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
 * A commitment the member was shown must still be open or have been revealed. Twenty reveals are
 * told: beyond them nothing can be said, and nothing is claimed.
 */
export function hasVanished(
  seen: string | undefined,
  { commitment, revealed }: Pick<DetailOf<'SPIN'>, 'commitment' | 'revealed'>,
): boolean {
  if (seen === undefined || seen === commitment || revealed.length >= 20) return false
  return !revealed.some((each) => each.commitment === seen)
}
