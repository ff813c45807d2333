import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Envelope } from '@solstice/contract/envelope'
import { minimalEnv } from './minimal-env.ts'

/** The programs of the server: web, jobs, the treasury's signer, and the commands of the ledger. */
type Program = 'main' | 'worker' | 'signer' | 'verify-ledger' | 'archive-ledger'

const fileOf = (program: Program) => fileURLToPath(new URL(`../src/${program}.ts`, import.meta.url))

export type ServerProcess = {
  pid: number
  /** Returns everything printed so far, on stdout and stderr. */
  output: () => string
  /** The printed address; rejects when the process ends first. */
  ready: Promise<string>
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>
  kill: (signal: NodeJS.Signals) => void
}

/**
 * Optimising the code of the embedded database takes half of the processor time of a program that
 * runs for a few seconds.
 */
const WITHOUT_OPTIMISING = ['--liftoff-only']

/** Starts the program with these settings and no others. */
export function startProcess(
  settings: Record<string, string>,
  program: Program = 'main',
  args: readonly string[] = [],
): ServerProcess {
  const flags = settings['DATABASE_URL'] === undefined ? WITHOUT_OPTIMISING : []
  const child = spawn(process.execPath, [...flags, fileOf(program), ...args], {
    env: { ...minimalEnv(), PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ended = once(child, 'close').then(
    ([code, signal]: unknown[]) => (code ?? signal) as number | NodeJS.Signals, // Exactly one of the two is set.
  )
  const ready = new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      printed += chunk.toString()
      const address = /ready at (\S+)\n/.exec(printed)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void ended.then((how) => reject(new Error(`The server ended with ${how}:\n${printed}`)))
  })
  // Prevents an unhandled rejection when the caller only awaits the end.
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    output: () => printed,
    ready,
    ended,
    kill: (signal) => void child.kill(signal),
  }
}

export const jsonPost = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export async function postTo<Data>(
  address: string,
  path: string,
  body: unknown,
): Promise<Envelope<Data>> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Envelope<Data> // Every response under /v1 is an envelope.
}
