import { jobKinds } from './job-kinds.ts'
import { readExplorerBudget } from './modules/explorer/explorer-budget.service.ts'
import { readPayments } from './modules/order/payment-metrics.service.ts'
import { readTreasury } from './modules/payout/payout-watch.service.ts'
import { readSigner } from './modules/signer/signer.queue.ts'
import { readPushes } from './modules/push/delivery.service.ts'
import type { AppContext, Reading } from './platform/process/context.ts'
import { isAnswering } from './platform/process/db.ts'
import { countWaitingJobs } from './platform/process/jobs.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'log' | 'settings'>

/** What is looked up when somebody collects the figures. A slice adds its own. */
const SOURCES: readonly ((ctx: Context) => Promise<Reading[]>)[] = [
  readJobs,
  readTreasury,
  readSigner,
  readExplorerBudget,
  readPayments,
  readPushes,
]

/** A database that does not answer is itself the news; the figures of the process are told all the same. */
export async function readMetrics(ctx: Context): Promise<Reading[]> {
  const isUp = await isAnswering(ctx.db)
  const readings: Reading[] = [
    {
      name: 'solstice_database_up',
      help: 'Whether the database answers',
      values: [{ labels: {}, value: Number(isUp) }],
    },
  ]
  if (!isUp) return readings
  for (const read of SOURCES) {
    try {
      readings.push(...(await read(ctx)))
    } catch (error) {
      ctx.log.warn({ err: error }, 'Figures could not be read')
    }
  }
  return readings
}

/** Every kind is told, also the ones of which none waits: a queue without a figure would look broken. */
async function readJobs(ctx: Context): Promise<Reading[]> {
  const found = new Map((await countWaitingJobs(ctx)).map((each) => [each.kind, each]))
  const kinds = new Set([...jobKinds.map(({ kind }) => kind), ...found.keys()])
  const ofKinds = (count: (kind: string) => number) =>
    Array.from(kinds, (kind) => ({ labels: { kind }, value: count(kind) }))
  const now = ctx.now().getTime()
  const lateSeconds = (kind: string) =>
    (now - (found.get(kind)?.oldestDueAt?.getTime() ?? now)) / 1000
  return [
    {
      name: 'solstice_jobs_waiting',
      help: 'Jobs that are due and that nobody has taken yet',
      values: ofKinds((kind) => found.get(kind)?.waiting ?? 0),
    },
    {
      name: 'solstice_jobs_late_seconds',
      help: 'For how long the oldest of them has been due',
      values: ofKinds(lateSeconds),
    },
    {
      name: 'solstice_jobs_dead',
      help: 'Jobs that were given up and wait for an operator',
      values: ofKinds((kind) => found.get(kind)?.dead ?? 0),
    },
  ]
}
