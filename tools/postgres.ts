import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const DEBIAN_HOME = '/usr/lib/postgresql'
const START_LIMIT_MS = 30_000

export type Cluster = { url: string; version: string; pid: number; stop: () => Promise<void> }

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given')
  return address.port
}

async function untilListening(port: number, hasDied: () => boolean): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  while (performance.now() < deadline) {
    if (hasDied()) throw new Error('PostgreSQL stopped while starting')
    const socket = createConnection(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      // Not there yet.
    } finally {
      socket.destroy()
    }
    await sleep(50)
  }
  throw new Error(`PostgreSQL did not listen within ${START_LIMIT_MS} ms`)
}

/**
 * A private cluster in a temporary folder, gone after stop() or when this process ends.
 * Tests give durability away for speed; benchmarks and fault runs ask for `durable`.
 */
export async function startPostgres({ durable = false } = {}): Promise<Cluster> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  const owner = runAs()
  const folder = mkdtempSync(join(tmpdir(), 'solstice-pg-'))
  if (owner.uid !== undefined && owner.gid !== undefined) {
    chownSync(folder, owner.uid, owner.gid)
  }
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'solstice', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
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
  ]
  // setpriv keeps the pid and asks the kernel to stop the cluster should this process be killed.
  const child = spawn(
    'setpriv',
    [
      ...(owner.uid === undefined
        ? []
        : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']),
      '--pdeathsig=INT',
      join(bin, 'postgres'),
      '-D',
      data,
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  let dead = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      dead = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })

  const remove = () => rmSync(folder, { recursive: true, force: true })
  const atExit = () => {
    child.kill('SIGQUIT')
    // Nothing asynchronous runs any more, and what the cluster still writes would outlive the folder.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    remove()
  }
  const stop = async () => {
    process.off('exit', atExit)
    process.off('SIGINT', atSignal)
    process.off('SIGTERM', atSignal)
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for open sessions.
    if (!dead) child.kill('SIGINT')
    await ended
    remove()
  }
  const atSignal = (signal: NodeJS.Signals) => {
    void stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('exit', atExit)
  process.once('SIGINT', atSignal)
  process.once('SIGTERM', atSignal)

  try {
    await untilListening(port, () => dead)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgresql://solstice@127.0.0.1:${port}/postgres`,
    version: postgresVersion(bin),
    pid: child.pid ?? 0,
    stop,
  }
}

if (import.meta.main) {
  const cluster = await startPostgres({ durable: process.argv.includes('--durable') })
  console.log(`${cluster.version}\n${cluster.url}\nCtrl-C stops it and removes its data.`)
}
