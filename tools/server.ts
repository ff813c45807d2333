import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAST_START, ROOT } from './run-step.ts'
import { fillFolder, hasCluster, onCluster } from './server-data.ts'

const READY_LIMIT_MS = 240_000

/** One operator acts alone, unless a test is about approvals and sets `APPROVALS: 'on'`. */
const ALONE = { NODE_ENV: 'test', APPROVALS: 'off' }

/** Optimising the code of the embedded database takes longer than it saves in a test. */
const EMBEDDED_FLAGS = ['--liftoff-only']

export type RunningServer = {
  url: string
  /** The server's database on the test cluster, for tests that change it past the server. */
  databaseUrl: string | undefined
  /** Returns the server's output so far. */
  output: () => string
  /** Resolves with the reason if the process ends before `stop` is called; never otherwise. */
  crash: Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts the server on a free port with its own data folder. It uses a database on the test cluster
 * of this run; without a cluster, with a given folder or on request, it uses the embedded one.
 */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  { isEmbedded = !hasCluster() } = {},
): Promise<RunningServer> {
  const given = env['SOLSTICE_DATA']
  const folder = given ?? mkdtempSync(join(tmpdir(), 'solstice-data-'))
  const isOnCluster = given === undefined && !isEmbedded
  if (!isOnCluster && env['DATABASE_URL'] === undefined) await fillFolder(folder)
  const database = isOnCluster ? await onCluster(folder, env) : {}
  const program = join(ROOT, 'apps/server/src/main.ts')
  // The kernel stops the server if this process is killed first.
  const command = [
    '--pdeathsig=TERM',
    process.execPath,
    ...(isOnCluster ? [] : EMBEDDED_FLAGS),
    program,
  ]
  const child = spawn('setpriv', command, {
    cwd: ROOT,
    env: {
      ...process.env,
      ...FAST_START,
      ...ALONE,
      PORT: '0',
      SOLSTICE_DATA: folder,
      ...database,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  let isStopping = false
  const crash = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) resolve(`The server process ended (${signal ?? `code ${code}`})`)
    })
  })
  const stop = async () => {
    isStopping = true
    child.kill('SIGTERM')
    await ended
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const address = new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /ready at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('exit', () => reject(new Error(`The server ended while starting:\n${output}`)))
    setTimeout(
      () => reject(new Error(`The server is not ready:\n${output}`)),
      READY_LIMIT_MS,
    ).unref()
  })
  try {
    const url = await address
    const health = await fetch(`${url}/healthz`)
    if (!health.ok) throw new Error(`/healthz returned ${health.status}:\n${output}`)
    return { url, databaseUrl: database['DATABASE_URL'], output: () => output, crash, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
