import { asc, eq, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { ledgerDetachments } from './ledger-checkpoint.table.ts'
import { ledgerPartitions } from './ledger.table.ts'

/** The number of transaction ids of a partition. */
const PARTITION_IDS = 1_000_000_000

/** Returns the largest transaction id that a partition can have. */
export const lastIdOf = (partition: number): number => (partition + 1) * PARTITION_IDS

/** The number of transactions whose keys one statement removes. */
const KEY_BATCH = 10_000

export type Partition = {
  number: number
  /** The period it belongs to, such as `season:3`; null while it is prepared for the next one. */
  period: string | null
  begunAt: Date | null
  /** The last transaction id of the ledger that is archived with it. */
  detachedUpTo: number | null
}

/** Thrown when a partition cannot be moved now; the message gives the reason. */
export class PartitionStateError extends Error {}

/** Lets the transactions of a period begin in a new partition. Repeating it changes nothing. */
export async function beginPartition(
  db: Db,
  { period, at }: { period: string; at: Date },
): Promise<void> {
  // Raw SQL: a function of the database owns the partitions.
  await db.execute(sql`select ledger_begin_partition(${period}, ${at.toISOString()}::timestamptz)`)
}

/** Prepares another partition when few ids are left in the newest one. */
export async function ensurePartition(db: Db): Promise<void> {
  // Raw SQL: a function of the database owns the partitions.
  await db.execute(sql`select ledger_ensure_partition()`)
}

/** Returns all partitions from the oldest to the newest, including archived ones. */
export function findPartitions(db: Db): Promise<Partition[]> {
  return db
    .select({
      number: ledgerPartitions.number,
      period: ledgerPartitions.period,
      begunAt: ledgerPartitions.begunAt,
      detachedUpTo: ledgerDetachments.upTo,
    })
    .from(ledgerPartitions)
    .leftJoin(ledgerDetachments, eq(ledgerDetachments.partition, ledgerPartitions.number))
    .orderBy(asc(ledgerPartitions.number))
}

/**
 * Moves the oldest partition to the schema `archive` and returns the last id that went with it. Its
 * keys are removed afterwards, with `removeArchivedKeys`.
 */
export async function detachPartition(db: Db, number: number, at: Date): Promise<number> {
  // Raw SQL: a function of the database owns the partitions.
  const rows = rowsOf<{ up_to: string }>(
    db,
    sql`select ledger_detach_partition(${number}, ${at.toISOString()}::timestamptz) as up_to`,
  )
  const [row] = await asPartitionState(rows)
  return Number(row?.up_to)
}

/** Returns the newest archived partition to the ledger. */
export async function restorePartition(db: Db, number: number): Promise<void> {
  // Raw SQL: a function of the database owns the partitions.
  await asPartitionState(db.execute(sql`select ledger_restore_partition(${number})`).execute())
}

/**
 * Removes the keys of an archived partition in committed batches. After an interruption, run it
 * again.
 */
export async function removeArchivedKeys(db: Db, number: number): Promise<void> {
  for (let last: string | null = '0'; last !== null;) {
    // Raw SQL: the archived table has no definition here.
    const rows: { last: string | null }[] = await rowsOf(
      db,
      sql`select ledger_remove_keys(${number}, ${last}::bigint, ${KEY_BATCH}) as last`,
    )
    last = rows[0]?.last ?? null
  }
}

async function asPartitionState<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const reason = prerequisiteOf(error)
    throw reason === undefined ? error : new PartitionStateError(reason, { cause: error })
  }
}

const OBJECT_NOT_IN_PREREQUISITE_STATE = '55000'

function prerequisiteOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === OBJECT_NOT_IN_PREREQUISITE_STATE) return cause.message
  }
  return undefined
}
