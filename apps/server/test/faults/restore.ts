import { sql } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { openPostgres, rowsOf } from '#/platform/process/db.ts'
import { startProcess } from '#test/server-process.ts'
import { compareBalances, OPERATOR_TOKEN } from './ledger-writes.ts'
import { BETWEEN_STARTS_MS, pass, paymentSettings, prepare, type Run } from './payments-run.ts'
import { CHAIN_ID } from './remote-payer.ts'
import {
  nonceOf,
  operatorAt,
  passUntil,
  readPublished,
  reconcile,
  resumePayouts,
  runUntilLost,
  type Lost,
  type Point,
  type Published,
} from './restore-run.ts'
import { presenceOf, problemsOf, type Presence } from './restore-tally.ts'
import type { ArchivedDatabase, Given, Scenario, Tally } from './scenario.ts'

/** During these, a payout that waits would be sent. */
const TICKS_AFTERWARDS = 20

/**
 * Rehearses the loss of the database: members write and withdraw while backups are taken, the primary
 * and its data are destroyed, and the database is restored to a point in time and to the end of the
 * archive. Ledger, points log and treasury are then verified as docs/availability.md says.
 */
export const restore: Scenario = {
  name: 'restore',
  about: 'the database is lost, and restored to a point in time and to the end of its archive',
  engines: ['postgres'],
  startsItsDatabase: true,
  run: async (given) => {
    const { startArchived } = given.faultControls ?? {}
    if (!startArchived) throw new Error('This run has no database with backups')
    const database = await startArchived()
    try {
      const settings = { ...given.settings, DATABASE_URL: database.url }
      const withDatabase = { ...given, settings }
      const run = await prepare(withDatabase, {
        ...paymentSettings(withDatabase),
        OPERATOR_TOKEN,
        LOG_LEVEL: 'fatal',
      })
      const lost = await runUntilLost(run, database)
      const toPoint = await rehearse(run, { database, lost, name: 'Point', to: lost.point })
      const toEnd = await rehearse(run, { database, lost, name: 'End', to: lost.archived })
      const { backups, betweenBackups, afterBackups, sent } = lost
      const facts = { backups, betweenBackups, afterBackups, toEnd }
      const problems = problemsOf({ ...facts, toPoint: { ...toPoint, sent } })
      const tally = { ...tallyOf(lost, toPoint, toEnd), ...lost.times }
      if (problems.length > 0) {
        throw new Error(`NOT RESTORED: ${problems.join('; ')}\n${JSON.stringify(tally)}`)
      }
      return tally
    } finally {
      await database.stop()
    }
  },
}

type Rehearsal = {
  database: ArchivedDatabase
  lost: Lost
  name: 'Point' | 'End'
  to: Point
}
type Outcome = Presence & {
  published: number
  reportedMissing: number
  differing: string[]
  isFrozen: boolean
  sentAgain: number
}

async function rehearse(run: Run, { database, lost, name, to }: Rehearsal): Promise<Outcome> {
  const { given } = run
  const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work()
    const key = `${step}${name}Ms`
    lost.times[key] = Math.round(performance.now() - startedAt)
    given.log(`${key}: ${lost.times[key]} ms`)
    return result
  }
  const { copyMs, recoverMs } = await database.restore(name === 'End' ? 'end' : to.time)
  Object.assign(lost.times, { [`copy${name}Ms`]: copyMs, [`recover${name}Ms`]: recoverMs })
  given.log(`restored (${name}): files ${copyMs} ms, recovery ${recoverMs} ms`)
  const found = await findWrites(given, database.url)
  const presence = presenceOf(lost.writes, found, to)
  given.log(`${name}: ${JSON.stringify(presence)}`)
  await timed('ledger', () => verifyLedgerFully(run.settings))

  const seen = name === 'End' ? lost.publishedLast : lost.publishedAtPoint
  // Without a worker nothing is paid, sent or published.
  const missing = await withServer(run, { WORKER: 'false' }, async (address) => {
    const present = lost.writes.filter(({ key }) => found.has(key))
    await compareBalances(address, lost.members, present)
    await timed('log', () => requireLog(given, address, seen))
    const { size } = await readPublished(address)
    const reportedMissing = await missingEntries(given, address, lost.publishedLast)
    return { published: lost.publishedLast.size - size, reportedMissing }
  })
  // With a worker and without the signer, payments are found again and nothing can be paid.
  const withoutSigner = { TREASURY_ADDRESS: run.payTo }
  const differing = await withServer(run, withoutSigner, (address) =>
    timed('books', () => reconcile(run, address)),
  )
  const resumed = await withServer(run, {}, async (address) => {
    const isFrozen = name === 'Point' && (await isFrozenAgain(run, address))
    for (let tick = 0; tick < TICKS_AFTERWARDS; tick += 1) await pass(run, address, 2000)
    return { isFrozen, sentAgain: (await nonceOf(address, run.payTo)) - lost.nonce }
  })
  return { ...presence, ...missing, differing, ...resumed }
}

/**
 * Resumes payouts, as if an operator had not read the reconciliation. A payout that was sent after the
 * point waits in the restored database again.
 */
async function isFrozenAgain(run: Run, address: string): Promise<boolean> {
  await resumePayouts(address)
  let frozenFor: string | null = null
  await passUntil(run, address, 'The treasury', async () => {
    const { data } = await operatorAt(address).call<CallData<'payout.treasury'>>(
      'GET',
      '/v1/operator/treasury',
    )
    frozenFor = data?.lanes.find(({ chainId }) => chainId === CHAIN_ID)?.frozenFor ?? null
    return frozenFor !== null
  })
  run.given.log(`The treasury is frozen: ${frozenFor}`)
  return frozenFor !== null
}

async function withServer<Result>(
  run: Run,
  settings: Record<string, string>,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  const server = startProcess({
    ...run.settings,
    ...settings,
    SOLSTICE_NOW: run.now.toISOString(),
  })
  try {
    const result = await work(await server.ready)
    server.kill('SIGTERM')
    await server.ended
    return result
  } catch (error) {
    throw new Error(`The restored server failed:\n${server.output().slice(-4000)}`, {
      cause: error,
    })
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

/** Returns the transactions of the writes that the restored database has, by key. */
async function findWrites({ log }: Given, url: string): Promise<Map<string, number>> {
  const { db, close } = await openPostgres(url, () => log('A connection was lost'))
  try {
    const rows = await rowsOf<{ key: string; id: string }>(
      db,
      sql`select k.key, t.id from idempotency_keys k
        join ledger_transactions t on t.id = (k.reply ->> 'transactionId')::bigint
        where k.key like 'restore-%'`,
    )
    return new Map(rows.map(({ key, id }) => [key, Number(id)]))
  } finally {
    await close()
  }
}

async function verifyLedgerFully(settings: Record<string, string>): Promise<void> {
  const checker = startProcess(settings, 'verify-ledger', ['--full'])
  const exit = await checker.ended
  if (exit !== 0) throw new Error(`verify:ledger ended with ${exit}:\n${checker.output()}`)
}

const from = ({ size, root }: Published) => ['--from', `${size}:${root}`]

async function requireLog(given: Given, address: string, seen: Published): Promise<void> {
  const { code, output } = await verifyLog(given, ['--url', address, ...from(seen)])
  if (code !== 0) throw new Error(`verify:log ended with ${code}:\n${output}`)
}

/** Returns how many published entries `verify:log` reports as missing. */
async function missingEntries(given: Given, address: string, seen: Published): Promise<number> {
  const { output } = await verifyLog(given, ['--url', address, ...from(seen)])
  given.log(output.trim().split('\n').at(-1) ?? '')
  const [, missing = 0] = /: (\d+) published entries are missing/.exec(output) ?? []
  return Number(missing)
}

function verifyLog({ faultControls }: Given, args: readonly string[]) {
  if (!faultControls?.verifyLog) throw new Error('This run cannot verify the points log')
  return faultControls.verifyLog(args)
}

function tallyOf(lost: Lost, toPoint: Outcome, toEnd: Outcome): Tally {
  const unarchived = lost.writes.filter(
    ({ sentAt, acknowledgedAt }) => acknowledgedAt !== undefined && sentAt > lost.archived.to,
  )
  return {
    beforePoint: toPoint.before,
    missing: toPoint.missing,
    afterPoint: toPoint.after,
    present: toPoint.present,
    entriesReported: toPoint.reportedMissing,
    payoutsNamed: toPoint.differing.length,
    sentAgain: toPoint.sentAgain,
    beforeEnd: toEnd.before,
    missingAtEnd: toEnd.missing,
    unarchived: unarchived.length,
    presentAtEnd: toEnd.present,
  }
}
