import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import type { Db } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'

type Job = CallData<'operator.listJobs'>['list'][number]

/** Returns dead jobs latest first, and waiting jobs in the order they are due. */
export async function findJobs(
  db: Db,
  state: Job['state'],
  page: { size: number; offset: number },
): Promise<{ list: Job[]; totalCount: number }> {
  const where =
    state === 'dead' ? isNotNull(jobs.deadAt) : and(isNull(jobs.deadAt), isNull(jobs.doneAt))
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

/** Makes a dead job due now and returns its kind. */
export async function reviveJob(db: Db, id: number, now: Date): Promise<string | undefined> {
  const [row] = await db
    .update(jobs)
    .set({ deadAt: null, attempts: 0, leasedUntil: null, dueAt: now })
    .where(and(eq(jobs.id, id), isNotNull(jobs.deadAt)))
    .returning({ kind: jobs.kind })
  return row?.kind
}

export async function jobExists(db: Db, id: number): Promise<boolean> {
  const rows = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id))
  return rows.length === 1
}
