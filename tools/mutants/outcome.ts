import { stripVTControlCharacters } from 'node:util'
import { CRASH } from '../test-results.ts'

/**
 * The outcome of one test in a mutant run. `broken` means that something other than the body of the
 * test failed: a hook, a fixture, or a process that crashed.
 */
export type RunOutcome = 'passed' | 'failed' | 'timed out' | 'broken' | 'skipped'
export type TestOutcome = { outcome: RunOutcome; message?: string }

export const firstLine = (text: string) =>
  stripVTControlCharacters(text).trim().split('\n')[0] ?? ''

function withMessage(outcome: RunOutcome, message: string | undefined): TestOutcome {
  return message === undefined ? { outcome } : { outcome, message: firstLine(message) }
}

type VitestTest = {
  state: string
  messages: readonly string[]
  /** The last state of each kind of hook; a hook that failed stays at `run`. */
  hooks: Partial<Record<'beforeEach' | 'afterEach', string>>
}

export function vitestOutcome({ state, messages, hooks }: VitestTest): TestOutcome {
  if (state !== 'failed') return { outcome: state === 'passed' ? 'passed' : 'skipped' }
  const [message] = messages
  const isOnlyAfterEach = hooks.afterEach === 'run' && messages.length === 1
  if (hooks.beforeEach === 'run' || isOnlyAfterEach) return withMessage('broken', message)
  const isTimeout = message?.startsWith('Test timed out in ') === true
  return withMessage(isTimeout ? 'timed out' : 'failed', message)
}

type Failure = { message?: string }
type Step = { category: string; error?: Failure; steps: readonly Step[] }
type PlaywrightTest = {
  status: string
  errors: readonly Failure[]
  steps: readonly Step[]
  annotations: readonly { type: string; description?: string }[]
}

/** The message of a test whose worker process ended during it. */
const WORKER_CRASH = /^Error: worker process exited unexpectedly/

export function playwrightOutcome(test: PlaywrightTest): TestOutcome {
  const { status, errors, steps, annotations } = test
  if (status === 'passed' || status === 'skipped') return { outcome: status }
  const messages = errors.map(({ message = '' }) => message)
  const crash = annotations.find(({ type }) => type === CRASH)
  if (crash) return withMessage('broken', crash.description ?? messages[0])
  // Fixtures are set up and torn down inside of the hook steps.
  const outside = new Set(steps.filter(({ category }) => category === 'hook').flatMap(messagesOf))
  const isFromTestBody = (message: string) => !outside.has(message) && !WORKER_CRASH.test(message)
  const message = messages.find(isFromTestBody)
  if (message === undefined || status === 'interrupted') return withMessage('broken', messages[0])
  const isTimeout = firstLine(message).startsWith('Test timeout of ')
  return withMessage(isTimeout ? 'timed out' : 'failed', message)
}

function messagesOf({ error, steps }: Step): string[] {
  return [error?.message ?? [], ...steps.map(messagesOf)].flat()
}
