import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run-step.ts'

const READY_LIMIT_MS = 90_000

export type RunningServer = {
  url: string
  /** Everything the server said so far. */
  output: () => string
  /** Resolves with the reason if the process ends before `stop` is called; never otherwise. */
  crash: Promise<string>
  stop: () => Promise<void>
}

const inTemplate = (name: string): string | undefined => {
  const template = process.env['SOLSTICE_TEST_TEMPLATE']
  return template === undefined ? undefined : join(template, name)
}

/** The data folder of a server that has been started once, demo account included. */
export const seededData = (): string | undefined => inTemplate('seeded')

/**
 * Fills a new data folder from the templates of this test run. A server with a clock or an operator
 * token of its own seeds different data, so it gets the migrated database only.
 */
async function fillFolder(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (existsSync(join(folder, 'database'))) return
  const seeded = seededData()
  const isUsual = env['SOLSTICE_NOW'] === undefined && env['OPERATOR_TOKEN'] === undefined
  if (isUsual && seeded !== undefined && folder !== seeded && existsSync(seeded)) {
    await cp(seeded, folder, { recursive: true })
    return
  }
  const migrated = inTemplate('database')
  if (migrated) await cp(migrated, join(folder, 'database'), { recursive: true })
}

/** The product as `npm start` runs it, on a free port and a data folder of its own. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const given = env['SOLSTICE_DATA']
  const folder = given ?? mkdtempSync(join(tmpdir(), 'solstice-data-'))
  await fillFolder(folder, env)
  // The kernel stops the server should this process be killed before it can.
  const command = ['--pdeathsig=TERM', process.execPath, join(ROOT, 'apps/server/src/main.ts')]
  const child = spawn('setpriv', command, {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', SOLSTICE_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let said = ''
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
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const url = /ready at (\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`The server ended while starting:\n${said}`)))
    setTimeout(() => reject(new Error(`The server is not ready:\n${said}`)), READY_LIMIT_MS).unref()
  })
  try {
    const url = await address
    const health = await fetch(`${url}/healthz`)
    if (!health.ok) throw new Error(`/healthz answered ${health.status}:\n${said}`)
    return { url, output: () => said, crash, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
