import { and, asc, eq, exists, gt, isNull, lt, or } from 'drizzle-orm'
import { REWARD_GRACE_MS } from '@solstice/rules/round'
import type { Db } from '#/platform/process/db.ts'
import { roundRewards, seasonRounds, seasons } from './season.table.ts'

// Use literals, because the planner compares them with the predicates of partial indexes.
const isWaiting = eq(roundRewards.state, 'WAITING').inlineParams()
const isOwed = and(eq(roundRewards.state, 'OWED').inlineParams(), isNull(roundRewards.rootNumber))

/**
 * Returns a season that started before a moment and whose ledger transactions may still be needed:
 * its rewards can be claimed, a round is not settled, or a reward is waiting for a wallet or a root.
 */
export async function findUnfinishedSeason(
  db: Db,
  { startedBefore, now }: { startedBefore: Date; now: Date },
): Promise<number | undefined> {
  const unsettled = db
    .select({ id: seasonRounds.id })
    .from(seasonRounds)
    .where(and(eq(seasonRounds.seasonId, seasons.id), isNull(seasonRounds.settledAt)))
  const waiting = db
    .select({ id: roundRewards.memberId })
    .from(roundRewards)
    .where(and(eq(roundRewards.seasonId, seasons.id), isWaiting))
  const owed = db
    .select({ id: roundRewards.memberId })
    .from(roundRewards)
    .where(and(eq(roundRewards.seasonId, seasons.id), isOwed))
  const [season] = await db
    .select({ id: seasons.id })
    .from(seasons)
    .where(
      and(
        eq(seasons.state, 'PUBLISHED'),
        lt(seasons.startAt, startedBefore),
        or(
          gt(seasons.endAt, new Date(now.getTime() - REWARD_GRACE_MS)),
          exists(unsettled),
          exists(waiting),
          exists(owed),
        ),
      ),
    )
    .orderBy(asc(seasons.id))
    .limit(1)
  return season?.id
}
