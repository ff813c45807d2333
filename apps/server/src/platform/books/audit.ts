import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { auditEntries, auditHead } from './audit.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'

/** Who did what to whom, and why. No personal data: it cannot be erased from here. */
export type AuditFact = {
  at: Date
  /** `operator:owner`, or `system` for what the server does by itself. */
  actor: string
  /** `member.suspend`: the thing, then the verb. */
  action: string
  /** `member:12`, `operator:min`, `job:5`. */
  subject: string
  data: Readonly<Record<string, unknown>>
}

export type AuditEntry = typeof auditEntries.$inferSelect

/** What the first entry follows. */
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
 * In the transaction of the fact, and last in it: from here to the commit everybody else who
 * appends waits.
 */
export async function appendAudit(tx: Db, fact: AuditFact): Promise<void> {
  const [head] = await lockHead(tx, {})
  if (!head) throw new Error('The audit has no head')
  const entry = { id: head.id + 1, ...fact }
  const hash = auditHash(head.hash, entry)
  await insertEntry(tx, { ...entry, previousHash: head.hash, hash })
}

/** SHA-256 over the hash before and the entry as canonical JSON: anybody can compute it again. */
export function auditHash(previousHash: string, entry: AuditFact & { id: number }): string {
  const { id, at, actor, action, subject, data } = entry
  const content = canonicalJson({ id, at: at.toISOString(), actor, action, subject, data })
  return createHash('sha256').update(previousHash).update(content).digest('hex')
}

/** JSON without spaces, keys in the order of their characters. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    // What JSON leaves out is not in the database either.
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${pairs.join(',')}}`
}

export async function findAuditEntries(
  db: Db,
  wanted: { actor?: string | undefined; subject?: string | undefined },
  page: { size: number; offset: number },
): Promise<{ entries: AuditEntry[]; totalCount: number }> {
  const { actor, subject } = wanted
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

/** Oldest first, for whoever follows the chain. */
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
