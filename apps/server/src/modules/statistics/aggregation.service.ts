import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { settledId } from '#/platform/books/ledger-checkpoint.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { aggregateRange, findBatchEnd, lockProgress, moveProgress } from './aggregation.queries.ts'
import { countPushes, countRefusals, takeSnapshots } from './counting.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** About a second of work, during which the rows of no member are locked. */
const BATCH = 10_000
/** Rewards wait for a wallet for thirty days after a season. */
const SEASON_SETTLES_MS = 45 * DAY_MS
/** Refusals are kept for thirty days. */
const FIRST_REFUSALS_MS = 30 * DAY_MS

/**
 * Adds the next committed ledger transactions to the statistics and moves the cursor in the same
 * transaction. Returns whether more are left. Transactions with smaller ids that are not committed
 * yet are awaited, so that none is skipped.
 */
export async function aggregateStatistics(ctx: Context, count = BATCH): Promise<'all' | 'part'> {
  const readAt = ctx.now()
  const upTo = await settledId(ctx.db)
  return ctx.db.transaction(async (tx) => {
    const { ledgerTransaction: after, refusalsFrom } = await lockProgress(tx)
    const last = await findBatchEnd(tx, { after, upTo, count })
    if (last !== undefined) {
      await aggregateRange(tx, { after, last })
      await moveProgress(tx, { ledgerTransaction: last })
      if (last < upTo) return 'part'
    }
    // An open transaction was older than the wait, so the statistics are as of the last run.
    if (upTo < after) return 'all'
    await countTheRest(tx, readAt, refusalsFrom)
    return 'all'
  })
}

async function countTheRest(tx: Db, now: Date, refusalsFrom: Date | null): Promise<void> {
  const today = programmeDayOf(now)
  const yesterday = programmeDayOf(new Date(now.getTime() - DAY_MS))
  await countRefusals(tx, refusalsFrom ?? new Date(now.getTime() - FIRST_REFUSALS_MS))
  for (const day of [yesterday, today]) {
    const startAt = startOfDay(day)
    await countPushes(tx, { day, startAt, endAt: new Date(startAt.getTime() + DAY_MS) })
  }
  await takeSnapshots(tx, { now, endedAfter: new Date(now.getTime() - SEASON_SETTLES_MS) })
  // The hour before is read again as well, because refusals are written some seconds later.
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  await moveProgress(tx, { aggregatedAt: now, refusalsFrom: new Date(hour - HOUR_MS) })
}

/** Aggregates everything that was posted so far. */
export async function aggregateAllStatistics(ctx: Context): Promise<void> {
  while ((await aggregateStatistics(ctx)) === 'part');
}
