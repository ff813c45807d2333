import { sql } from 'drizzle-orm'
import type { AppContext } from './context.ts'
import { rowsOf, type Db } from './db.ts'

export type Job<Payload> = { id: number; payload: Payload; attempt: number }

/**
 * Work that happens after a fact was committed. A handler may be called twice for the same job
 * (a worker may die after its work and before its mark), so it looks before it acts.
 */
export type JobKind<Payload> = {
  kind: string
  /** Waits before the tries after the first; then the job is dead and waits for an operator. */
  retryAfterMs: readonly number[]
  handle: (ctx: AppContext, job: Job<Payload>) => Promise<void>
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Patient enough for a mail server that is down over lunch. */
export const DEFAULT_RETRIES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  ...Array.from({ length: 10 }, () => 2 * MINUTE),
  ...Array.from({ length: 12 }, () => 15 * MINUTE),
]

const LEASE_MS = 5 * MINUTE

type Queued = { payload: unknown; dueAt: Date; now: Date; key?: string }

/** Inside the caller's transaction: the job exists if and only if the fact does. */
export async function enqueue(db: Db, kind: string, queued: Queued): Promise<void> {
  await db.execute(sql`insert into jobs (kind, payload, key, due_at, created_at)
    values (${kind}, ${JSON.stringify(queued.payload)}::jsonb, ${queued.key ?? null},
      ${queued.dueAt.toISOString()}::timestamptz, ${queued.now.toISOString()}::timestamptz)
    on conflict (key) do nothing`)
}

type Claimed = { id: string | number; kind: string; payload: unknown; attempts: number }

/** Takes what is due, for a while: nobody else gets it, unless this worker dies. */
export async function claimDueJobs(
  ctx: Pick<AppContext, 'db' | 'now'>,
  count: number,
): Promise<Claimed[]> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const jobs = await rowsOf<Claimed>(
    ctx.db,
    sql`update jobs set attempts = attempts + 1, leased_until = ${leasedUntil.toISOString()}::timestamptz
      where id in (
        select id from jobs
        where done_at is null and dead_at is null and due_at <= ${now.toISOString()}::timestamptz
          and (leased_until is null or leased_until <= ${now.toISOString()}::timestamptz)
        order by due_at, id limit ${count} for update skip locked
      ) returning id, kind, payload, attempts`,
  )
  return jobs.toSorted((a, b) => Number(a.id) - Number(b.id))
}

export async function markDone(ctx: Pick<AppContext, 'db' | 'now'>, id: number): Promise<void> {
  await ctx.db.execute(sql`update jobs set done_at = ${ctx.now().toISOString()}::timestamptz,
    leased_until = null, last_error = null where id = ${id} and done_at is null`)
}

/** Later, or never again by itself: then it stays, dead and in sight of the operators. */
export async function markFailed(
  ctx: Pick<AppContext, 'db' | 'now'>,
  id: number,
  failure: { error: string; retryAfterMs: number | undefined },
): Promise<void> {
  const now = ctx.now()
  const dueAt = new Date(now.getTime() + (failure.retryAfterMs ?? 0)).toISOString()
  const deadAt = failure.retryAfterMs === undefined ? now.toISOString() : null
  await ctx.db
    .execute(sql`update jobs set last_error = ${failure.error.slice(0, 2000)}, leased_until = null,
    due_at = ${dueAt}::timestamptz, dead_at = ${deadAt}::timestamptz where id = ${id} and done_at is null`)
}

const KEPT_DONE_MS = 7 * 24 * 60 * MINUTE

export async function sweepDoneJobs(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_DONE_MS).toISOString()
  await ctx.db.execute(sql`delete from jobs where done_at <= ${before}::timestamptz`)
}
