import { printTable, type Comparison, type Result } from './compare.ts'
import { requestsPerSecond, requestText, type Load } from './load.ts'
import { psql, transactionsPerSecond, type Maintenance } from './pgbench.ts'
import { startProgram } from './program.ts'
import { AGGREGATION } from './ranking.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'
import { prepareSpins, spinScript, spinsPerSecond } from './spin.ts'
import { LEDGER_POST, MEMBERS, sessionIdOf } from './statements.ts'
import { OPERATOR_TOKEN, withMembers } from './with-members.ts'

/**
 * The server's cost as ratios to the database and the framework alone, in the same run and on the
 * same PostgreSQL.
 */
export const CALLS: Section<Result> = {
  takes: '2 min',
  usesPostgres: true,
  run: measureCalls,
  print: printTable,
}

function measureCalls(options: BenchOptions): Promise<Result[]> {
  return withMembers(async ({ databaseUrl, server, env, sessions, makeSeason }) => {
    const baseline = await startProgram('baseline-server.ts', env)
    // One season for the server and one for pgbench, whose commitments the server could not open.
    const seasonId = await makeSeason()
    const sqlSeasonId = await makeSeason()
    await psql(databaseUrl, prepareSpins(sqlSeasonId))
    const run: Run = {
      databaseUrl,
      server: server.url,
      baseline: baseline.url,
      sessions,
      seasonId,
      sqlSeasonId,
    }
    try {
      return await measureAll(comparisons(run, options.load), options)
    } finally {
      await baseline.stop()
    }
  })
}

type Run = {
  databaseUrl: string
  server: URL
  baseline: URL
  sessions: string[]
  seasonId: number
  sqlSeasonId: number
}

function comparisons(run: Run, load: Load): Comparison[] {
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
  const baselineRead = (turn: number) =>
    requestText(baseline, { path: `/sessions/${sessionIdOf(1 + (turn % MEMBERS))}` })
  return [
    {
      name: 'a mission executed, as a paid spin',
      target: 0.25,
      aim: 0.35,
      ours: { name: 'POST execute', perSecond: () => spinsPerSecond(run, load) },
      theirs: pgbench('its transaction alone', spinScript(run.sqlSeasonId), AGGREGATION),
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
        name: 'Fastify and the same shared lookup',
        perSecond: () => requestsPerSecond(baseline, load, baselineRead),
      },
    },
  ]
}
