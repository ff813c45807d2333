import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { auditEntries, auditHead } from './audit.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'

/**
 * An audited action with actor, subject and data. It contains no personal data, because entries
 * cannot be erased.
 */
export type AuditFact = {
  at: Date
  /** `operator:owner`, or `system` for actions of the server itself. */
  actor: string
  /** The object, then the verb: `member.suspend`. */
  action: string
  /** For example `member:12`, `operator:min` or `job:5`. */
  subject: string
  data: Readonly<Record<string, unknown>>
}

export type AuditEntry = typeof auditEntries.$inferSelect

/** The predecessor of the first entry. */
export const AUDIT_START = { id: 0, hash: '0'.repeat(64) }

const lockHead = prepared('audit.head', (db) => db.select().from(auditHead).for('update'))

const insertEntry = prepared('audit.append', (db, entry: Params<AuditEntry>) =>
  db.insert(auditEntries).values({
    id: entry.id,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    data: entry.data,
    previousHash: entry.previousHash,
    hash: entry.hash,
  }),
)

/**
 * Runs last in the transaction of the fact, because every other append waits from here until the
 * commit.
 */
export async function appendAudit(tx: Db, fact: AuditFact): Promise<void> {
  const [head] = await lockHead(tx, {})
  if (!head) throw new Error('The audit has no head')
  const entry = { id: head.id + 1, ...fact }
  const hash = auditHash(head.hash, entry)
  await insertEntry(tx, { ...entry, previousHash: head.hash, hash })
}

/**
 * Returns SHA-256 over the previous hash and the entry as canonical JSON, so that anyone can
 * recompute it.
 */
export function auditHash(previousHash: string, entry: AuditFact & { id: number }): string {
  const { id, at, actor, action, subject, data } = entry
  const content = canonicalJson({ id, at: at.toISOString(), actor, action, subject, data })
  return createHash('sha256').update(previousHash).update(content).digest('hex')
}

/** Returns JSON without spaces, with the keys in the order of their characters. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    // Omits undefined values, because JSON omits them in the database too.
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${pairs.join(',')}}`
}

export async function findAuditEntries(
  db: Db,
  filter: { actor?: string | undefined; subject?: string | undefined },
  page: { size: number; offset: number },
): Promise<{ entries: AuditEntry[]; totalCount: number }> {
  const { actor, subject } = filter
  const where = and(
    actor === undefined ? undefined : eq(auditEntries.actor, actor),
    subject === undefined ? undefined : eq(auditEntries.subject, subject),
  )
  const totalCount = await db.$count(auditEntries, where)
  const entries = await db
    .select()
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(page.size)
    .offset(page.offset)
  return { entries, totalCount }
}

/** Returns entries oldest first, to verify the chain. */
export function findAuditEntriesAfter(
  db: Db,
  afterId: number | null,
  count: number,
): Promise<AuditEntry[]> {
  return db
    .select()
    .from(auditEntries)
    .where(afterId === null ? undefined : gt(auditEntries.id, afterId))
    .orderBy(asc(auditEntries.id))
    .limit(count)
}
