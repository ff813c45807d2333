import { type KeyValueStorage, memberKey } from '#/lib/storage.ts'
import type { DetailOf, Executed } from './api.ts'

/** Prizes up to this probability are celebrated. */
const RARE_PERCENT = 5

type Prizes = Pick<DetailOf<'SPIN'>, 'prizes'>['prizes']

export type MomentKind =
  | { kind: 'TIER' }
  | { kind: 'FIGURE'; stars: number }
  | { kind: 'PRIZE'; percent: number; isTop: boolean }
  | { kind: 'LEVEL' }

type MomentContext = {
  /** The odds from which a spin was drawn. */
  prizes?: Prizes | undefined
  /** The number of stars of the constellation, if this mission lit the last one. */
  starsComplete?: number | undefined
}

/** Returns the one celebration for a mission. There are never two in a row, so the rarest wins. */
export function momentOf(executed: Executed, context: MomentContext = {}): MomentKind | undefined {
  if (executed.tierUp) return { kind: 'TIER' }
  if (context.starsComplete) return { kind: 'FIGURE', stars: context.starsComplete }
  const prize = executed.type === 'SPIN' ? context.prizes?.[executed.prizeIndex] : undefined
  if (context.prizes && prize && prize.percent <= RARE_PERCENT) {
    const isTop = context.prizes.every(({ xp }) => xp <= prize.xp)
    return { kind: 'PRIZE', percent: prize.percent, isTop }
  }
  // Members spin several times in a row, so a level-up between spins does not interrupt them.
  return executed.levelUp && executed.type !== 'SPIN' ? { kind: 'LEVEL' } : undefined
}

/**
 * Returns the number of stars when all of them are lit for the first time. The star of a daily
 * mission goes out overnight and would complete the constellation again every day.
 */
export function starsFirstComplete(
  missions: readonly { type: string; completed: boolean }[],
  storage: Pick<KeyValueStorage, 'getItem' | 'setItem'>,
  { memberId, seasonId }: { memberId: string; seasonId: number },
): number | undefined {
  const stars = missions.filter(({ type }) => type === 'PARTNER')
  const key = memberKey('figure', memberId, seasonId)
  const isComplete = stars.length > 0 && stars.every(({ completed }) => completed)
  if (!isComplete || storage.getItem(key) !== null) return undefined
  storage.setItem(key, 'true')
  return stars.length
}
