import { and, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { auditEntries } from '#/platform/books/audit.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'

export type JobRow = typeof jobs.$inferSelect
type JobFilter = {
  /** Undefined for all kinds. */
  kind: string | undefined
  since: Date | undefined
  size: number
}

export function findJobById(db: Db, id: number): Promise<JobRow[]> {
  return db.select().from(jobs).where(eq(jobs.id, id))
}

/** Returns dead jobs, latest first. */
export function findDeadJobs(db: Db, { kind, since, size }: JobFilter): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(
      and(
        isNotNull(jobs.deadAt),
        kind === undefined ? undefined : eq(jobs.kind, kind),
        since && gte(jobs.deadAt, since),
      ),
    )
    .orderBy(kind === undefined ? desc(jobs.deadAt) : desc(jobs.id))
    .limit(size)
}

/** Returns waiting jobs in the order they are due. */
export function findWaitingJobs(db: Db, { kind, since, size }: JobFilter): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(
      and(
        isNull(jobs.doneAt),
        isNull(jobs.deadAt),
        kind === undefined ? undefined : eq(jobs.kind, kind),
        since && gte(jobs.dueAt, since),
      ),
    )
    .orderBy(jobs.dueAt, jobs.id)
    .limit(size)
}

type AuditSearch = {
  /** A number, an action, a subject such as `payout:12`, or the kind of subjects. */
  text: string
  id: number | undefined
  memberId: number | undefined
  since: Date | undefined
}

/** Returns the newest entries, by one index each. Times follow the ids, so older ones do not match. */
export async function findAuditRows(
  db: Db,
  { text, id, memberId, since }: AuditSearch,
  size: number,
) {
  const { subject, action, data } = auditEntries
  // The expressions of the indexes of the audit.
  const kind = sql`split_part(${subject}, ':', 1)`
  const member = sql`(case when ${subject} like 'member:%'
    then substr(${subject}, 8) else ${data} ->> 'userId' end)`
  const byMember = memberId === undefined ? undefined : eq(member, String(memberId))
  const keys =
    text === ''
      ? [undefined]
      : id === undefined
        ? [eq(action, text), eq(subject, text), eq(kind, text)]
        : [eq(auditEntries.id, id)]
  const found = new Map<number, typeof auditEntries.$inferSelect>()
  for (const key of keys) {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(and(key, byMember))
      .orderBy(desc(auditEntries.id))
      .limit(size)
    for (const row of rows) found.set(row.id, row)
  }
  return Array.from(found.values())
    .filter(({ at }) => !since || at >= since)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, size)
}
