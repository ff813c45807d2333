import { and, eq, gt, isNotNull, isNull, lte, or, sql, type Placeholder } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import { instantOrNull } from './columns.ts'
import type { Db } from './db.ts'
import { jobs } from './jobs.table.ts'
import type { LaneName } from './lanes.ts'

export type Job<Payload> = {
  id: number
  payload: Payload
  attempt: number
  /** Aborted when another worker may have taken the job; long handlers stop then. */
  signal: AbortSignal
}

/** The payload with which the rest of a job continues. */
export type Continuation<Payload> = { next: Payload }

/**
 * Returned by a handler that has committed one batch of a long job. The job is stored with the new
 * payload and queued behind the due jobs of its lane, with all its attempts, so that the next batch
 * begins at this cursor even if the process is killed. The last batch may be repeated.
 */
export function continueFrom<Payload>(next: Payload): Continuation<Payload> {
  return { next }
}

/**
 * Work that happens after a fact was committed. A handler may be called twice for the same job (a
 * worker may die after its work and before its mark), so it must check the state before it acts.
 */
export type JobKind<Payload> = {
  kind: string
  /** A job delays only jobs of the same lane. */
  lane: LaneName
  /**
   * The delays before the attempts after the first; then the job is dead and waits for an operator.
   */
  retryAfterMs: readonly number[]
  /** A handler that works for longer than some seconds returns `continueFrom` after each batch. */
  handle: (ctx: AppContext, job: Job<Payload>) => Promise<Continuation<Payload> | void>
}

// Each kind has its own payload type, which only its own handler sees.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJobKind = JobKind<any>

/** Covers a mail server that is down for about three hours. */
export const DEFAULT_RETRIES: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  ...Array.from({ length: 10 }, () => 2 * MINUTE_MS),
  ...Array.from({ length: 12 }, () => 15 * MINUTE_MS),
]

/** The time for which a key stays taken after its job was done. */
export const DONE_JOBS_KEPT_MS = 7 * DAY_MS

type Queued = { payload: unknown; dueAt: Date; now: Date; key?: string }

/** The builder would write a payload of `null` as SQL NULL. */
export const jsonOf = (payload: unknown) => sql`${JSON.stringify(payload)}::jsonb`

/**
 * Enqueues inside the caller's transaction, so that the job exists if and only if the fact does.
 */
export async function enqueue(db: Db, kind: string, queued: Queued): Promise<void> {
  const { payload, key, dueAt, now } = queued
  await db
    .insert(jobs)
    .values({ kind, payload: jsonOf(payload), key, dueAt, createdAt: now })
    .onConflictDoNothing({ target: jobs.key })
}

/**
 * Enqueues a job that finds its own work, due now. A waiting or failed job of the same kind will
 * see what the caller has committed, so no second one is added.
 */
export async function enqueuePoll(
  db: Db,
  kind: string,
  now: Date,
  payload: unknown = null,
): Promise<void> {
  const at = now.toISOString()
  const given = JSON.stringify(payload)
  // The row stays locked until the caller commits, because a worker that took it earlier would see
  // nothing.
  // Raw SQL: whether it inserts depends on a row that the same statement locks.
  await db.execute(sql`with waiting as (
      select 1 from jobs where kind = ${kind} and payload = ${given}::jsonb
        and done_at is null and dead_at is null
        and case when attempts = 0 then due_at <= ${at}::timestamptz else leased_until is null end
      limit 1 for share)
    insert into jobs (kind, payload, due_at, created_at)
    select ${kind}, ${given}::jsonb, ${at}::timestamptz, ${at}::timestamptz
    where not exists (select 1 from waiting)`)
}

/** Returns whether a worker is running the job now. */
export async function isRunning(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: string,
  payload: unknown,
): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, kind),
        isNull(jobs.doneAt),
        isNull(jobs.deadAt),
        eq(jobs.payload, jsonOf(payload)),
        gt(jobs.leasedUntil, ctx.now()),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Matches jobs without a lease, or whose lease has expired. */
export function isFree(now: Date | Placeholder) {
  return or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now))
}

export type JobCounts = {
  kind: string
  waiting: number
  running: number
  dead: number
  oldestDueAt: Date | null
}

/** Counts due, running and dead jobs by kind. Kinds without any are left out. */
export function countJobs({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<JobCounts[]> {
  const at = now()
  const isOpen = isNull(jobs.deadAt)
  const isWaiting = and(isOpen, isFree(at))
  return (
    db
      .select({
        kind: jobs.kind,
        waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
        running: sql`count(*) filter (where ${and(isOpen, gt(jobs.leasedUntil, at))})`.mapWith(
          Number,
        ),
        dead: sql`count(*) filter (where ${jobs.deadAt} is not null)`.mapWith(Number),
        oldestDueAt: sql`min(${jobs.dueAt}) filter (where ${isWaiting})`.mapWith(instantOrNull),
      })
      .from(jobs)
      // Each side has exactly the condition of its partial index; jobs that are done are not read.
      .where(
        or(
          isNotNull(jobs.deadAt),
          and(isNull(jobs.doneAt), isNull(jobs.deadAt), lte(jobs.dueAt, at)),
        ),
      )
      .groupBy(jobs.kind)
      .orderBy(jobs.kind)
  )
}
