import { and, eq, isNotNull, isNull, lte, sql, type Placeholder } from 'drizzle-orm'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import { isFree, jsonOf } from './jobs.ts'
import { jobs } from './jobs.table.ts'
import { prepared, type Params } from './prepared.ts'

/** The time after which the job of a dead worker is free. */
export const LEASE_MS = MINUTE_MS
/** Allows for several renewals that fail or wait for a connection. */
export const RENEW_MS = 15 * SECOND_MS

type Context = Pick<AppContext, 'db' | 'now'>

/** The claim of a worker on a job. Once another worker has claimed it, this one changes nothing. */
export type Claim = { id: number; claim: number }

export type ClaimedJob = Claim & { kind: string; payload: unknown; attempt: number }

function isDue(now: Placeholder) {
  return and(isNull(jobs.doneAt), isNull(jobs.deadAt), lte(jobs.dueAt, now), isFree(now))
}

const kindsIn = (kinds: Placeholder) =>
  sql`jsonb_array_elements_text(${kinds}::jsonb) as given(kind)`

const claim = prepared(
  'jobs.claim',
  (db, { now, leasedUntil, kinds }: Params<{ now: Date; leasedUntil: Date; kinds: string }>) => {
    // Reads one row of each kind, however many are waiting.
    const oldest = db
      .select({ id: jobs.id, dueAt: jobs.dueAt })
      .from(jobs)
      .where(and(eq(jobs.kind, sql`given.kind`), isDue(now)))
      .orderBy(jobs.dueAt, jobs.id)
      .limit(1)
      .for('update', { skipLocked: true })
      .as('oldest')
    const due = db
      .select({ id: oldest.id })
      .from(kindsIn(kinds))
      .crossJoinLateral(oldest)
      .orderBy(oldest.dueAt, oldest.id)
      .limit(1)
    return (
      db
        .update(jobs)
        .set({
          attempts: sql`${jobs.attempts} + 1`,
          claims: sql`${jobs.claims} + 1`,
          leasedUntil: sql`${leasedUntil}`,
        })
        .where(eq(jobs.id, due))
        // The driver has already parsed the payload; the column would parse a string again.
        .returning({
          id: jobs.id,
          claim: jobs.claims,
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
  ctx: Context,
  kinds: readonly string[],
): Promise<ClaimedJob | undefined> {
  const now = ctx.now()
  const [row] = await claim(ctx.db, {
    now,
    leasedUntil: leaseEnd(now),
    kinds: JSON.stringify(kinds),
  })
  return row
}

const dueKinds = prepared(
  'jobs.due-kinds',
  (db, { now, kinds }: Params<{ now: Date; kinds: string }>) => {
    // For EXISTS, or without the order, the planner would read all jobs.
    const due = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, sql`given.kind`), isDue(now)))
      .orderBy(jobs.dueAt, jobs.id)
      .limit(1)
      .as('due')
    return db
      .select({ kind: sql<string>`given.kind` })
      .from(kindsIn(kinds))
      .crossJoinLateral(due)
  },
)

/** Returns the kinds that have due jobs, so that one statement serves all lanes. */
export async function findDueKinds(
  { db, now }: Context,
  kinds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await dueKinds(db, { now: now(), kinds: JSON.stringify(kinds) })
  return new Set(rows.map(({ kind }) => kind))
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** Each of the following returns whether the worker still held the job. */
export async function markDone(ctx: Context, held: Claim): Promise<boolean> {
  const rows = await ctx.db
    .update(jobs)
    .set({ doneAt: ctx.now(), leasedUntil: null, lastError: null })
    .where(isHeld(held))
    .returning({ id: jobs.id })
  return rows.length > 0
}

/** Queues the rest of a job behind the due jobs of its lane. A job that proceeds has not failed. */
export async function storeCursor(ctx: Context, held: Claim, payload: unknown): Promise<boolean> {
  const rows = await ctx.db
    .update(jobs)
    .set({
      payload: jsonOf(payload),
      dueAt: ctx.now(),
      attempts: 0,
      leasedUntil: null,
      lastError: null,
    })
    .where(isHeld(held))
    .returning({ id: jobs.id })
  return rows.length > 0
}

/** Schedules the next attempt, or marks the job dead, so that operators see it. */
export async function markFailed(
  ctx: Context,
  held: Claim,
  failure: { error: string; retryAfterMs: number | undefined },
): Promise<boolean> {
  const now = ctx.now()
  const rows = await ctx.db
    .update(jobs)
    .set({
      lastError: failure.error.slice(0, 2000),
      leasedUntil: null,
      dueAt: new Date(now.getTime() + (failure.retryAfterMs ?? 0)),
      deadAt: failure.retryAfterMs === undefined ? now : null,
    })
    .where(isHeld(held))
    .returning({ id: jobs.id })
  return rows.length > 0
}

/** Extends the lease, also one that has expired while no other worker has claimed the job. */
export async function renewLease(ctx: Context, held: Claim): Promise<boolean> {
  const rows = await ctx.db
    .update(jobs)
    .set({ leasedUntil: leaseEnd(ctx.now()) })
    // A renewal that arrives after the end of the job leases nothing.
    .where(and(isHeld(held), isNotNull(jobs.leasedUntil)))
    .returning({ id: jobs.id })
  return rows.length > 0
}

function isHeld(held: Claim) {
  return and(eq(jobs.id, held.id), eq(jobs.claims, held.claim), isNull(jobs.doneAt))
}
