import { sql } from 'drizzle-orm'
import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import { rowsOf } from './db.ts'
import { enqueue, type JobKind } from './jobs.ts'

export const SWEEP = 'platform.sweep'
const EVERY_MS = HOUR_MS

/** Deletes the rows of a table once the instant in a column is this old. Rows without one stay. */
export type Sweep = { table: string; column: string; keptMs: number }

/** Far below the time limit of a statement for any table. */
const BATCH_ROWS = 1000
/** Far below the lease of a job; another job deletes the rest. */
const BATCHES_MAX = 50

type Context = Pick<AppContext, 'db' | 'now'>

/** Deletes expired rows, and enqueues its next run in an hour. */
export function sweepJob(sweeps: readonly Sweep[]): JobKind<null> {
  return {
    kind: SWEEP,
    lane: 'housekeeping',
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    handle: async (ctx, { id }) => {
      const now = ctx.now()
      if ((await runSweeps(ctx, sweeps)) === 'part') {
        const key = `${SWEEP}:after:${id}`
        await enqueue(ctx.db, SWEEP, { payload: null, dueAt: now, now, key })
      }
      await queueSweep(ctx, new Date(now.getTime() + EVERY_MS))
    },
  }
}

/** The hour is part of the key, so that several processes enqueue one sweep. */
export async function queueSweep(ctx: Context, dueAt: Date): Promise<void> {
  const key = `${SWEEP}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, SWEEP, { payload: null, dueAt, now: ctx.now(), key })
}

/** Returns whether rows are left for the next run. */
export async function runSweeps(ctx: Context, sweeps: readonly Sweep[]): Promise<'all' | 'part'> {
  let end: 'all' | 'part' = 'all'
  for (const sweep of sweeps) {
    if ((await sweepTable(ctx, sweep)) === 'part') end = 'part'
  }
  return end
}

async function sweepTable(ctx: Context, sweep: Sweep): Promise<'all' | 'part'> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await deleteBatch(ctx, sweep)) < BATCH_ROWS) return 'all'
  }
  return 'part'
}

/** Uses a separate statement each time, so that deletions stay even if the next one fails. */
async function deleteBatch(ctx: Context, { table, column, keptMs }: Sweep): Promise<number> {
  const before = new Date(ctx.now().getTime() - keptMs).toISOString()
  const [name, instant] = [sql.identifier(table), sql.identifier(column)]
  // Raw SQL: the table is a name from the list of sweeps, and rows are found by their ctid.
  const rows = await rowsOf(
    ctx.db,
    sql`delete from ${name} where ctid in (
      select ctid from ${name} where ${instant} <= ${before}::timestamptz
      order by ${instant} limit ${BATCH_ROWS} for update skip locked) returning 1`,
  )
  return rows.length
}
