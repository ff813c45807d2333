import { parseArgs } from 'node:util'
import { systemClock } from './platform/process/clock.ts'
import { openPglite, openPostgres, type Db } from './platform/process/db.ts'
import { readEnv } from './platform/process/env.ts'
import {
  detachPartition,
  findPartitions,
  lastIdOf,
  PartitionStateError,
  removeArchivedKeys,
  restorePartition,
  type Partition,
} from './platform/books/ledger-partitions.ts'
import { POSTGRES_LIMITS } from './platform/process/postgres-pool.ts'
import { runProgram } from './platform/process/program.ts'
import { withProgress } from './platform/process/progress.ts'
import { findUnbooked } from './modules/books/aggregation.queries.ts'
import { findUnlogged } from './modules/points-log/points-log.queries.ts'
import { findOpenRefund } from './modules/refund/open-refund.queries.ts'
import { findUnfinishedSeason } from './modules/season/unfinished-season.queries.ts'

/** Sums and keys of a partition may take long. */
const LIMITS = { ...POSTGRES_LIMITS, statementMs: 0, answerMs: 0 }

/**
 * Lists the ledger's partitions, or moves one between the ledger and the archive. It needs the role
 * that owns the tables.
 */
await runProgram(readEnv, async ({ databaseUrl, dataFolder, startAt }) => {
  const database = await withProgress('Opening the database', () =>
    databaseUrl ? openPostgres(databaseUrl, () => {}, LIMITS) : openPglite(dataFolder),
  )
  const { db } = database
  const now = startAt ?? systemClock().now()
  try {
    const { detach, restore } = readArguments()
    if (detach !== undefined) await archive(db, detach, now)
    if (restore !== undefined) {
      await withProgress(`Restoring partition ${restore}`, () => restorePartition(db, restore))
    }
    for (const partition of await findPartitions(db)) {
      process.stdout.write(`${lineOf(partition)}\n`)
    }
  } catch (error) {
    if (!(error instanceof PartitionStateError)) throw error
    process.stderr.write(`Refused: ${error.message}\n`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
  return async () => {}
})

function readArguments(): { detach: number | undefined; restore: number | undefined } {
  const { values } = parseArgs({
    options: { detach: { type: 'string' }, restore: { type: 'string' } },
  })
  return { detach: partitionNumber(values.detach), restore: partitionNumber(values.restore) }
}

function partitionNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text)) {
    throw new PartitionStateError(`"${text}" is not the number of a partition`)
  }
  return Number(text)
}

/** Detaches a partition, unless a season, a refund or the points log still needs it, and removes its keys. */
async function archive(db: Db, number: number, now: Date): Promise<void> {
  const partitions = await findPartitions(db)
  const isArchived = partitions.some((one) => one.number === number && one.detachedUpTo !== null)
  if (!isArchived) {
    const next = partitions.find((one) => one.number === number + 1)
    const startedBefore = next?.begunAt ?? now
    const season = await findUnfinishedSeason(db, { startedBefore, now })
    if (season !== undefined) {
      throw new PartitionStateError(
        `season ${season} has not ended, is not settled, or its rewards can be claimed`,
      )
    }
    const refund = await findOpenRefund(db, { postedUpTo: lastIdOf(number) })
    if (refund !== undefined) {
      throw new PartitionStateError(`refund ${refund} of a purchase in it is not finished`)
    }
    // A posting that left the ledger could never enter the log.
    const unlogged = await findUnlogged(db, lastIdOf(number))
    if (unlogged !== undefined) {
      throw new PartitionStateError(`transaction ${unlogged} in it is not in the points log yet`)
    }
    // The books read every posting once, and could never count it afterwards.
    const unbooked = await findUnbooked(db, lastIdOf(number))
    if (unbooked !== undefined) {
      throw new PartitionStateError(`transaction ${unbooked} in it is not in the books yet`)
    }
    await withProgress(`Archiving partition ${number}`, () => detachPartition(db, number, now))
  }
  // Also after an interruption, which may have left some of them.
  await withProgress(`Removing keys of partition ${number}`, () => removeArchivedKeys(db, number))
}

function lineOf({ number, period, detachedUpTo }: Partition): string {
  if (detachedUpTo !== null) return `${number} ${period} archived up to ${detachedUpTo}`
  return `${number} ${period ?? 'prepared'}`
}
