import type { AppContext } from '#/platform/process/context.ts'
import { enqueuePoll } from '#/platform/process/jobs.ts'

export const AGGREGATE_BOOKS = 'books.aggregate'
export const RECONCILE_BOOKS = 'books.reconcile'

/** Runs the reconciliation now, because an operator asked for it. */
export async function wakeReconciliation(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await enqueuePoll(ctx.db, RECONCILE_BOOKS, ctx.now())
}
