import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { compareCheckouts } from './against.ts'
import { measureCampaign, campaignText } from './campaign.ts'
import { measureStarts, printStarts } from './cold-start.ts'
import { compare, printTable, type Comparison, type Result } from './compare.ts'
import { BENCH_PARTS, type BenchPart, describeMachine, record } from './results.ts'
import { requestsPerSecond, requestText, type Load } from './load.ts'
import { psql, transactionsPerSecond, type Maintenance } from './pgbench.ts'
import { startProgram } from './program.ts'
import { AGGREGATION, rankingComparisons, spinsWithMovesWaiting } from './ranking.ts'
import { measureSettlement, printSettlement } from './settlement.ts'
import { giveTickets, prepareSpins, spinsPerSecond, spinScript } from './spin.ts'
import { LEDGER_POST, MAKE_MEMBERS, MEMBERS } from './statements.ts'
import { withUnlock } from './unlock.ts'

/**
 * Measures the server's cost as ratios to the database and the framework alone, in the same run and
 * on the same PostgreSQL: seconds differ between machines, ratios hardly.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '16' },
    /** One of the parts below; all of them by default. */
    only: { type: 'string' },
    /**
     * Another checkout of the repository to compare with; `--only` selects by the start of a name.
     */
    against: { type: 'string' },
    /** With `--against`: uses rates per second of processor time instead of wall-clock time. */
    processor: { type: 'boolean', default: false },
    /** The number of members of the part `settlement`. */
    members: { type: 'string', default: '100000' },
    /** Also writes the results to docs/performance for its page; otherwise only to artefacts. */
    record: { type: 'boolean', default: false },
  },
})
const PARTS: readonly string[] = [...BENCH_PARTS, 'start', 'settlement']
const { only, against } = options
if (against === undefined && only !== undefined && !PARTS.includes(only))
  throw new Error(`--only ${PARTS.join(', ')}`)
const isSelected = (part: BenchPart | 'start' | 'settlement') => (only ?? part) === part
const rounds = Number(options.rounds)
const load: Load = { clients: Number(options.clients), seconds: Number(options.seconds) }

const OPERATOR_TOKEN = 'sol_op_for_the_benchmark_and_nothing_else'

type Run = {
  databaseUrl: string
  server: URL
  baseline: URL
  sessions: string[]
  seasonId: number
  sqlSeasonId: number
}

function comparisons(run: Run): Comparison[] {
  const { databaseUrl, server, baseline, sessions } = run
  const cookieAt = (turn: number) => sessions[turn % sessions.length] ?? ''
  const keyAt = (turn: number) => `${performance.now()}-${turn}`
  const pgbench = (name: string, script: string, maintenance?: Maintenance) => ({
    name: `pgbench, ${name}`,
    perSecond: () => transactionsPerSecond(databaseUrl, load, script, maintenance),
  })
  const operatorWrite = (turn: number) =>
    requestText(server, {
      method: 'POST',
      path: `/v1/operator/members/${1 + (turn % MEMBERS)}/adjustments`,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'idempotency-key': keyAt(turn) },
      body: { asset: 'XP', amount: '1', reason: 'Benchmark' },
    })
  const read = (turn: number) =>
    requestText(server, { path: '/v1/private/users/me', headers: { cookie: cookieAt(turn) } })
  const baselineRead = requestText(baseline, { path: '/member' })
  return [
    {
      name: 'a mission executed, as a paid spin',
      target: 0.25,
      aim: 0.35,
      ours: { name: 'POST execute', perSecond: () => spinsPerSecond(run, load) },
      theirs: pgbench('same SQL', spinScript(run.sqlSeasonId), AGGREGATION),
    },
    {
      // All of these writes share one hash chain: they commit one after another, and each waits for
      // the disk.
      name: "an operator's ledger write",
      ours: {
        name: 'POST adjustments',
        perSecond: () => requestsPerSecond(server, load, operatorWrite),
      },
      theirs: pgbench('the posting alone', LEDGER_POST),
    },
    {
      name: 'a signed-in read',
      target: 0.6,
      ours: { name: 'GET users/me', perSecond: () => requestsPerSecond(server, load, read) },
      theirs: {
        name: 'Fastify alone, one SELECT',
        perSecond: () => requestsPerSecond(baseline, load, () => baselineRead),
      },
    },
  ]
}

async function makeSeason(server: URL, databaseUrl: string): Promise<number> {
  const made = await fetch(new URL('/bench/season', server), { method: 'POST' })
  const { seasonId } = (await made.json()) as { seasonId: number } // Sent by member-server.ts.
  await psql(databaseUrl, giveTickets(seasonId))
  return seasonId
}

type Results = Map<BenchPart, Result[]>

async function measureOnDatabase(results: Results): Promise<string> {
  const cluster = await withProgress('Starting PostgreSQL', () => startPostgres({ durable: true }))
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const NODE_ENV = 'development'
  const env = { NODE_ENV, DATABASE_URL: cluster.url, SOLSTICE_DATA: folder, OPERATOR_TOKEN }
  try {
    const server = await withProgress('Starting a server', () =>
      startProgram('member-server.ts', { ...env, LOG_LEVEL: 'silent' }),
    )
    for (const statement of MAKE_MEMBERS) await psql(cluster.url, statement)
    const baseline = await startProgram('baseline-server.ts', env)
    const reply = await fetch(new URL(`/bench/sessions?last=${MEMBERS}`, server.url))
    const sessions = (await reply.json()) as string[] // Sent by member-server.ts for this run.
    // One season for the server and one for pgbench, whose commitments the server could not open.
    const seasonId = await makeSeason(server.url, cluster.url)
    const sqlSeasonId = await makeSeason(server.url, cluster.url)
    await psql(cluster.url, prepareSpins(sqlSeasonId))
    const run: Run = {
      databaseUrl: cluster.url,
      server: server.url,
      baseline: baseline.url,
      sessions,
      seasonId,
      sqlSeasonId,
    }
    if (isSelected('calls')) results.set('calls', await compareAll(comparisons(run)))
    await baseline.stop()
    if (isSelected('campaign')) {
      const settings = { ...env, LOG_LEVEL: 'silent' }
      const campaign = await withProgress('Measuring a campaign', () =>
        measureCampaign(cluster.url, server.url, settings, OPERATOR_TOKEN),
      )
      console.log(campaignText(campaign))
      results.set('campaign', [campaign])
    }
    const spins = isSelected('ranking')
      ? await measure(spinsWithMovesWaiting(run, load))
      : undefined
    await server.stop()
    if (spins) {
      const ranking = await withProgress('Filling the rankings', () =>
        rankingComparisons(cluster.url, load, MEMBERS + 1),
      )
      results.set('ranking', [spins, ...(await compareAll(ranking.comparisons))])
      await ranking.close()
    }
    return cluster.version
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(comparison: Comparison): Promise<Result> {
  return withProgress(`Measuring ${comparison.name}`, () => compare(comparison, rounds))
}

async function compareAll(all: readonly Comparison[]): Promise<Result[]> {
  const results: Result[] = []
  for (const comparison of all) results.push(await measure(comparison))
  return results
}

async function measureRatios(): Promise<void> {
  const ranOn = describeMachine()
  const results: Results = new Map()
  const postgres = only === 'unlock' ? undefined : await measureOnDatabase(results)
  if (isSelected('unlock')) {
    results.set('unlock', [await withUnlock(measure)])
  }
  const all = Array.from(results.values()).flat()
  console.log(
    `On ${ranOn.machine}, Node ${ranOn.node}, ` +
      `${postgres === undefined ? 'no database' : `${postgres}, every commit on disk`}.`,
  )
  console.log(
    `${load.clients} clients, medians of ${rounds} alternating rounds of ${load.seconds} s ` +
      `(the campaign: one run); load average before: ${ranOn.loadBefore}\n`,
  )
  printTable(all)
  const name = `${new Date().toISOString().replaceAll(':', '-')}.json`
  mkdirSync(join(ROOT, 'artefacts/bench'), { recursive: true })
  writeFileSync(
    join(ROOT, 'artefacts/bench', name),
    `${JSON.stringify({ ranOn: { ...ranOn, postgres }, load, rounds, results: all }, undefined, 2)}\n`,
  )
  console.log(`saved in artefacts/bench/${name}`)
  for (const [part, ofPart] of results) {
    if (!options.record) break
    const needsDatabase = part !== 'unlock' && postgres !== undefined
    record(`bench-${part}`, {
      ranOn: { ...ranOn, ...(needsDatabase ? { postgres } : {}) },
      results: ofPart,
    })
  }
  if (all.some(({ ok }) => !ok)) process.exitCode = 1
}

async function measureAgainst(checkout: string): Promise<void> {
  const { machine, node, loadBefore } = describeMachine()
  const results = await compareCheckouts(checkout, {
    rounds,
    load,
    only,
    byProcessor: options.processor,
  })
  console.log(`On ${machine}, Node ${node}; load average before: ${loadBefore}`)
  console.log(
    `${load.clients} clients, medians of ${rounds} alternating rounds of ${load.seconds} s`,
  )
  printTable(results)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

if (against !== undefined) await measureAgainst(against)
else if (only !== 'start' && only !== 'settlement') await measureRatios()
if (against === undefined && isSelected('start')) {
  const ranOn = describeMachine()
  const starts = await withProgress('Measuring starts', measureStarts)
  printStarts(starts)
  if (options.record) record('start', { ranOn, starts })
}
if (against === undefined && isSelected('settlement')) {
  const runs = await measureSettlement(Number(options.members))
  printSettlement(runs)
  if (runs.some(({ ok }) => !ok)) process.exitCode = 1
}
