import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Node stores compiled code here, which halves the next start of a program. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node')

/** Reduces the start time of programs that tests start to 40 %. */
export const FAST_START = {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  NODE_OPTIONS: `--import=${new URL('fast-resolve.ts', import.meta.url).href}`,
}

/** The folder in which the server suite collects the statements it sends to PostgreSQL. */
export const STATEMENTS = join(ROOT, 'artefacts', 'statements')

/** Puts the pinned Node and its tools first in PATH, whichever Node started this process. */
export function toolEnv(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const bin = join(ROOT, 'node_modules', '.bin')
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...extra,
  }
}

/** Only detects a step that hangs; the longest takes half of it on a slow machine. */
const STEP_LIMIT_MS = 60 * 60_000

export type Step = {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** A step that hangs fails after this limit. */
  limitMs?: number
}
export type StepResult = { name: string; ok: boolean; seconds: number; output: string }

/** Runs one command and captures its output. */
export function runStep(step: Step): Promise<StepResult> {
  const startedAt = performance.now()
  const child = spawn(step.command, step.args, {
    cwd: ROOT,
    env: toolEnv(step.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: step.limitMs ?? STEP_LIMIT_MS,
  })
  const chunks: Buffer[] = []
  const collect = (chunk: Buffer) => chunks.push(chunk)
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve) => {
    const end = (ok: boolean) => {
      const seconds = (performance.now() - startedAt) / 1000
      resolve({ name: step.name, ok, seconds, output: Buffer.concat(chunks).toString() })
    }
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${step.command}: ${error.message}\n`))
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}
