import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { auditEntries, auditHead } from './audit.table.ts'
import type { AuditEntry } from './audit.ts'
import type { Db } from '#/platform/process/db.ts'
import type { Cursor } from '#/platform/process/page.ts'

export type AuditFilter = {
  action?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  subjectKind?: string | undefined
  userId?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The expression of the index on the kind of the subject. */
const kind = sql`split_part(${auditEntries.subject}, ':', 1)`

/** The expression of the index on the member: the subject, or the member that the data name. */
const member = sql`(case when ${auditEntries.subject} like 'member:%'
  then substr(${auditEntries.subject}, 8) else ${auditEntries.data} ->> 'userId' end)`

function matching({ action, actor, subject, subjectKind, userId, from, to }: AuditFilter) {
  return and(
    action === undefined ? undefined : eq(auditEntries.action, action),
    actor === undefined ? undefined : eq(auditEntries.actor, actor),
    subject === undefined ? undefined : eq(auditEntries.subject, subject),
    subjectKind === undefined ? undefined : eq(kind, subjectKind),
    userId === undefined ? undefined : eq(member, String(userId)),
    from === undefined ? undefined : gte(auditEntries.at, from),
    to === undefined ? undefined : lt(auditEntries.at, to),
  )
}

/** Entries are numbered without gaps, so the head is the number of all entries. */
export async function countAuditEntries(db: Db, filter: AuditFilter): Promise<number> {
  const where = matching(filter)
  if (where) return db.$count(auditEntries, where)
  const [head] = await db.select({ id: auditHead.id }).from(auditHead)
  return head?.id ?? 0
}

/** Counts the entries that match, but stops at `limit`. */
export async function countAuditEntriesUpTo(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<number> {
  const found = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(matching(filter))
    .limit(limit)
    .as('found')
  return db.$count(found)
}

export function findAuditEntries(
  db: Db,
  filter: AuditFilter,
  { before, size, offset }: { before: Cursor | undefined; size: number; offset: number },
): Promise<AuditEntry[]> {
  return db
    .select()
    .from(auditEntries)
    .where(and(matching(filter), before ? lt(auditEntries.id, before.id) : undefined))
    .orderBy(desc(auditEntries.id))
    .limit(size)
    .offset(offset)
}

/** Returns entries oldest first, to verify or to export the chain. */
export function findAuditEntriesAfter(
  db: Db,
  afterId: number | null,
  count: number,
  filter: AuditFilter = {},
): Promise<AuditEntry[]> {
  return db
    .select()
    .from(auditEntries)
    .where(and(matching(filter), afterId === null ? undefined : gt(auditEntries.id, afterId)))
    .orderBy(asc(auditEntries.id))
    .limit(count)
}
