import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, chownSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort, freePorts } from './free-port.ts'

const LIMIT_MS = 60_000
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off']

export type Node = {
  url: string
  port: number
  /** Runs statements as the superuser; the values of the first row are returned. */
  query: (text: string) => Promise<unknown[]>
  /** Ends it with all its children, as the loss of a machine would. */
  kill: () => Promise<void>
}

export type Standby = Node & {
  /** Holds back everything that is committed from now on. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Resolves when everything that the primary has committed is visible. */
  untilCaughtUp: (primary: Node) => Promise<void>
  promote: () => Promise<void>
}

export type Replication = {
  primary: Node
  /** Adds a copy of the primary that follows it, or another standby. */
  addStandby: (of?: Node) => Promise<Standby>
  stop: () => Promise<void>
}

/**
 * Starts a primary of its own, because a standby copies the whole cluster, unless the address of one
 * is given.
 */
export async function startReplication(
  bin: string,
  { durable = false, of }: { durable?: boolean; of?: string } = {},
): Promise<Replication> {
  const home = mkdtempSync(join(tmpdir(), 'solstice-replication-'))
  const owner = ownerOf(home)
  const nodes: { child: ChildProcess }[] = []
  const folderFor = (port: number) => join(home, String(port))
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, {
      ...owner.ids,
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    })

  const launch = async (port: number, follows?: Node): Promise<Node> => {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${home}`,
      // A standby refuses to start with fewer than its primary.
      'max_connections=200',
      'log_min_messages=fatal',
      'wal_retrieve_retry_interval=100ms',
      ...(follows ? [`primary_conninfo=${follows.url}`] : []),
      ...(durable ? [] : NOT_DURABLE),
    ]
    const child = spawn(
      'setpriv',
      [
        ...owner.flags,
        '--pdeathsig=KILL',
        join(bin, 'postgres'),
        '-D',
        folderFor(port),
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { cwd: home, stdio: 'ignore' },
    )
    nodes.push({ child })
    const url = `postgresql://solstice@127.0.0.1:${port}/postgres`
    const query = (text: string) => queryOnce(url, text)
    await until(`The database at ${port}`, () => query('select true').then(Boolean))
    return { url, port, query, kill: () => killed(child) }
  }

  const startPrimary = async () => {
    const port = await freePort()
    const encoding = ['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
    run('initdb', ['-D', folderFor(port), '-U', 'solstice', '-A', 'trust', ...encoding])
    return launch(port)
  }
  const primary: Node = of === undefined ? await startPrimary() : existing(of)
  return {
    primary,
    addStandby: async (of = primary) => {
      const own = await freePort()
      const options = ['--checkpoint=fast', '--write-recovery-conf', '--no-sync']
      run('pg_basebackup', ['-D', folderFor(own), '-d', primary.url, ...options])
      const node = await launch(own, of)
      return {
        ...node,
        pause: async () => void (await node.query('select pg_wal_replay_pause()')),
        resume: async () => void (await node.query('select pg_wal_replay_resume()')),
        untilCaughtUp: async (followed) => {
          // Members carry the insert position, which a later commit makes durable.
          const [lsn] = await followed.query('select pg_current_wal_insert_lsn()')
          await followed.query(`select pg_logical_emit_message(true, 'test', '')`)
          await until('The standby', async () => {
            const [isThere] = await node.query(
              `select pg_last_wal_replay_lsn() >= '${String(lsn)}'::pg_lsn`,
            )
            return isThere === true
          })
        },
        promote: async () => void (await node.query('select pg_promote()')),
      }
    },
    stop: async () => {
      await Promise.all(nodes.map(({ child }) => killed(child)))
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The programs of the server that runs the tests. */
export async function serverPrograms(): Promise<string> {
  const client = new Client({ connectionString: process.env['SOLSTICE_TEST_DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ bin: string }>(
    `select setting as bin from pg_config where name = 'BINDIR'`,
  )
  await client.end()
  return rows[0]?.bin ?? ''
}

function existing(url: string): Node {
  return {
    url,
    port: Number(new URL(url).port),
    query: (text) => queryOnce(url, text),
    kill: () => Promise.reject(new Error('It was started by somebody else')),
  }
}

/** Forwards connections like a proxy that can be pointed at another database. */
export async function openSwitch(to: number) {
  const [port = 0] = await freePorts(1)
  const open = new Set<Socket>()
  let target = to
  let held: { text: string; deliver: Promise<void> } | undefined
  const server = createServer((inward) => {
    const outward = connect(target, '127.0.0.1')
    let isHeld = false
    const forward = (packet: Buffer) => {
      if (!held || !packet.includes(held.text)) {
        outward.write(packet)
        return
      }
      const { deliver } = held
      held = undefined
      isHeld = true
      // The database keeps its connection, as it does when the network loses packets.
      outward.unpipe(inward).resume()
      inward.destroy()
      void deliver.then(() => outward.end(packet))
    }
    for (const socket of [inward, outward]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(socket)
        inward.destroy()
        if (!isHeld) outward.destroy()
      })
    }
    inward.on('data', forward)
    outward.pipe(inward)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `postgresql://solstice@127.0.0.1:${port}/postgres`,
    /** Cuts the connection with the next packet that has this text, and delivers it when told to. */
    hold: (text: string): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { text, deliver: promise }
      return resolve
    },
    turnTo: (next: number) => {
      target = next
      cut()
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the account that Debian created for it. */
function ownerOf(home: string): { ids: { uid?: number; gid?: number }; flags: string[] } {
  if (process.getuid?.() !== 0) return { ids: {}, flags: [] }
  const { uid, gid } = statSync('/var/lib/postgresql')
  chownSync(home, uid, gid)
  return { ids: { uid, gid }, flags: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // An immediate shutdown ends all children without writing anything.
  child.kill('SIGQUIT')
  await ended
}

async function queryOnce(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return Object.values(rows[0] ?? {})
  } finally {
    await client.end()
  }
}

async function until(name: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    if (await isTrue().catch(() => false)) return
    if (performance.now() > deadline) throw new Error(`${name} took too long`)
    await sleep(20)
  }
}
