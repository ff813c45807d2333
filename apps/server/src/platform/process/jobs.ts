import { and, eq, gt, isNotNull, isNull, lte, or, sql, type Placeholder } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import { instantOrNull } from './columns.ts'
import type { Db } from './db.ts'
import { jobs } from './jobs.table.ts'
import { prepared, type Params } from './prepared.ts'

export type Job<Payload> = { id: number; payload: Payload; attempt: number }

/**
 * Work that happens after a fact was committed. A handler may be called twice for the same job (a
 * worker may die after its work and before its mark), so it must check the state before it acts.
 */
export type JobKind<Payload> = {
  kind: string
  /**
   * The delays before the attempts after the first; then the job is dead and waits for an operator.
   */
  retryAfterMs: readonly number[]
  /** Jobs that depend on a mail server run in their own lane, so that they delay nothing else. */
  lane?: 'mail'
  handle: (ctx: AppContext, job: Job<Payload>) => Promise<void>
}

/** Covers a mail server that is down for about three hours. */
export const DEFAULT_RETRIES: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  ...Array.from({ length: 10 }, () => 2 * MINUTE_MS),
  ...Array.from({ length: 12 }, () => 15 * MINUTE_MS),
]

/**
 * Longer than any adapter waits for external services, so that only a dead worker loses its lease.
 */
export const LEASE_MS = 5 * MINUTE_MS

/** The time for which a key stays taken after its job was done. */
export const DONE_JOBS_KEPT_MS = 7 * DAY_MS

type Queued = { payload: unknown; dueAt: Date; now: Date; key?: string }

/** The builder would write a payload of `null` as SQL NULL. */
const jsonOf = (payload: unknown) => sql`${JSON.stringify(payload)}::jsonb`

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

export type ClaimedJob = { id: number; kind: string; payload: unknown; attempt: number }

const claim = prepared(
  'jobs.claim',
  (db, { now, leasedUntil, kinds }: Params<{ now: Date; leasedUntil: Date; kinds: string }>) => {
    const due = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          isNull(jobs.doneAt),
          isNull(jobs.deadAt),
          lte(jobs.dueAt, now),
          isFree(now),
          sql`${jobs.kind} in (select jsonb_array_elements_text(${kinds}::jsonb))`,
        ),
      )
      .orderBy(jobs.dueAt, jobs.id)
      .limit(1)
      .for('update', { skipLocked: true })
    return (
      db
        .update(jobs)
        .set({ attempts: sql`${jobs.attempts} + 1`, leasedUntil: sql`${leasedUntil}` })
        .where(eq(jobs.id, due))
        // The driver has already parsed the payload; the column would parse a string again.
        .returning({
          id: jobs.id,
          kind: jobs.kind,
          payload: sql<unknown>`${jobs.payload}`,
          attempt: jobs.attempts,
        })
    )
  },
)

/**
 * Leases the job that has been due for longest; no other worker gets it unless this one dies. Kinds
 * that a worker does not know are left for others.
 */
export async function claimDueJob(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kinds: readonly string[],
): Promise<ClaimedJob | undefined> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const [row] = await claim(ctx.db, { now, leasedUntil, kinds: JSON.stringify(kinds) })
  return row
}

/** Matches jobs without a lease, or whose lease has expired. */
function isFree(now: Date | Placeholder) {
  return or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now))
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

/** The claim of a worker on a job. A worker whose lease expired has lost it and changes nothing. */
export type JobAttempt = Pick<ClaimedJob, 'id' | 'attempt'>

export async function markDone(
  ctx: Pick<AppContext, 'db' | 'now'>,
  jobAttempt: JobAttempt,
): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ doneAt: ctx.now(), leasedUntil: null, lastError: null })
    .where(isJobAttempt(jobAttempt))
}

function isJobAttempt({ id, attempt }: JobAttempt) {
  return and(eq(jobs.id, id), eq(jobs.attempts, attempt), isNull(jobs.doneAt))
}

/** Schedules the next attempt, or marks the job dead, so that operators see it. */
export async function markFailed(
  ctx: Pick<AppContext, 'db' | 'now'>,
  jobAttempt: JobAttempt,
  failure: { error: string; retryAfterMs: number | undefined },
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .update(jobs)
    .set({
      lastError: failure.error.slice(0, 2000),
      leasedUntil: null,
      dueAt: new Date(now.getTime() + (failure.retryAfterMs ?? 0)),
      deadAt: failure.retryAfterMs === undefined ? now : null,
    })
    .where(isJobAttempt(jobAttempt))
}

export type WaitingJobs = { kind: string; waiting: number; dead: number; oldestDueAt: Date | null }

/** Counts due jobs without a lease and dead jobs, by kind. Kinds without either are left out. */
export function countWaitingJobs({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<WaitingJobs[]> {
  const at = now()
  const isDue = and(isNull(jobs.doneAt), lte(jobs.dueAt, at), isFree(at))
  return db
    .select({
      kind: jobs.kind,
      waiting: sql`count(*) filter (where ${jobs.deadAt} is null)`.mapWith(Number),
      dead: sql`count(*) filter (where ${jobs.deadAt} is not null)`.mapWith(Number),
      oldestDueAt: sql`min(${jobs.dueAt}) filter (where ${jobs.deadAt} is null)`.mapWith(
        instantOrNull,
      ),
    })
    .from(jobs)
    .where(or(isNotNull(jobs.deadAt), isDue))
    .groupBy(jobs.kind)
    .orderBy(jobs.kind)
}
