import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideEvaluation,
  decidePinEntry,
  isPin,
  PIN_ENROLMENT_LIFE_MS,
  PIN_EVALUATION_LIFE_MS,
  PIN_LENGTH,
  PIN_MAX_ATTEMPTS,
  PIN_TOKEN_LIFE_MS,
  RETIRED_PIN_LIFE_MS,
} from './pin.ts'

const noon = new Date('2026-06-23T12:00:00.000Z')
const after = (ms: number) => new Date(noon.getTime() + ms)
const inUse = (triesUsed: number) => ({ retiredAt: undefined, triesUsed })

test('a PIN has six digits, five tries, ten minutes to verify and a token of five minutes', () => {
  expect([PIN_LENGTH, PIN_MAX_ATTEMPTS]).toEqual([6, 5])
  expect([PIN_ENROLMENT_LIFE_MS, PIN_EVALUATION_LIFE_MS]).toEqual([600_000, 600_000])
  expect(PIN_TOKEN_LIFE_MS).toBe(300_000)
  expect(RETIRED_PIN_LIFE_MS).toBe(180 * 24 * 60 * 60_000)
})

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['１２３４５６', false],
  ['', false],
])('%j is a PIN: %s', (input, expected) => {
  expect(isPin(input)).toBe(expected)
})

describe('asking for an evaluation', () => {
  test.each([
    [0, { kind: 'evaluate', attempt: 1 }],
    [4, { kind: 'evaluate', attempt: 5 }],
    [5, { kind: 'exceeded' }],
  ])('after %i tries', (triesUsed, decision) => {
    expect(decideEvaluation(inUse(triesUsed), noon, noon)).toEqual(decision)
  })

  test.each([
    ['a session opened before', after(-1), after(1), 'unusable'],
    ['a session opened since', noon, after(1), 'evaluate'],
    ['the last instant of 180 days', noon, after(RETIRED_PIN_LIFE_MS - 1), 'evaluate'],
    ['the end of 180 days', noon, after(RETIRED_PIN_LIFE_MS), 'unusable'],
  ])('of a retired key with %s', (_what, loggedInAt, now, kind) => {
    const key = { retiredAt: noon, triesUsed: 0 }

    expect(decideEvaluation(key, loggedInAt, now).kind).toBe(kind)
  })
})

describe('verifying', () => {
  test.each([1, 2, 3, 4])('a wrong PIN at try %i tells the count', (attempt) => {
    const entry = { matches: false, attempt, outdated: false }

    expect(decidePinEntry(inUse(attempt), entry)).toEqual({ kind: 'wrong', attempts: attempt })
  })

  test('a wrong PIN at try 5 is the last', () => {
    const entry = { matches: false, attempt: 5, outdated: false }

    expect(decidePinEntry(inUse(5), entry)).toEqual({ kind: 'exceeded' })
  })

  test('a right PIN at try 5 sets the count back and tells of the four before', () => {
    const entry = { matches: true, attempt: 5, outdated: false }

    expect(decidePinEntry(inUse(5), entry)).toEqual({
      kind: 'right',
      triesUsed: 0,
      failedSince: 4,
    })
  })

  test('a late wrong answer from before the last right PIN locks nobody out', () => {
    const entry = { matches: false, attempt: 5, outdated: true }

    expect(decidePinEntry(inUse(0), entry)).toEqual({ kind: 'wrong', attempts: 5 })
  })

  test('of a retired key gives a right try back and keeps the wrong ones', () => {
    const entry = { matches: true, attempt: 4, outdated: false }

    expect(decidePinEntry({ retiredAt: noon, triesUsed: 4 }, entry)).toMatchObject({ triesUsed: 3 })
  })
})

test('whoever does not know the PIN never gets more than five evaluations', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (verifies) => {
      let triesUsed = 0
      let evaluations = 0
      for (const verify of verifies) {
        const decision = decideEvaluation(inUse(triesUsed), noon, noon)
        if (decision.kind !== 'evaluate') break
        triesUsed = decision.attempt
        evaluations += 1
        if (!verify) continue
        const verdict = decidePinEntry(inUse(triesUsed), {
          matches: false,
          attempt: decision.attempt,
          outdated: false,
        })
        if (verdict.kind === 'exceeded') break
      }
      expect(evaluations).toBeLessThanOrEqual(PIN_MAX_ATTEMPTS)
    }),
  )
})
