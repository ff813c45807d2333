import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
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
  /**
   * `reason` is why, and `before` and `after` are the values that changed. An approval attaches its
   * number and both persons. `userId` is the member concerned if the subject is not the member.
   * Other fields belong to the action.
   */
  data: Readonly<Record<string, unknown>>
}

export type AuditEntry = typeof auditEntries.$inferSelect

/** The predecessor of the first entry. */
export const AUDIT_START = { id: 0, hash: '0'.repeat(64) }

const lockHead = prepared('audit.head', (db) => db.select().from(auditHead).for('update'))

/** Appends with one statement, whatever their number; the trigger checks them in this order. */
async function insertEntries(tx: Db, entries: readonly AuditEntry[]): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`insert into audit_entries
      (id, at, actor, action, subject, data, previous_hash, hash)
    select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e(id bigint, at timestamptz, actor text, action text, subject text, data jsonb,
        "previousHash" text, hash text)`)
}

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

/** Data that every entry of a transaction carries: the reason and the approval of the action. */
const attached = new WeakMap<Db, Readonly<Record<string, unknown>>>()

/** Adds to the data that the later entries of a transaction carry; undefined removes all of it. */
export function attachToAudit(tx: Db, data: Readonly<Record<string, unknown>> | undefined): void {
  if (data) attached.set(tx, { ...attached.get(tx), ...data })
  else attached.delete(tx)
}

/**
 * Runs last in the transaction of the fact, because every other append waits from here until the
 * commit.
 */
export async function appendAudit(tx: Db, fact: AuditFact): Promise<void> {
  const [head] = await lockHead(tx, {})
  if (!head) throw new Error('The audit has no head')
  const entry = { id: head.id + 1, ...fact, data: { ...fact.data, ...attached.get(tx) } }
  const hash = auditHash(head.hash, entry)
  await insertEntry(tx, { ...entry, previousHash: head.hash, hash })
}

/** Appends several facts of one action. Runs last in the transaction, too. */
export async function appendAudits(tx: Db, facts: readonly AuditFact[]): Promise<void> {
  if (facts.length === 0) return
  const [head] = await lockHead(tx, {})
  if (!head) throw new Error('The audit has no head')
  let { id, hash: previousHash } = head
  const entries = facts.map((fact) => {
    id += 1
    const entry = { id, ...fact, data: { ...fact.data, ...attached.get(tx) } }
    const hash = auditHash(previousHash, entry)
    const stored = { ...entry, previousHash, hash }
    previousHash = hash
    return stored
  })
  await insertEntries(tx, entries)
}

/**
 * Returns SHA-256 over the previous hash and the entry as canonical JSON, so that anyone can
 * recompute it.
 */
export function auditHash(previousHash: string, entry: AuditFact & { id: number }): string {
  return createHash('sha256').update(previousHash).update(canonicalEntry(entry)).digest('hex')
}

/** Returns the text of an entry that its hash covers, after the previous hash. */
export function canonicalEntry(entry: AuditFact & { id: number }): string {
  const { id, at, actor, action, subject, data } = entry
  return canonicalJson({ id, at: at.toISOString(), actor, action, subject, data })
}

/** Returns JSON without spaces, with the keys in the order of their characters. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    // Omits undefined values, because JSON omits them in the database too.
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${pairs.join(',')}}`
}
