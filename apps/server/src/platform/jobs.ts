import { sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
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
  /** What waits for a mail server waits by itself, and holds up nothing else. */
  lane?: 'mail'
  handle: (ctx: AppContext, job: Job<Payload>) => Promise<void>
}

/** Patient enough for a mail server that is down over lunch. */
export const DEFAULT_RETRIES: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  ...Array.from({ length: 10 }, () => 2 * MINUTE_MS),
  ...Array.from({ length: 12 }, () => 15 * MINUTE_MS),
]

/** Longer than any adapter waits for the outside, so that only a dead worker loses its turn. */
export const LEASE_MS = 5 * MINUTE_MS

/** A key stays taken for so long after its job was done. */
export const DONE_JOBS_KEPT_MS = 7 * DAY_MS

type Queued = { payload: unknown; dueAt: Date; now: Date; key?: string }

/** Inside the caller's transaction: the job exists if and only if the fact does. */
export async function enqueue(db: Db, kind: string, queued: Queued): Promise<void> {
  await db.execute(sql`insert into jobs (kind, payload, key, due_at, created_at)
    values (${kind}, ${JSON.stringify(queued.payload)}::jsonb, ${queued.key ?? null},
      ${queued.dueAt.toISOString()}::timestamptz, ${queued.now.toISOString()}::timestamptz)
    on conflict (key) do nothing`)
}

/**
 * A job that looks itself what there is to do, now. One that nobody has taken yet will see what the
 * caller has committed, and so will one that failed and is tried again, so no second one is queued
 * beside it.
 */
export async function enqueueLook(
  db: Db,
  kind: string,
  now: Date,
  payload: unknown = null,
): Promise<void> {
  const at = now.toISOString()
  const given = JSON.stringify(payload)
  // Held until the caller commits: a worker that took it before that would see nothing.
  await db.execute(sql`with waiting as (
      select 1 from jobs where kind = ${kind} and payload = ${given}::jsonb
        and done_at is null and dead_at is null
        and case when attempts = 0 then due_at <= ${at}::timestamptz else leased_until is null end
      limit 1 for share)
    insert into jobs (kind, payload, due_at, created_at)
    select ${kind}, ${given}::jsonb, ${at}::timestamptz, ${at}::timestamptz
    where not exists (select 1 from waiting)`)
}

export type ClaimedJob = { id: number; kind: string; payload: unknown; attempt: number }

/**
 * Takes the job that has been due for longest, for a while: nobody else gets it, unless this worker
 * dies. Kinds that a worker does not know are left for one that does.
 */
export async function claimDueJob(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kinds: readonly string[],
): Promise<ClaimedJob | undefined> {
  const now = ctx.now().toISOString()
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS).toISOString()
  const [row] = await rowsOf<{
    id: string | number
    kind: string
    payload: unknown
    attempts: number
  }>(
    ctx.db,
    sql`update jobs set attempts = attempts + 1, leased_until = ${leasedUntil}::timestamptz
      where id = (
        select id from jobs
        where done_at is null and dead_at is null and due_at <= ${now}::timestamptz
          and (leased_until is null or leased_until <= ${now}::timestamptz)
          and kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
        order by due_at, id limit 1 for update skip locked
      ) returning id, kind, payload, attempts`,
  )
  return row && { id: Number(row.id), kind: row.kind, payload: row.payload, attempt: row.attempts }
}

/** Whether some worker is at it now. */
export async function isTaken(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: string,
  payload: unknown,
): Promise<boolean> {
  const rows = await rowsOf(
    ctx.db,
    sql`select 1 from jobs where kind = ${kind} and done_at is null and dead_at is null
      and payload = ${JSON.stringify(payload)}::jsonb
      and leased_until > ${ctx.now().toISOString()}::timestamptz limit 1`,
  )
  return rows.length > 0
}

/** The turn that a worker was given. One that took too long has lost it and changes nothing more. */
export type Turn = Pick<ClaimedJob, 'id' | 'attempt'>

export async function markDone(ctx: Pick<AppContext, 'db' | 'now'>, turn: Turn): Promise<void> {
  await ctx.db.execute(sql`update jobs set done_at = ${ctx.now().toISOString()}::timestamptz,
    leased_until = null, last_error = null
    where id = ${turn.id} and attempts = ${turn.attempt} and done_at is null`)
}

/** Later, or never again by itself: then it stays, dead and in sight of the operators. */
export async function markFailed(
  ctx: Pick<AppContext, 'db' | 'now'>,
  turn: Turn,
  failure: { error: string; retryAfterMs: number | undefined },
): Promise<void> {
  const now = ctx.now()
  const dueAt = new Date(now.getTime() + (failure.retryAfterMs ?? 0)).toISOString()
  const deadAt = failure.retryAfterMs === undefined ? now.toISOString() : null
  await ctx.db.execute(sql`update jobs set last_error = ${failure.error.slice(0, 2000)},
    leased_until = null, due_at = ${dueAt}::timestamptz, dead_at = ${deadAt}::timestamptz
    where id = ${turn.id} and attempts = ${turn.attempt} and done_at is null`)
}

export type WaitingJobs = { kind: string; waiting: number; dead: number; oldestDueAt: Date | null }

/** What is due and in nobody's hands, and what was given up, by kind. Kinds of which there is neither are left out. */
export async function countWaitingJobs(
  ctx: Pick<AppContext, 'db' | 'now'>,
): Promise<WaitingJobs[]> {
  const now = ctx.now().toISOString()
  const rows = await rowsOf<{
    kind: string
    waiting: string | number
    dead: string | number
    oldest: string | Date | null
  }>(
    ctx.db,
    sql`select kind, count(*) filter (where dead_at is null) as waiting,
        count(*) filter (where dead_at is not null) as dead,
        min(due_at) filter (where dead_at is null) as oldest
      from jobs where dead_at is not null or (done_at is null and due_at <= ${now}::timestamptz
        and (leased_until is null or leased_until <= ${now}::timestamptz))
      group by kind order by kind`,
  )
  return rows.map(({ kind, waiting, dead, oldest }) => ({
    kind,
    waiting: Number(waiting),
    dead: Number(dead),
    oldestDueAt: oldest === null ? null : new Date(oldest),
  }))
}
