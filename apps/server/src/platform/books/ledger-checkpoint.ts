import { setTimeout } from 'node:timers/promises'
import { desc, gt, max, min, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { brokenTransactions, rangeEnd } from './ledger-rules.ts'
import { ledgerCheckpoints } from './ledger-checkpoint.table.ts'
import { ledgerTransactions } from './ledger.table.ts'

/** Every multiple of this id below the newest checkpoint is a checkpoint, too. */
const CHECKPOINT_RANGE = 10_000

const POLL_MS = 20
/** Longer than an ordinary transaction. */
const WAIT_POLLS = 500

export async function newestCheckpoint(db: Db): Promise<number> {
  const [row] = await db
    .select({ upTo: ledgerCheckpoints.upTo })
    .from(ledgerCheckpoints)
    .orderBy(desc(ledgerCheckpoints.upTo))
    .limit(1)
  return row?.upTo ?? 0
}

/** Returns when the oldest transaction after the newest checkpoint was posted. */
export async function oldestAfterCheckpoint(db: Db): Promise<Date | undefined> {
  const { id, createdAt } = ledgerTransactions
  const [row] = await db
    .select({ createdAt })
    .from(ledgerTransactions)
    .where(gt(id, await newestCheckpoint(db)))
    .orderBy(id)
    .limit(1)
  return row?.createdAt
}

type Advance = { at: Date; range?: number; maxRanges?: number; waitPolls?: number }

/**
 * Verifies the transactions after the newest checkpoint, and adds checkpoints up to the first range
 * that violates a rule, so that every later verification reads that range again. Returns whether
 * ranges are left for the next call.
 */
export async function advanceCheckpoint(
  db: Db,
  { at, range = CHECKPOINT_RANGE, maxRanges = Infinity, waitPolls = WAIT_POLLS }: Advance,
): Promise<'all' | 'part'> {
  const settled = await settledId(db, waitPolls)
  for (let ranges = 0; ranges < maxRanges; ranges += 1) {
    const after = await newestCheckpoint(db)
    if (after >= settled) return 'all'
    const upTo = Math.min(settled, await nextEnd(db, after, range))
    if ((await brokenTransactions(db, { after, upTo })).length > 0) return 'all'
    // Triggers add the range to the closings. A concurrent verification may have been faster.
    await db.insert(ledgerCheckpoints).values({ after, upTo, createdAt: at }).onConflictDoNothing()
  }
  return 'part'
}

/** Returns the end of the next range. A gap in the ids, as at the start of a season, is one range. */
async function nextEnd(db: Db, after: number, range: number): Promise<number> {
  const { id } = ledgerTransactions
  const [row] = await db
    .select({ first: min(id) })
    .from(ledgerTransactions)
    .where(gt(id, after))
  const beforeFirst = Math.floor(((row?.first ?? 0) - 1) / range) * range
  return Math.max(rangeEnd(after, range), beforeFirst)
}

/**
 * Returns a transaction id up to which every transaction is committed or will never be, or 0 if an
 * older transaction is still open after the wait. Ids are assigned in order, but commit in any
 * order. A session that took an id below a committed one has locked the table until it ends, so
 * waiting for the sessions that hold such a lock now is enough, and no other session has to wait.
 */
export async function settledId(db: Db, waitPolls = WAIT_POLLS): Promise<number> {
  const [row] = await db.select({ id: max(ledgerTransactions.id) }).from(ledgerTransactions)
  let writers = await findWriters(db)
  const atFirst = new Set(writers)
  for (let poll = 0; writers.some((writer) => atFirst.has(writer)); poll += 1) {
    if (poll >= waitPolls) return 0
    await setTimeout(POLL_MS)
    writers = await findWriters(db)
  }
  return row?.id ?? 0
}

async function findWriters(db: Db): Promise<string[]> {
  // Raw SQL: it reads the locks of PostgreSQL, which have no table definition here.
  const rows = await rowsOf<{ writer: string }>(
    db,
    sql`select virtualtransaction as writer from pg_locks
      where locktype = 'relation' and relation = 'ledger_transactions'::regclass
        and database = (select oid from pg_database where datname = current_database())
        and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock',
          'AccessExclusiveLock')
        and granted and pid <> pg_backend_pid()`,
  )
  return rows.map(({ writer }) => writer)
}
