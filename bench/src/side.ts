import { join } from 'node:path'
import { openPglite } from '../../apps/server/src/platform/process/db.ts'
import { requestText } from './load.ts'
import { psql } from './pgbench.ts'
import { startProgram, type Program } from './program.ts'
import { giveTickets } from './spin.ts'
import { MAKE_MEMBERS, MEMBERS } from './statements.ts'
import { OPERATOR_TOKEN } from './with-members.ts'

export const ENGINES = ['postgres', 'pglite'] as const
export type Engine = (typeof ENGINES)[number]

/** The server of one checkout with its own database, members and season. */
export type Side = {
  server: URL
  trips: URL
  pids: readonly (number | undefined)[]
  sessions: string[]
  seasonId: number
}

const cookie = ({ sessions }: Side, turn: number) => sessions[turn % sessions.length] ?? ''
const intentKey = (turn: number) => `${performance.now()}-${turn}`

/** The calls that are measured on both databases. */
export const BASIC_CALLS: Record<string, (side: Side, turn: number) => string> = {
  'GET users/me': (side, turn) =>
    requestText(side.server, {
      path: '/v1/private/users/me',
      headers: { cookie: cookie(side, turn) },
    }),
  'GET missions': (side, turn) =>
    requestText(side.server, {
      path: `/v1/private/seasons/${side.seasonId}/missions`,
      headers: { cookie: cookie(side, turn) },
    }),
  'POST execute, a paid spin': (side, turn) =>
    requestText(side.server, {
      method: 'POST',
      path: `/v1/private/seasons/${side.seasonId}/missions/2/execute`,
      headers: {
        origin: side.server.origin,
        cookie: cookie(side, turn),
        'idempotency-key': intentKey(turn),
      },
      body: { clientSeed: 'bench' },
    }),
  'POST adjustments, by an operator': (side, turn) =>
    requestText(side.server, {
      method: 'POST',
      path: `/v1/operator/members/${1 + (turn % MEMBERS)}/adjustments`,
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        'idempotency-key': intentKey(turn),
      },
      body: { asset: 'XP', amount: '1', reason: 'Benchmark' },
    }),
}

export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  await psql(clusterUrl, `create database ${name}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Starts the server of a checkout and adds it to the programs that the caller stops. */
export async function startSide(
  { root, folder, databaseUrl }: { root: string; folder: string; databaseUrl: string | undefined },
  programs: Program[],
): Promise<Side> {
  const env = {
    NODE_ENV: 'test',
    APPROVALS: 'off',
    LOG_LEVEL: 'silent',
    SOLSTICE_DATA: folder,
    OPERATOR_TOKEN,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
  const start = () => startProgram('member-server.ts', env, root)
  // The embedded database allows one process at a time, so the server stops while it is filled.
  const first = await start()
  const made = await fetch(new URL('/bench/season', first.url), { method: 'POST' })
  const { seasonId } = (await made.json()) as { seasonId: number } // Sent by member-server.ts.
  await first.stop()
  await fill(folder, databaseUrl, [...MAKE_MEMBERS, giveTickets(seasonId)])
  const server = await start()
  programs.push(server)
  const reply = await fetch(new URL(`/bench/sessions?last=${MEMBERS}`, server.url))
  const sessions = (await reply.json()) as string[] // Sent by member-server.ts.
  const tripsFolder = join(folder, 'round-trips')
  const trips = await startProgram('round-trips.ts', {
    ...env,
    CHECKOUT: root,
    SOLSTICE_DATA: tripsFolder,
  })
  programs.push(trips)
  return {
    server: server.url,
    trips: trips.url,
    pids: [server.pid, trips.pid],
    sessions,
    seasonId,
  }
}

async function fill(
  folder: string,
  databaseUrl: string | undefined,
  statements: readonly string[],
): Promise<void> {
  if (databaseUrl !== undefined) {
    for (const statement of statements) await psql(databaseUrl, statement)
    return
  }
  const database = await openPglite(folder)
  await database.runScript(statements.join(';\n'))
  await database.close()
}
