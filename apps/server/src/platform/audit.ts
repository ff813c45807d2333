import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from './db.ts'

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

export type AuditEntry = AuditFact & { id: number; previousHash: string; hash: string }

/** What the first entry follows. */
export const AUDIT_START = { id: 0, hash: '0'.repeat(64) }

/**
 * In the transaction of the fact, and last in it: from here to the commit everybody else who
 * appends waits.
 */
export async function appendAudit(tx: Db, fact: AuditFact): Promise<void> {
  const [head] = await rowsOf<{ id: string | number; hash: string }>(
    tx,
    sql`select id, hash from audit_head for update`,
  )
  if (!head) throw new Error('The audit has no head')
  const entry = { id: Number(head.id) + 1, ...fact }
  const hash = auditHash(head.hash, entry)
  await tx.execute(sql`insert into audit_entries
      (id, at, actor, action, subject, data, previous_hash, hash)
    values (${entry.id}, ${entry.at.toISOString()}::timestamptz, ${entry.actor}, ${entry.action},
      ${entry.subject}, ${JSON.stringify(entry.data)}::jsonb, ${head.hash}, ${hash})`)
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

type AuditRow = {
  id: string | number
  at: string | Date
  actor: string
  action: string
  subject: string
  data: Record<string, unknown>
  previous_hash: string
  hash: string
}

export async function findAuditEntries(
  db: Db,
  wanted: { actor?: string | undefined; subject?: string | undefined },
  page: { size: number; offset: number },
): Promise<{ entries: AuditEntry[]; totalCount: number }> {
  const { actor = null, subject = null } = wanted
  const where = sql`where (${actor}::text is null or actor = ${actor})
    and (${subject}::text is null or subject = ${subject})`
  const [total] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from audit_entries ${where}`,
  )
  const rows = await rowsOf<AuditRow>(
    db,
    sql`select * from audit_entries ${where} order by id desc limit ${page.size} offset ${page.offset}`,
  )
  return { entries: rows.map(entryOf), totalCount: total?.count ?? 0 }
}

/** Oldest first, for whoever follows the chain. */
export async function findAuditEntriesAfter(
  db: Db,
  afterId: number | null,
  count: number,
): Promise<AuditEntry[]> {
  const rows = await rowsOf<AuditRow>(
    db,
    sql`select * from audit_entries where ${afterId}::bigint is null or id > ${afterId}
      order by id limit ${count}`,
  )
  return rows.map(entryOf)
}

function entryOf(row: AuditRow): AuditEntry {
  const { id, at, previous_hash: previousHash, ...rest } = row
  return { ...rest, id: Number(id), at: new Date(at), previousHash }
}
