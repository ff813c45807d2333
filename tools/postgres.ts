import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../apps/server/test/free-port.ts'

const DEBIAN_HOME = '/usr/lib/postgresql'
const START_LIMIT_MS = 30_000
const INITDB = ['-U', 'solstice', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']

export type Cluster = {
  url: string
  /** The data directory, and what backups need to reach the server of it. */
  place: Place
  version: string
  pid: number
  /** Stops the cluster and keeps its data: by an orderly shutdown or by a crash. */
  halt: (how?: 'in order' | 'as a crash') => Promise<void>
  /** Starts the cluster again if it is down, at the same address and with the same data. */
  resume: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Returns the newest installed server, or undefined. Debian keeps the server's programs out of
 * PATH.
 */
export function findPostgresBin(home = DEBIAN_HOME): string | undefined {
  let versions: string[]
  try {
    versions = readdirSync(home)
  } catch {
    return undefined
  }
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(home, version, 'bin'))
    .find((bin) => hasServer(bin))
}

function hasServer(bin: string): boolean {
  try {
    return readdirSync(bin).includes('initdb')
  } catch {
    return false
  }
}

export function postgresVersion(bin: string): string {
  return execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
}

export type Place = { data: string; folder: string; port: number }

/** PostgreSQL refuses to run as root, so root runs it as the account that Debian created for it. */
export function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Polls pg_isready, because PostgreSQL listens before it accepts connections. */
async function untilReady(bin: string, port: number, server: PostgresProcess): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  while (performance.now() < deadline) {
    if (server.isDead()) throw new Error(`PostgreSQL stopped while starting:\n${server.output()}`)
    const probe = spawn(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
    const [exitCode] = (await once(probe, 'exit')) as [number | null]
    if (exitCode === 0) return
    await sleep(50)
  }
  throw new Error(`PostgreSQL was not ready within ${START_LIMIT_MS} ms`)
}

/**
 * Starts a private cluster in a temporary folder, which is removed after stop() or when this
 * process ends. Tests trade durability for speed; benchmarks and fault runs set `durable`. A
 * `small` cluster fits on a small disk, in the given `home`. Further `settings` override the others.
 * `config` is added to postgresql.conf, where a restore can change it, and `environmentOf` returns
 * variables for the commands that the server runs.
 */
export async function startPostgres({
  durable = false,
  home = tmpdir(),
  small = false,
  settings: further = [] as readonly string[],
  config = '',
  environmentOf = (_place: Place): Record<string, string> => ({}),
} = {}): Promise<Cluster> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  const owner = runAs()
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(home, 'solstice-pg-'))
  if (owner.uid !== undefined && owner.gid !== undefined) {
    chownSync(folder, owner.uid, owner.gid)
  }
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, ...INITDB, ...(small ? ['--wal-segsize=1'] : [])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )

  if (config !== '') appendFileSync(join(data, 'postgresql.conf'), config)

  const port = await freePort()
  const place = { data, folder, port }
  const environment = environmentOf(place)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'log_min_messages=fatal',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(small ? ['min_wal_size=2MB', 'max_wal_size=8MB', 'shared_buffers=16MB'] : []),
    ...further,
  ]
  // setpriv keeps the pid and makes the kernel stop the cluster if this process is killed.
  const command = [
    ...(owner.uid === undefined
      ? []
      : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']),
    '--pdeathsig=INT',
    join(bin, 'postgres'),
    '-D',
    data,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  let server = launch(command, { cwd: folder, environment })

  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
  }
  const atExit = () => {
    server.kill('SIGQUIT')
    // Asynchronous code no longer runs here, so block for a moment while the cluster finishes its
    // last writes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    remove()
  }
  const halt: Cluster['halt'] = async (how = 'in order') => {
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for open sessions. SIGQUIT is a crash.
    server.kill(how === 'in order' ? 'SIGINT' : 'SIGQUIT')
    await server.ended
  }
  const stop = async () => {
    process.off('exit', atExit)
    process.off('SIGINT', atSignal)
    process.off('SIGTERM', atSignal)
    await halt()
    remove()
  }
  const atSignal = (signal: NodeJS.Signals) => {
    void stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('exit', atExit)
  process.once('SIGINT', atSignal)
  process.once('SIGTERM', atSignal)

  try {
    await untilReady(bin, port, server)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgresql://solstice@127.0.0.1:${port}/postgres`,
    place,
    version: postgresVersion(bin),
    pid: server.pid,
    halt,
    resume: async () => {
      const old = server.isDead() ? undefined : server
      if (!old) server = launch(command, { cwd: folder, environment })
      await untilReady(bin, port, server).catch(async (error: unknown) => {
        // A server that was still shutting down has to be started again once it has ended.
        if (!old?.isDead()) throw error
        server = launch(command, { cwd: folder, environment })
        await untilReady(bin, port, server)
      })
    },
    stop,
  }
}

/** A server process from its start to its end. */
type PostgresProcess = {
  pid: number
  ended: Promise<void>
  isDead: () => boolean
  output: () => string
  kill: (signal: NodeJS.Signals) => void
}

function launch(
  command: readonly string[],
  { cwd, environment }: { cwd: string; environment: Record<string, string> },
): PostgresProcess {
  const child = spawn('setpriv', command, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let dead = false
  // Also contains rejected connections during a shutdown; only a failed start uses this output.
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-2000)
  })
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      dead = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return {
    pid: child.pid ?? 0,
    ended,
    isDead: () => dead,
    output: () => output,
    kill: (signal: NodeJS.Signals) => {
      if (!dead) child.kill(signal)
    },
  }
}

if (import.meta.main) {
  const cluster = await startPostgres({ durable: process.argv.includes('--durable') })
  console.log(`${cluster.version}\n${cluster.url}\nCtrl-C stops it and removes its data.`)
}
