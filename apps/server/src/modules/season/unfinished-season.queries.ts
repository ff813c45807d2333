import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { REWARD_GRACE_MS } from '@solstice/rules/round'
import type { Db } from '#/platform/process/db.ts'
import { seasons } from './season.table.ts'

/**
 * Returns a season that started before a moment and whose rewards do not expire before another:
 * until then its ledger transactions may still be needed.
 */
export async function findUnfinishedSeason(
  db: Db,
  { startedBefore, now }: { startedBefore: Date; now: Date },
): Promise<number | undefined> {
  const [season] = await db
    .select({ id: seasons.id })
    .from(seasons)
    .where(
      and(
        eq(seasons.state, 'PUBLISHED'),
        lt(seasons.startAt, startedBefore),
        gt(seasons.endAt, new Date(now.getTime() - REWARD_GRACE_MS)),
      ),
    )
    .orderBy(asc(seasons.id))
    .limit(1)
  return season?.id
}
