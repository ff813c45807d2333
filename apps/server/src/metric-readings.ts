import { jobKinds } from './job-kinds.ts'
import { readExplorerBudget } from './modules/explorer/explorer-budget.service.ts'
import { readPayments } from './modules/order/payment-metrics.service.ts'
import { readTreasury } from './modules/payout/payout-watch.service.ts'
import { readSigner } from './modules/signer/signer.queue.ts'
import { readPushes } from './modules/push/delivery.service.ts'
import { readAudit } from './platform/books/audit.jobs.ts'
import { readLedger } from './platform/books/ledger-verification.jobs.ts'
import { readRefusals } from './platform/books/refusals.ts'
import type { AppContext, Reading } from './platform/process/context.ts'
import { readArchive } from './platform/process/wal-archive.ts'
import { isAnswering } from './platform/process/db.ts'
import { countJobs, type JobCounts } from './platform/process/jobs.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'log' | 'settings' | 'shared' | 'replica'>

/** The sources that are read for every scrape. Each slice adds its own. */
const SOURCES: readonly ((ctx: Context) => Promise<Reading[]>)[] = [
  readJobs,
  readTreasury,
  readSigner,
  readExplorerBudget,
  readPayments,
  readPushes,
  readLedger,
  readAudit,
  readRefusals,
  readArchive,
  readReplica,
]

/** Reports an unreachable database as a metric; the metrics of the process are still returned. */
export async function readMetrics(ctx: Context): Promise<Reading[]> {
  const isUp = await isAnswering(ctx.db)
  const readings: Reading[] = [
    {
      name: 'solstice_database_up',
      help: '1 if the database is reachable, else 0',
      values: [{ labels: {}, value: Number(isUp) }],
    },
  ]
  if (!isUp) return readings
  for (const read of SOURCES) {
    try {
      readings.push(...(await read(ctx)))
    } catch (error) {
      ctx.log.warn({ err: error }, 'Reading metrics failed')
    }
  }
  return readings
}

/** Reports a replica that does not answer as down. An unbounded lag is reported as infinite. */
async function readReplica({ replica }: Context): Promise<Reading[]> {
  if (!replica) return []
  const lag = replica.lag()
  const readings: Reading[] = [
    {
      name: 'solstice_replica_up',
      help: '1 if a standby answers and its lag is known, else 0',
      values: [{ labels: {}, value: lag ? 1 : 0 }],
    },
  ]
  if (!lag) return readings
  return [
    ...readings,
    {
      name: 'solstice_replica_lag_seconds',
      help: 'Upper bound of the time by which the standby is behind the primary',
      values: [{ labels: {}, value: lag.ms / 1000 }],
    },
    {
      name: 'solstice_replica_lag_bytes',
      help: 'Bytes of the log that the standby has not replayed',
      values: [{ labels: {}, value: Number(lag.bytes) }],
    },
  ]
}

/**
 * Reports every kind, including those without waiting jobs, because a missing metric would look
 * like a failure.
 */
async function readJobs(ctx: Context): Promise<Reading[]> {
  const found = new Map((await countJobs(ctx)).map((each) => [each.kind, each]))
  const lanes = new Map(jobKinds.map(({ kind, lane }) => [kind, lane]))
  const kinds = new Set([...lanes.keys(), ...found.keys()])
  const ofKinds = (count: (jobs: JobCounts | undefined) => number | undefined) =>
    Array.from(kinds, (kind) => ({
      labels: { kind, lane: lanes.get(kind) ?? '' },
      value: count(found.get(kind)) ?? 0,
    }))
  const now = ctx.now().getTime()
  return [
    {
      name: 'solstice_jobs_waiting',
      help: 'Jobs that are due and not taken yet',
      values: ofKinds((jobs) => jobs?.waiting),
    },
    {
      name: 'solstice_jobs_running',
      help: 'Jobs that a worker is running',
      values: ofKinds((jobs) => jobs?.running),
    },
    {
      name: 'solstice_jobs_late_seconds',
      help: 'Seconds since the oldest waiting job became due',
      values: ofKinds((jobs) => (now - (jobs?.oldestDueAt?.getTime() ?? now)) / 1000),
    },
    {
      name: 'solstice_jobs_dead',
      help: 'Jobs that failed permanently and wait for an operator',
      values: ofKinds((jobs) => jobs?.dead),
    },
  ]
}
