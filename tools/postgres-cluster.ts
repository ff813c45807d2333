import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../apps/server/test/faults/bounded.ts'
import type { HighAvailability } from '../apps/server/test/faults/scenario.ts'
import { freePorts } from '../apps/server/test/free-port.ts'
import { askAgent, createCertificates, etcdTls, requireClosedAgent } from './cluster-tls.ts'
import { openLink, type Link } from './cut-link.ts'
import { findPostgresBin } from './postgres.ts'
import { ROOT } from './run-step.ts'

const KIT = join(ROOT, 'ops/patroni')
/** The folder of the certificates on a machine of the kit. */
const TLS_FOLDER = '/etc/solstice/tls'
const NAMES = ['solstice1', 'solstice2', 'solstice3'] as const
const PASSWORD = 'only-in-this-run'
/** For the start of the cluster and for its repair after a failover. */
const LIMIT_MS = 120_000
/** One check of the cluster; a member that hangs must not stop the checks of the others. */
const CHECK_LIMIT_MS = 5000

type Name = (typeof NAMES)[number]
type Member = {
  name: Name
  port: number
  rest: number
  folder: string
  /** Replication and pg_rewind reach the member through this link; HAProxy does not. */
  link: Link
  env: Record<string, string>
  process: ChildProcess | undefined
}

/** PostgreSQL refuses to run as root, so root runs it as the account that Debian created for it. */
function owner(): { uid?: number; gid?: number; command: string[] } {
  const command = ['--pdeathsig=KILL']
  if (process.getuid?.() !== 0) return { command }
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  return { uid, gid, command: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...command] }
}

/** Returns a process and all its descendants, which may be in sessions of their own. */
function treeOf(pid: number | undefined): number[] {
  // To signal the process 0 means to signal this program and its group.
  if (pid === undefined) return []
  const children = (of: number): number[] => {
    try {
      const text = readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').trim()
      return text === '' ? [] : text.split(' ').map(Number)
    } catch {
      return []
    }
  }
  return [pid, ...children(pid).flatMap(treeOf)]
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

/** Returns the process of the database of a member, whose parent Patroni is not. */
function databasePid({ folder }: Member): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

const PROGRAMS = { etcd: ['etcd'], patroni: ['patroni'], haproxy: ['/usr/sbin/haproxy'] }

/** Starts a primary and two standbys as `ops/patroni` describes them, on this machine. */
export async function startHighAvailability({
  isSynchronous,
  programs = PROGRAMS,
  limitMs = LIMIT_MS,
}: {
  isSynchronous: boolean
  programs?: Record<keyof typeof PROGRAMS, readonly string[]>
  limitMs?: number
}): Promise<HighAvailability> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  const { uid, gid, command } = owner()
  const home = mkdtempSync(join(tmpdir(), 'solstice-cluster-'))
  const makeFolder = (name: string): string => {
    const folder = join(home, name)
    mkdirSync(folder)
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    return folder
  }
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid)
  let output = ''
  const running = new Set<ChildProcess>()
  let isStarted = false
  const ended: string[] = []
  const launch = (name: string, program: string[], env: Record<string, string>): ChildProcess => {
    const child = spawn('setpriv', [...command, ...program], {
      cwd: home,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const collect = (chunk: Buffer) => {
      output = `${output}${name}: ${chunk.toString()}`.slice(-200_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    running.add(child)
    const end = (how: string) => {
      running.delete(child)
      ended.push(`${name} ended with ${how}`)
    }
    child.once('exit', (code, signal) => end(String(code ?? signal)))
    child.once('error', ({ message }) => end(message))
    return child
  }

  const ports = await freePorts(10)
  const [etcdClient = 0, etcdPeer = 0, primaryPort = 0, replicaPort = 0, ...rest] = ports
  const tls = makeFolder('tls')
  createCertificates(tls)
  for (const file of readdirSync(tls)) {
    if (uid !== undefined && gid !== undefined) chownSync(join(tls, file), uid, gid)
  }
  const etcdUrl = `https://127.0.0.1:${etcdClient}`
  const peerUrl = `https://127.0.0.1:${etcdPeer}`
  launch(
    'etcd',
    [
      ...programs.etcd,
      `--data-dir=${makeFolder('etcd')}`,
      '--log-level=error',
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
      ...etcdTls(tls),
    ],
    {},
  )
  const config = writeConfig(home, { tls, isSynchronous })
  const members: Member[] = []
  for (const [at, name] of NAMES.entries()) {
    const [port = 0, restPort = 0] = [rest[at * 2], rest[at * 2 + 1]]
    const folder = makeFolder(name)
    const link = await openLink(port)
    members.push({
      name,
      port,
      rest: restPort,
      folder,
      link,
      process: undefined,
      env: {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdClient}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_USERNAME: 'patroni',
        PATRONI_RESTAPI_PASSWORD: PASSWORD,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${link.port}`,
        PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: bin,
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'solstice',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      },
    })
  }
  const startMember = (member: Member) => {
    member.process = launch(member.name, [...programs.patroni, config], {
      ...member.env,
      PYTHONUNBUFFERED: '1',
    })
  }
  const haproxy = writeProxy(home, members, { tls, primaryPort, replicaPort })

  const statesOf = async (): Promise<{ name: string; role: string; state: string }[]> => {
    for (const { rest: port } of members) {
      const found = await askAgent({ port, tls }, 'cluster', { limitMs: CHECK_LIMIT_MS })
        .then(
          ({ text }) =>
            JSON.parse(text) as { members: { name: string; role: string; state: string }[] }, // Patroni's API.
        )
        .catch(() => undefined)
      if (found) return found.members
    }
    return []
  }
  const answersAs = async ({ rest: port }: Member, role: string): Promise<boolean> =>
    askAgent({ port, tls }, role, { limitMs: CHECK_LIMIT_MS }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const findPrimary = async (): Promise<Member | undefined> => {
    for (const member of members) if (await answersAs(member, 'primary')) return member
    return undefined
  }
  const untilWhole = () =>
    until('The cluster', { limitMs, everyMs: 200, details: () => output }, async () => {
      // Only a run ends programs; without one of them the cluster cannot start.
      if (!isStarted && ended.length > 0) {
        throw new Error(`${ended.join(', ')} during the start:\n${output}`)
      }
      const states = await statesOf()
      const isStreaming = states.filter(
        ({ role, state }) => role === 'replica' && (state === 'streaming' || state === 'running'),
      )
      if (isStreaming.length < 2 || !(await findPrimary())) return false
      return (await countStreams(primaryPort)) === 2
    })

  const addressOf = (port: number, query = `sslmode=verify-full&sslrootcert=${tls}/ca.crt`) =>
    `postgresql://solstice:${PASSWORD}@127.0.0.1:${port}/postgres?${query}`
  const query = async (address: string, text: string): Promise<string> => {
    const { stdout } = await promisify(execFile)(join(bin, 'psql'), [address, '-Atc', text], {
      timeout: CHECK_LIMIT_MS,
      killSignal: 'SIGKILL',
    })
    return stdout
  }
  /** Proves the protection that docs/availability.md promises. */
  const requireProtection = async () => {
    for (const { rest: port } of members) await requireClosedAgent({ port, tls }, CHECK_LIMIT_MS)
    const answer = await query(addressOf(primaryPort, 'sslmode=disable'), 'select 1').catch(String)
    if (!answer.includes('no encryption')) {
      throw new Error(`The database did not refuse a connection without TLS: ${answer}`)
    }
  }
  const countStreams = async (port: number): Promise<number> => {
    try {
      return Number(
        await query(
          addressOf(port),
          `select count(*) from pg_stat_replication join pg_stat_ssl using (pid)
            where state = 'streaming' and ssl`,
        ),
      )
    } catch {
      return 0
    }
  }
  const stop = async () => {
    for (const child of running) killAll(treeOf(child.pid))
    for (const member of members) {
      const pid = databasePid(member)
      killAll(treeOf(pid))
      member.link.close()
    }
    await Promise.all(Array.from(running, (child) => once(child, 'exit')))
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (const member of members) startMember(member)
    launch('haproxy', [...programs.haproxy, '-db', '-f', haproxy], {})
    await untilWhole()
    await requireProtection()
    isStarted = true
  } catch (error) {
    await stop()
    throw error
  }
  const primary = async (): Promise<Member> => {
    const found = await findPrimary()
    if (!found) throw new Error('The cluster has no primary')
    return found
  }
  return {
    url: addressOf(primaryPort),
    cutReplication: () => {
      for (const { link } of members) link.cut()
    },
    mendReplication: () => {
      for (const { link } of members) link.mend()
    },
    killPrimary: async () => {
      const member = await primary()
      const pid = databasePid(member)
      killAll([...treeOf(member.process?.pid), ...treeOf(pid)])
      return member.name
    },
    revive: (name) => {
      const member = members.find((each) => each.name === name)
      if (member) startMember(member)
    },
    untilWhole,
    output: () => output,
    stop,
  }
}

/** Writes the configuration of the kit; a control run acknowledges commits without a standby. */
function writeConfig(
  home: string,
  { tls, isSynchronous }: { tls: string; isSynchronous: boolean },
): string {
  const file = join(home, 'patroni.yml')
  const text = readFileSync(join(KIT, 'patroni.yml'), 'utf8').replaceAll(TLS_FOLDER, tls)
  const line = /^ +synchronous_standby_names: .+\n/m
  if (!line.test(text)) throw new Error('The kit names no synchronous standbys')
  writeFileSync(file, isSynchronous ? text : text.replace(line, ''))
  return file
}

function writeProxy(
  home: string,
  members: readonly Member[],
  { tls, primaryPort, replicaPort }: { tls: string; primaryPort: number; replicaPort: number },
): string {
  const file = join(home, 'haproxy.cfg')
  let text = readFileSync(join(KIT, 'haproxy.cfg'), 'utf8')
    .replaceAll(TLS_FOLDER, tls)
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${primaryPort}`)
    .replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${replicaPort}`)
  for (const [at, { port, rest }] of members.entries()) {
    text = text.replaceAll(
      `10.0.1.2${at + 1}:5432 check port 8008`,
      `127.0.0.1:${port} check port ${rest}`,
    )
  }
  writeFileSync(file, text)
  return file
}
