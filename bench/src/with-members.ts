import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { psql } from './pgbench.ts'
import { startProgram, type Program } from './program.ts'
import { giveTickets } from './spin.ts'
import { MAKE_MEMBERS, MEMBERS } from './statements.ts'

export const OPERATOR_TOKEN = 'sol_op_for_the_benchmark_and_nothing_else'

/** A server as in production on its own PostgreSQL, with members who have sessions. */
export type MemberServer = {
  databaseUrl: string
  server: Program
  /** The settings of the server, for further processes on the same database. */
  env: NodeJS.ProcessEnv
  /** A cookie per member. */
  sessions: string[]
  /** Publishes a running season in which every member has tickets. */
  makeSeason: () => Promise<number>
}

/** With BENCH_WORKER `none`, jobs wait for the processes that the section starts itself. */
export async function withMembers<Outcome>(
  run: (members: MemberServer) => Promise<Outcome>,
  settings: NodeJS.ProcessEnv = {},
  clusterSettings: readonly string[] = [],
): Promise<Outcome> {
  const cluster = await withProgress('Starting PostgreSQL', () =>
    startPostgres({ durable: true, settings: clusterSettings }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const env = {
    NODE_ENV: 'test',
    APPROVALS: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_URL: cluster.url,
    SOLSTICE_DATA: folder,
    OPERATOR_TOKEN,
    ...settings,
  }
  let server: Program | undefined
  try {
    server = await withProgress('Starting a server', () => startProgram('member-server.ts', env))
    const { url } = server
    for (const statement of MAKE_MEMBERS) await psql(cluster.url, statement)
    const reply = await fetch(new URL(`/bench/sessions?last=${MEMBERS}`, url))
    const sessions = (await reply.json()) as string[] // Sent by member-server.ts for this run.
    const makeSeason = async () => {
      const made = await fetch(new URL('/bench/season', url), { method: 'POST' })
      const { seasonId } = (await made.json()) as { seasonId: number } // Sent by member-server.ts.
      await psql(cluster.url, giveTickets(seasonId))
      return seasonId
    }
    return await run({ databaseUrl: cluster.url, server, env, sessions, makeSeason })
  } finally {
    await server?.stop()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
