import { sql } from 'drizzle-orm'
import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import { rowsOf } from './db.ts'
import { continueFrom, enqueue, type JobKind } from './jobs.ts'

export const SWEEP = 'platform.sweep'
const EVERY_MS = HOUR_MS

/** Deletes the rows of a table once the instant in a column is this old. Rows without one stay. */
export type Sweep = {
  table: string
  column: string
  /** Orders rows that share their instant where one statement writes many. The index has both. */
  key?: readonly string[]
  keptMs: number
}

/** Far below the time limit of a statement for any table. */
const BATCH_ROWS = 5000
/** A few seconds of work; then other jobs of the lane run. */
const BATCHES_PER_TURN = 40

type Context = Pick<AppContext, 'db' | 'now'>

/** The sweep that is running, and the instant and key of the last row that it deleted. */
export type SweepPosition = { table: string; column: string; cursor: string[] | null }

/** Deletes expired rows, and enqueues its next run in an hour. */
export function sweepJob(sweeps: readonly Sweep[]): JobKind<SweepPosition | null> {
  return {
    kind: SWEEP,
    lane: 'housekeeping',
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    handle: async (ctx, { payload, signal }) => {
      const turn = { position: payload, batches: BATCHES_PER_TURN, signal }
      const next = await runSweeps(ctx, sweeps, turn)
      if (next) return continueFrom(next)
      await queueSweep(ctx, new Date(ctx.now().getTime() + EVERY_MS))
      return undefined
    },
  }
}

/** The hour is part of the key, so that several processes enqueue one sweep. */
export async function queueSweep(ctx: Context, dueAt: Date): Promise<void> {
  const key = `${SWEEP}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, SWEEP, { payload: null, dueAt, now: ctx.now(), key })
}

type Turn = { position?: SweepPosition | null; batches?: number; signal?: AbortSignal }

/** Deletes batches, and returns where the next one begins; null after the last table. */
export async function runSweeps(
  ctx: Context,
  sweeps: readonly Sweep[],
  { position = null, batches = Infinity, signal }: Turn = {},
): Promise<SweepPosition | null> {
  let next = position
  for (let batch = 0; batch < batches; batch += 1) {
    signal?.throwIfAborted()
    next = await sweepBatch(ctx, sweeps, next)
    if (!next) return null
  }
  return next
}

/** Deletes one batch, and returns where the next one begins; null after the last table. */
export async function sweepBatch(
  ctx: Context,
  sweeps: readonly Sweep[],
  position: SweepPosition | null,
): Promise<SweepPosition | null> {
  const at = sweeps.findIndex(
    ({ table, column }) => table === position?.table && column === position.column,
  )
  // A position of a former release may name a sweep that is gone; then all tables are swept again.
  const sweep = sweeps[Math.max(at, 0)]
  if (!sweep) return null
  const { rows, last } = await deleteBatch(ctx, sweep, at < 0 ? null : (position?.cursor ?? null))
  if (rows === BATCH_ROWS) return { table: sweep.table, column: sweep.column, cursor: last }
  const next = sweeps[Math.max(at, 0) + 1]
  return next ? { table: next.table, column: next.column, cursor: null } : null
}

/** Uses a separate statement each time, so that deletions stay even if the next one fails. */
async function deleteBatch(ctx: Context, sweep: Sweep, cursor: string[] | null) {
  const before = new Date(ctx.now().getTime() - sweep.keptMs)
  // Raw SQL: the table is a name from the list of sweeps, and rows are found by their ctid.
  const [batch] = await rowsOf<{ rows: number; last: string[] }>(
    ctx.db,
    batchStatement(sweep, before, cursor),
  )
  return batch ?? { rows: 0, last: null }
}

/**
 * Begins at the row that was deleted last, because an index keeps deleted rows until the next vacuum
 * and a statement that begins at the oldest row reads all of them again.
 */
export function batchStatement(
  { table, column, key = [] }: Sweep,
  before: Date,
  cursor: readonly string[] | null,
) {
  const name = sql.identifier(table)
  const columns = [column, ...key].map((each) => sql.identifier(each))
  const order = sql.join(columns, sql`, `)
  const values = cursor?.map((value) => sql`${value}`)
  const start = values ? sql`and (${order}) >= (${sql.join(values, sql`, `)})` : sql``
  const descending = columns.map((each) => sql`${each} desc`)
  const texts = columns.map((each) => sql`${each}::text`)
  return sql`with gone as (
      delete from ${name} where ctid = any (array(
        select ctid from ${name}
        where ${sql.identifier(column)} <= ${before.toISOString()}::timestamptz ${start}
        order by ${order} limit ${BATCH_ROWS} for update skip locked))
      returning ${order})
    select array[${sql.join(texts, sql`, `)}] as last, (select count(*)::integer from gone) as rows
    from gone order by ${sql.join(descending, sql`, `)} limit 1`
}
