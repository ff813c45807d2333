import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { campaigns } from '#/modules/notice/notice.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'

/** Returns those of the campaigns that were stopped; at its limit, a campaign sends the rest. */
export async function findStopped(db: Db, campaignIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        inArray(campaigns.id, idList(campaignIds)),
        isNotNull(campaigns.cancelledAt),
        sql`${campaigns.stoppedFor} is distinct from 'LIMIT'`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
