import { sql } from 'drizzle-orm'
import { AUDIT_START, auditHash } from './audit.ts'
import { findAuditEntriesAfter } from './audit.queries.ts'
import { auditHead } from './audit.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'

/** An entry up to which the chain is valid. */
export type Link = { id: number; hash: string }

export type AuditVerdict = {
  ok: boolean
  /** The number of valid entries, from the first one. */
  count: number
  /** The id at which the chain breaks: a changed or inserted entry, or the id of a missing one. */
  firstBrokenId: number | null
  /**
   * The hash of the last valid entry. Recorded elsewhere, it also reveals a chain that was rebuilt.
   */
  lastHash: string
  /** True if the triggers that reject changes exist and are enabled. */
  guarded: boolean
}

const PAGE = 1000

/**
 * Verifies the chain after an entry in one snapshot, so that concurrent appends do not interfere.
 * From the beginning it reads every entry.
 */
export function checkAudit(db: Db, from: Link = AUDIT_START): Promise<AuditVerdict> {
  return db.transaction(
    async (tx) => {
      const guarded = await isGuarded(tx)
      const { last, brokenId } = await followChain(tx, from, Infinity)
      const firstBrokenId = brokenId ?? (await findTruncation(tx, last))
      const ok = firstBrokenId === null && guarded
      return { ok, count: last.id, firstBrokenId, lastHash: last.hash, guarded }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

type Followed = {
  last: Link
  brokenId?: number
  /** False if `maxEntries` were read and there may be more. */
  isEnd: boolean
}

/** Verifies the entries after `from`, each with its id, its link and its hash. */
export async function followChain(tx: Db, from: Link, maxEntries: number): Promise<Followed> {
  let last = from
  // Without a lower bound at the beginning, so that an entry before the first one is found.
  let cursor = from.id === AUDIT_START.id ? null : from.id
  for (let left = maxEntries; left > 0;) {
    const size = Math.min(PAGE, left)
    const entries = await findAuditEntriesAfter(tx, cursor, size)
    for (const entry of entries) {
      const follows = entry.id === last.id + 1 && entry.previousHash === last.hash
      if (!follows || entry.hash !== auditHash(last.hash, entry)) {
        return { last, brokenId: Math.min(entry.id, last.id + 1), isEnd: true }
      }
      last = { id: entry.id, hash: entry.hash }
      cursor = entry.id
    }
    if (entries.length < size) return { last, isEnd: true }
    left -= entries.length
  }
  return { last, isEnd: false }
}

export async function findHead(tx: Db): Promise<Link | undefined> {
  const [head] = await tx.select({ id: auditHead.id, hash: auditHead.hash }).from(auditHead)
  return head
}

async function findTruncation(tx: Db, last: Link): Promise<number | null> {
  const head = await findHead(tx)
  if (head && head.id === last.id && head.hash === last.hash) return null
  return last.id + 1
}

const GUARDS = [
  'audit_entries_append_only',
  'audit_entries_advance',
  'audit_head_stays',
  'audit_head_guarded',
  'audit_checkpoints_follow',
  'audit_checkpoints_append_only',
  'audit_checkpoints_unchanged',
]

async function isGuarded(tx: Db): Promise<boolean> {
  // Raw SQL: it reads the catalogue of PostgreSQL, which has no table definition here.
  const off = await rowsOf(
    tx,
    sql`select name from jsonb_array_elements_text(${JSON.stringify(GUARDS)}::jsonb) as name
      where not exists (select 1 from pg_trigger where tgname = name and tgenabled = 'O')`,
  )
  return off.length === 0
}
