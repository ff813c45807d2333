import { describe, expect, test } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './outcome.ts'

describe('a Vitest test', () => {
  test.each([
    ['passed', [], {}, 'passed'],
    ['skipped', [], {}, 'skipped'],
    ['pending', [], {}, 'skipped'],
    ['failed', ['expected 1'], {}, 'failed'],
    ['failed', ['expected 1'], { beforeEach: 'pass', afterEach: 'pass' }, 'failed'],
    ['failed', ['expected 1', 'close failed'], { afterEach: 'run' }, 'failed'],
    ['failed', ['no database'], { beforeEach: 'run', afterEach: 'pass' }, 'broken'],
    ['failed', ['close failed'], { afterEach: 'run' }, 'broken'],
    ['failed', ['Hook timed out in 200ms.'], { beforeEach: 'run' }, 'broken'],
    ['failed', ['Test timed out in 5000ms.\nIf this'], {}, 'timed out'],
  ] as const)('that is %s with %j and hooks %j is %s', (state, messages, hooks, outcome) => {
    expect(vitestOutcome({ state, messages, hooks }).outcome).toBe(outcome)
  })

  test('reports the first line of its first error', () => {
    const messages = ['\u001B[31mexpected 1\u001B[39m\nto be 2', 'close failed']

    expect(vitestOutcome({ state: 'failed', messages, hooks: {} })).toEqual({
      outcome: 'failed',
      message: 'expected 1',
    })
  })
})

const BODY = { message: 'Error: expect(received).toBe(expected)' }
const SERVER = { message: 'Error: The server ended while starting' }
const TIMEOUT = { message: '\u001B[31mTest timeout of 1500ms exceeded.\u001B[39m' }
const HOOK_TIMEOUT = { message: 'Test timeout of 1500ms exceeded while setting up "page".' }
const WORKER = { message: 'Error: worker process exited unexpectedly (code=1, signal=null)' }

/** A hook step in which a fixture raises the error. */
const hookWith = (error: { message: string }) => ({
  category: 'hook',
  steps: [{ category: 'fixture', error, steps: [] }],
})
const journey = (change: Partial<Parameters<typeof playwrightOutcome>[0]>) =>
  playwrightOutcome({ status: 'failed', errors: [], steps: [], annotations: [], ...change })

describe('a journey', () => {
  test('that fails in its body has failed, also when a fixture fails after it', () => {
    const steps = [{ category: 'expect', error: BODY, steps: [] }, hookWith(SERVER)]
    const failed = { outcome: 'failed', message: BODY.message }

    expect(journey({ errors: [BODY] })).toEqual(failed)
    expect(journey({ errors: [BODY, SERVER], steps })).toEqual(failed)
  })

  test('is broken when only a hook or a fixture fails', () => {
    const timedOut = { status: 'timedOut', errors: [HOOK_TIMEOUT], steps: [hookWith(HOOK_TIMEOUT)] }

    expect(journey({ errors: [SERVER], steps: [hookWith(SERVER)] })).toEqual({
      outcome: 'broken',
      message: SERVER.message,
    })
    expect(journey(timedOut).outcome).toBe('broken')
  })

  test('is broken when the browser, the server or the worker process crashes', () => {
    const annotations = [{ type: 'crash', description: 'The browser process ended' }]

    expect(journey({ errors: [BODY], annotations })).toEqual({
      outcome: 'broken',
      message: 'The browser process ended',
    })
    expect(journey({ errors: [WORKER] }).outcome).toBe('broken')
    expect(journey({ status: 'interrupted', errors: [BODY] }).outcome).toBe('broken')
  })

  test('times out when its body exceeds the time limit', () => {
    expect(journey({ status: 'timedOut', errors: [TIMEOUT] })).toEqual({
      outcome: 'timed out',
      message: 'Test timeout of 1500ms exceeded.',
    })
    expect(
      journey({ status: 'timedOut', errors: [BODY, HOOK_TIMEOUT], steps: [hookWith(HOOK_TIMEOUT)] })
        .outcome,
    ).toBe('failed')
  })

  test.each(['passed', 'skipped'])('keeps the status %s', (status) => {
    expect(journey({ status })).toEqual({ outcome: status })
  })
})
