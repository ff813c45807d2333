import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import type { Db } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'

type Job = CallData<'operator.listJobs'>['list'][number]
export type JobRow = typeof jobs.$inferSelect

type Filter = { state: Job['state']; kind?: string | undefined }

/** Returns dead jobs latest first, and waiting jobs in the order they are due. */
export async function findJobs(
  db: Db,
  { state, kind }: Filter,
  page: { size: number; offset: number },
): Promise<{ list: Job[]; totalCount: number }> {
  const inState =
    state === 'dead' ? isNotNull(jobs.deadAt) : and(isNull(jobs.deadAt), isNull(jobs.doneAt))
  const where = and(inState, kind === undefined ? undefined : eq(jobs.kind, kind))
  const order = state === 'dead' ? [desc(jobs.deadAt), desc(jobs.id)] : [jobs.dueAt, jobs.id]
  const totalCount = await db.$count(jobs, where)
  const rows = await db
    .select({
      jobId: jobs.id,
      kind: jobs.kind,
      attempts: jobs.attempts,
      dueAt: jobs.dueAt,
      createdAt: jobs.createdAt,
      deadAt: jobs.deadAt,
      lastError: jobs.lastError,
    })
    .from(jobs)
    .where(where)
    .orderBy(...order)
    .limit(page.size)
    .offset(page.offset)
  const list = rows.map(({ dueAt, createdAt, deadAt, ...row }) => ({
    ...row,
    state,
    dueAt: dueAt.toISOString(),
    createdAt: createdAt.toISOString(),
    deadAt: deadAt && deadAt.toISOString(),
  }))
  return { list, totalCount }
}

export async function findJob(db: Db, id: number): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  return row
}

const revived = (now: Date) => ({ deadAt: null, attempts: 0, leasedUntil: null, dueAt: now })

/** Makes a dead job due now and returns its kind. */
export async function reviveJob(db: Db, id: number, now: Date): Promise<string | undefined> {
  const [row] = await db
    .update(jobs)
    .set(revived(now))
    .where(and(eq(jobs.id, id), isNotNull(jobs.deadAt)))
    .returning({ kind: jobs.kind })
  return row?.kind
}

/** Makes the oldest dead jobs of a kind due now, and returns how many. */
export async function reviveJobs(
  db: Db,
  kind: string,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const oldest = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), isNotNull(jobs.deadAt)))
    .orderBy(jobs.id)
    .limit(limit)
    .for('update')
  const rows = await db
    .update(jobs)
    .set(revived(now))
    .where(inArray(jobs.id, oldest))
    .returning({ id: jobs.id })
  return rows.length
}

export function countDead(db: Db, kind: string): Promise<number> {
  return db.$count(jobs, and(eq(jobs.kind, kind), isNotNull(jobs.deadAt)))
}
