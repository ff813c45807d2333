import { setTimeout as sleep } from 'node:timers/promises'
import { Code } from '@solstice/contract/codes'
import { openPglite, openPostgres } from '#/platform/process/db.ts'
import { seededRandom } from '#test/faults/scenario.ts'
import { freePort } from '#test/free-port.ts'
import { startMailServer } from '#test/mail-server.ts'
import { remoteOperator } from '#test/remote-operator.ts'
import { PRODUCTION_SETTINGS } from '#test/production-settings.ts'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import { checkDatabase, checkResponses, type CheckResult } from './acknowledged.ts'
import { INSPECTOR_ENV, collectorOf, type Collector } from './collector.ts'
import {
  fundByOperator,
  fundInDatabase,
  joinDemoSeason,
  openSeason,
  signUpLoadMember,
  type Programme,
  type LoadMember,
} from './crowd.ts'
import { pickAction, pickKind, type LoadAction } from './load-actions.ts'
import { growthBetween, sampleOf, type Growth, type Sample } from './memory.ts'

/** PostgreSQL at a URL, or the embedded database in a folder. */
export type LoadDatabase =
  | { engine: 'postgres'; url: string }
  | { engine: 'embedded'; folder: string }

export type LoadOptions = {
  database: LoadDatabase
  seed: number
  seconds: number
  members: number
  /** The average pause between a response and the next request of the same member. */
  pauseMs: number
  log: (line: string) => void
}

export type Done = { action: LoadAction; codes: Map<number, number>; ms: number[] }

export type LoadResult = {
  done: Done[]
  /** Keyed by the name of the process. */
  memory: Record<string, Growth>
  checked: CheckResult
  /** Responses to private calls, as the members and the servers counted them. */
  replies: { received: number; counted: number }
  /** Everything that should not have happened. */
  problems: string[]
}

const OPERATOR_TOKEN = 'sol_op_for_the_load_and_nothing_else_0'
const CONCURRENCY = 8

/**
 * Runs two servers and a worker as in production on one PostgreSQL, or one process on the embedded
 * database, with members who act as real ones do. Afterwards it checks that every acknowledged
 * write exists.
 */
export async function runLoad(given: LoadOptions): Promise<LoadResult> {
  const mailServer = await startMailServer()
  const processes = new Map<string, ServerProcess>()
  let watched: WatchedProcesses = new Map()
  try {
    const settings = {
      ...PRODUCTION_SETTINGS,
      ...settingsOf(given.database),
      SMTP_URL: mailServer.url,
      OPERATOR_TOKEN,
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      ...INSPECTOR_ENV,
    }
    const isEmbedded = given.database.engine === 'embedded'
    given.log(isEmbedded ? 'Starting a server' : 'Starting two servers and a worker')
    const servers: string[] = []
    for (const name of isEmbedded ? ['server'] : ['server 1', 'server 2']) {
      const port = String(await freePort())
      const server = startProcess({ ...settings, PORT: port })
      processes.set(name, server)
      await server.ready
      servers.push(`http://127.0.0.1:${port}`)
    }
    if (!isEmbedded) processes.set('worker', startProcess(settings, 'worker'))
    watched = await watchProcesses(processes)

    const operator = remoteOperator(servers[0] ?? '', OPERATOR_TOKEN)
    const database =
      given.database.engine === 'postgres'
        ? await openPostgres(given.database.url, (error) => given.log(error.message))
        : undefined
    const programme = database
      ? await openSeason(database.db, operator)
      : await joinDemoSeason(operator)
    const fund = database ? fundInDatabase(database.db) : fundByOperator(operator)
    given.log(`Signing up ${given.members} members`)
    const crowd = await gather(given.members, (index) =>
      signUpLoadMember(servers, mailServer, {
        index,
        seasonId: programme.seasonId,
        fund,
      }),
    )
    await database?.close()
    given.log(`Running the load for ${given.seconds} seconds`)
    const countedBefore = await countReplies(watched)
    const notes: Notes = { done: new Map(), problems: [] }
    // The first half warms the processes up; its memory is the reference for the end.
    await runMembers(given, { crowd, programme, half: 1 }, notes)
    const warm = await measureRetained(watched)
    await runMembers(given, { crowd, programme, half: 2 }, notes)
    const end = await measureRetained(watched)
    const memory = compare(warm, end)
    const done = Array.from(notes.done.values())
    const { problems } = notes
    const counted = (await countReplies(watched)) - countedBefore
    given.log('Verifying everything that was acknowledged')
    const checked = await checkResponses(crowd, programme)
    // The embedded database can be opened only after its process has ended.
    await stopAll(processes, watched)
    checked.problems.push(...(await checkAfterwards(given.database, crowd)))
    for (const [name, { output }] of processes) {
      // At this log level only errors are logged.
      const faults = output()
        .split('\n')
        .filter((line) => line.startsWith('{"level":5'))
      problems.push(...faults.slice(0, 5).map((line) => `${name} said ${line}`))
    }
    const received = done
      .filter(({ action }) => action.kind !== 'auth')
      .reduce((sum, { ms }) => sum + ms.length, 0)
    return { done, memory, checked, replies: { received, counted }, problems }
  } finally {
    await stopAll(processes, watched)
    await mailServer.close()
  }
}

function settingsOf(database: LoadDatabase): Record<string, string> {
  if (database.engine === 'postgres') return { DATABASE_URL: database.url, WORKER: 'false' }
  return {
    // Production refuses the embedded database. An empty setting counts as missing.
    NODE_ENV: 'test',
    APPROVALS: 'off',
    DATABASE_URL: '',
    SOLSTICE_DATA: database.folder,
    LOCAL_CHAINS: 'false',
  }
}

async function stopAll(
  processes: ReadonlyMap<string, ServerProcess>,
  watched: WatchedProcesses,
): Promise<void> {
  for (const { close } of watched.values()) close()
  for (const { kill } of processes.values()) kill('SIGTERM')
  await Promise.all(Array.from(processes.values(), ({ ended }) => ended))
}

type Watched = Collector & { read: () => Promise<string> }
type WatchedProcesses = ReadonlyMap<string, Watched>

/** Waits until each process has printed the address of its metrics. */
async function watchProcesses(
  processes: ReadonlyMap<string, ServerProcess>,
): Promise<WatchedProcesses> {
  const watched = new Map<string, Watched>()
  for (const [name, running] of processes) {
    const { output } = running
    let address = /metrics +(\S+)\n/.exec(output())?.[1]
    for (; address === undefined; address = /metrics +(\S+)\n/.exec(output())?.[1]) await sleep(50)
    const url = address
    watched.set(name, {
      read: async () => (await fetch(url)).text(),
      ...(await collectorOf(running)),
    })
  }
  return watched
}

async function countReplies(watched: WatchedProcesses): Promise<number> {
  let count = 0
  for (const { read } of watched.values()) {
    for (const [, value] of (await read()).matchAll(COUNTED)) count += Number(value)
  }
  return count
}

/** Matches the calls that members make with a session, and the one public list. */
const COUNTED =
  /^solstice_replies_total\{[^}]*route="\/v1\/(?:private\/|public\/notifications)[^}]*\} (\d+)$/gm

async function gather<Item>(
  count: number,
  make: (index: number) => Promise<Item>,
): Promise<Item[]> {
  const made: Item[] = []
  let next = 0
  const makeNext = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) made.push(await make(index))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, makeNext))
  return made
}

type Notes = { done: Map<string, Done>; problems: string[] }

async function runMembers(
  { seed, seconds, pauseMs }: LoadOptions,
  { crowd, programme, half }: { crowd: LoadMember[]; programme: Programme; half: 1 | 2 },
  { done, problems }: Notes,
): Promise<void> {
  const endsAt = performance.now() + (seconds * 1000) / 2

  const runMember = async (member: LoadMember, index: number): Promise<void> => {
    const chance = seededRandom(seed * 100_003 + index * 2 + half)
    await sleep(chance() * pauseMs)
    while (performance.now() < endsAt) {
      const kind = pickKind(chance)
      let action = pickAction(kind, chance)
      let reply = action.do(member, programme, chance)
      while (!reply) {
        action = pickAction(kind, chance)
        reply = action.do(member, programme, chance)
      }
      try {
        const { code, status, ms } = await reply
        note(done, action, code, ms)
        if (!isExpected(action, code))
          problems.push(`${action.name} was answered ${status} ${code}`)
      } catch (error) {
        problems.push(`${action.name} was not answered: ${String(error)}`)
      }
      await sleep(chance() * 2 * pauseMs)
    }
  }
  await Promise.all(crowd.map(runMember))
}

function isExpected({ refusals = [] }: LoadAction, code: number): boolean {
  return code === Code.SUCCESS || code === Code.TOO_MANY_REQUESTS || refusals.includes(code)
}

function note(done: Map<string, Done>, action: LoadAction, code: number, ms: number): void {
  const entry = done.get(action.name) ?? { action, codes: new Map<number, number>(), ms: [] }
  done.set(action.name, entry)
  entry.codes.set(code, (entry.codes.get(code) ?? 0) + 1)
  entry.ms.push(ms)
}

/**
 * Measures the memory that each process retains, without requests in flight and after a garbage
 * collection.
 */
async function measureRetained(watched: WatchedProcesses): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample>()
  for (const [name, { read, collect }] of watched) {
    await collect()
    samples.set(name, sampleOf(await read(), performance.now()))
  }
  return samples
}

function compare(
  warm: ReadonlyMap<string, Sample>,
  end: ReadonlyMap<string, Sample>,
): Record<string, Growth> {
  const grown: Record<string, Growth> = {}
  for (const [name, sample] of end) grown[name] = growthBetween(warm.get(name) ?? sample, sample)
  return grown
}

async function checkAfterwards(at: LoadDatabase, crowd: readonly LoadMember[]): Promise<string[]> {
  const database =
    at.engine === 'postgres' ? await openPostgres(at.url, () => {}) : await openPglite(at.folder)
  try {
    return await checkDatabase(database.db, crowd)
  } finally {
    await database.close()
  }
}
