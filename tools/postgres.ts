import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../apps/server/test/free-port.ts'

const DEBIAN_HOME = '/usr/lib/postgresql'
const START_LIMIT_MS = 30_000
const INITDB = ['-U', 'solstice', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']

export type Cluster = {
  url: string
  version: string
  pid: number
  /** Down, with its data kept: in order, or as a crash leaves it. */
  halt: (how?: 'in order' | 'as a crash') => Promise<void>
  /** Up again if it is down, at the same address and with the same data. */
  resume: () => Promise<void>
  stop: () => Promise<void>
}

/** The newest installed server, or nothing. Debian keeps the server's programs out of PATH. */
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

/** PostgreSQL refuses to run as root, so root lends it to the account Debian made for it. */
function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** It listens before it answers, so its own program is asked whether it does. */
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
 * A private cluster in a temporary folder, gone after stop() or when this process ends.
 * Tests give durability away for speed; benchmarks and fault runs ask for `durable`. One that is
 * `small` fits where there is little room, in a `home` that somebody else chose.
 */
export async function startPostgres({
  durable = false,
  home = tmpdir(),
  small = false,
} = {}): Promise<Cluster> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  const owner = runAs()
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

  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'log_min_messages=fatal',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(small ? ['min_wal_size=2MB', 'max_wal_size=8MB', 'shared_buffers=16MB'] : []),
  ]
  // setpriv keeps the pid and asks the kernel to stop the cluster should this process be killed.
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
  let server = launch(command, folder)

  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
  }
  const atExit = () => {
    server.kill('SIGQUIT')
    // Nothing asynchronous runs any more, and what the cluster still writes would outlive the folder.
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
    version: postgresVersion(bin),
    pid: server.pid,
    halt,
    resume: async () => {
      const old = server.isDead() ? undefined : server
      if (!old) server = launch(command, folder)
      await untilReady(bin, port, server).catch(async (error: unknown) => {
        // One that was on its way down for what is mended now has to be started once it is down.
        if (!old?.isDead()) throw error
        server = launch(command, folder)
        await untilReady(bin, port, server)
      })
    },
    stop,
  }
}

/** The process, from one start to the next end. */
type PostgresProcess = {
  pid: number
  ended: Promise<void>
  isDead: () => boolean
  output: () => string
  kill: (signal: NodeJS.Signals) => void
}

function launch(command: readonly string[], cwd: string): PostgresProcess {
  const child = spawn('setpriv', command, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let dead = false
  // Who is turned away while it goes down is told there too; it matters when it does not come up.
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
