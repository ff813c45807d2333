import { sql } from 'drizzle-orm'
import { AUDIT_START, auditHash, findAuditEntriesAfter } from './audit.ts'
import { auditHead } from './audit.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'

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

/** Verifies the whole chain in one snapshot, so that concurrent appends do not interfere. */
export function checkAudit(db: Db): Promise<AuditVerdict> {
  return db.transaction(
    async (tx) => {
      const guarded = await isGuarded(tx)
      const { last, count, brokenId } = await followChain(tx)
      const firstBrokenId = brokenId ?? (await findTruncation(tx, last))
      const ok = firstBrokenId === null && guarded
      return { ok, count, firstBrokenId, lastHash: last.hash, guarded }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

type Link = { id: number; hash: string }

async function followChain(tx: Db): Promise<{ last: Link; count: number; brokenId?: number }> {
  let last: Link = AUDIT_START
  let count = 0
  let cursor: number | null = null
  for (;;) {
    const entries = await findAuditEntriesAfter(tx, cursor, PAGE)
    for (const entry of entries) {
      const follows = entry.id === last.id + 1 && entry.previousHash === last.hash
      if (!follows || entry.hash !== auditHash(last.hash, entry)) {
        return { last, count, brokenId: Math.min(entry.id, last.id + 1) }
      }
      last = entry
      cursor = entry.id
      count += 1
    }
    if (entries.length < PAGE) return { last, count }
  }
}

async function findTruncation(tx: Db, last: Link): Promise<number | null> {
  const [head] = await tx.select().from(auditHead)
  if (head && head.id === last.id && head.hash === last.hash) return null
  return last.id + 1
}

async function isGuarded(tx: Db): Promise<boolean> {
  // Raw SQL: it reads the catalogue of PostgreSQL, which has no table definition here.
  const off = await rowsOf(
    tx,
    sql`select name from unnest(array['audit_entries_append_only', 'audit_entries_advance',
        'audit_head_stays', 'audit_head_guarded']) as name
      where not exists (select 1 from pg_trigger where tgname = name and tgenabled = 'O')`,
  )
  return off.length === 0
}
