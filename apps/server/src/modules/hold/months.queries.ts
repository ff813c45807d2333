import { and, desc, gt, gte, isNull, sql } from 'drizzle-orm'
import { monthsBefore, publishedMonth } from '@solstice/rules/hold/hold'
import type { Db } from '#/platform/process/db.ts'
import { holdMonths, holds } from './hold.table.ts'

export type Counted = 'held' | 'released' | 'upheld' | 'lapsed' | 'appealed' | 'reversed'

type Counts = Partial<Record<Counted, number>>

/**
 * Adds to the published counts of the month in which each hold was opened, so that a month describes
 * the same holds from their beginning to their end.
 */
export async function addToMonths(
  tx: Db,
  holds: readonly { openedAt: Date; counts: Counts }[],
): Promise<void> {
  const rows = holds.flatMap(({ openedAt, counts }) =>
    Object.keys(counts).length === 0 ? [] : [{ month: publishedMonth(openedAt), ...counts }],
  )
  if (rows.length === 0) return
  // Raw SQL: holds of any number are one value. The months are locked in their order.
  await tx.execute(sql`insert into hold_months as m
      (month, held, released, upheld, lapsed, appealed, reversed)
    select month, coalesce(sum(held), 0), coalesce(sum(released), 0), coalesce(sum(upheld), 0),
      coalesce(sum(lapsed), 0), coalesce(sum(appealed), 0), coalesce(sum(reversed), 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(month text, held integer, released integer, upheld integer, lapsed integer,
        appealed integer, reversed integer)
    group by month order by month
    on conflict (month) do update set held = m.held + excluded.held,
      released = m.released + excluded.released, upheld = m.upheld + excluded.upheld,
      lapsed = m.lapsed + excluded.lapsed, appealed = m.appealed + excluded.appealed,
      reversed = m.reversed + excluded.reversed`)
}

export const addToMonth = (
  tx: Db,
  { openedAt }: { openedAt: Date },
  counts: Counts,
): Promise<void> => addToMonths(tx, [{ openedAt, counts }])

const PUBLISHED_MONTHS = 12
const PUBLISHED_APPEALS = 100

/** Returns everything that is published about holds. */
export async function findPublished(db: Db, now: Date) {
  const months = await db
    .select()
    .from(holdMonths)
    .where(gte(holdMonths.month, monthsBefore(now, PUBLISHED_MONTHS - 1)))
    .orderBy(desc(holdMonths.month))
  // A hold whose time is up keeps nobody's payouts, also while no job has recorded its end.
  const open = await db.$count(holds, and(isNull(holds.endedAt), gt(holds.until, now)))
  const answered = await db
    .select({ state: holds.state })
    .from(holds)
    .where(sql`${holds.answeredAt} is not null`)
    .orderBy(desc(holds.answeredAt), desc(holds.id))
    .limit(PUBLISHED_APPEALS)
  return {
    months,
    open,
    lastAppeals: {
      answered: answered.length,
      reversed: answered.filter(({ state }) => state === 'RELEASED').length,
    },
  }
}
