import { lastClosedMonth } from '@solstice/rules/books'
import { settledId } from '#/platform/books/ledger-checkpoint.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  aggregateRange,
  closeMonths,
  findBatchEnd,
  hasMonthsUpTo,
  lockProgress,
  moveProgress,
  newestClosedMonth,
} from './aggregation.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'atFaultPoint'>

/** About a second of work, during which the rows of no member are locked. */
const BATCH = 10_000

/**
 * Adds the next committed ledger transactions to the books and moves the cursor in the same
 * transaction. Closes the months that are complete once everything is added. Returns whether more
 * transactions are left.
 */
export async function aggregateBooks(ctx: Context, count = BATCH): Promise<'all' | 'part'> {
  const readAt = ctx.now()
  const upTo = await settledId(ctx.db)
  return ctx.db.transaction(async (tx) => {
    const { ledgerTransaction: after } = await lockProgress(tx)
    const last = await findBatchEnd(tx, { after, upTo, count })
    if (last !== undefined) {
      await aggregateRange(tx, { after, last })
      ctx.atFaultPoint?.('books-aggregating')
      await moveProgress(tx, { ledgerTransaction: last })
      if (last < upTo) return 'part'
    }
    // An open transaction was older than the wait, so the books are as of the last run.
    if (upTo < after) return 'all'
    await moveProgress(tx, { aggregatedAt: readAt })
    const month = lastClosedMonth(readAt)
    const newest = await newestClosedMonth(tx)
    if ((newest === null || newest < month) && (await hasMonthsUpTo(tx, month))) {
      await closeMonths(tx, { month, ledgerTransaction: last ?? after, at: readAt })
    }
    return 'all'
  })
}
