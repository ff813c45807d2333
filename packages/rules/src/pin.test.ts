import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from './duration.ts'
import {
  decideEvaluation,
  decidePinEntry,
  DELETED_PIN_KEY_TTL_MS,
  isPin,
  isTrivialPin,
  PIN_ENROLMENT_TTL_MS,
  PIN_EVALUATION_TTL_MS,
  PIN_LENGTH,
  PIN_MAX_ATTEMPTS,
  PIN_TOKEN_TTL_MS,
  pinCountOf,
  pinTriesOf,
  retiredPinWaitMs,
} from './pin.ts'

const noon = new Date('2026-06-23T12:00:00.000Z')
const after = (ms: number) => new Date(noon.getTime() + ms)
const ACTIVE = { retiredAt: undefined }
const RETIRED = { retiredAt: noon }
const used = (triesUsed: number, lastTryAt?: Date) => ({ triesUsed, lastTryAt })

test.each([
  '000000',
  '999999',
  '121212',
  '123123',
  '111222',
  '112233',
  '998877',
  '123456',
  '654321',
  '024680',
  '890123',
  '123321',
  '147741',
  '147258',
  '159753',
  '102030',
])('the PIN %s is trivial', (pin) => {
  expect(isTrivialPin(pin)).toBe(true)
})

test.each(['314159', '271828', '135790', '112234', '111223', '123455', '159754', '124421'])(
  'the PIN %s is not trivial',
  (pin) => {
    expect(isTrivialPin(pin)).toBe(false)
  },
)

test('a PIN has six digits, five attempts, ten minutes to verify and a token valid for five minutes', () => {
  expect([PIN_LENGTH, PIN_MAX_ATTEMPTS]).toEqual([6, 5])
  expect([PIN_ENROLMENT_TTL_MS, PIN_EVALUATION_TTL_MS]).toEqual([600_000, 600_000])
  expect(PIN_TOKEN_TTL_MS).toBe(300_000)
})

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['１２３４５６', false],
  ['', false],
])('%j is a valid PIN: %s', (input, expected) => {
  expect(isPin(input)).toBe(expected)
})

describe('pinCountOf', () => {
  const active = {
    retiredAt: undefined,
    shared: false,
    canLogIn: true,
    deletedAt: undefined,
    lastSharedTryAt: undefined,
  }
  const retired = { ...active, retiredAt: noon }
  const anonymous = { enrolled: false, loggedInAt: undefined }
  const enrolled = { ...anonymous, enrolled: true }
  const session = { ...anonymous, loggedInAt: noon }

  test.each([
    ['an enrolled device without a session', enrolled, 'own'],
    ['an enrolled device with a session', { ...enrolled, loggedInAt: noon }, 'own'],
    ['a session', session, 'shared'],
    ['another device', anonymous, undefined],
  ] as const)('returns the count of the active key for %s', (_label, caller, count) => {
    expect(pinCountOf(active, caller, noon)).toBe(count)
  })

  test.each([
    ['an enrolled device', enrolled, 'own'],
    ['a session on another device', session, undefined],
    ['another device', anonymous, undefined],
  ] as const)('returns the count of a retired key for %s', (_label, caller, count) => {
    expect(pinCountOf(retired, caller, noon)).toBe(count)
  })

  test.each([
    ['an enrolled device', enrolled, 'own'],
    ['a session opened since', session, 'shared'],
    ['a session opened before', { ...anonymous, loggedInAt: after(-1) }, undefined],
    ['neither', anonymous, undefined],
  ] as const)('returns the count of a retired shared key for %s', (_label, caller, count) => {
    expect(pinCountOf({ ...retired, shared: true }, caller, noon)).toBe(count)
  })

  test.each([
    ['active', active],
    ['retired', retired],
  ])('requires a session for a shared %s key while the member can log in', (_state, key) => {
    const shared = { ...key, shared: true }

    expect(pinCountOf(shared, anonymous, noon)).toBeUndefined()
    expect(pinCountOf({ ...shared, canLogIn: false }, anonymous, noon)).toBe('shared')
  })

  test('returns undefined from 30 days after the deletion of the account', () => {
    const deleted = { ...retired, deletedAt: noon }

    const last = pinCountOf(deleted, enrolled, after(DELETED_PIN_KEY_TTL_MS - 1))
    const late = pinCountOf(deleted, enrolled, after(DELETED_PIN_KEY_TTL_MS))

    expect(DELETED_PIN_KEY_TTL_MS).toBe(30 * DAY_MS)
    expect([last, late]).toEqual(['own', undefined])
  })

  test.each([
    ['a shared key that was not tried', true, undefined, 30],
    ['a shared key that was tried before', true, -3, 30],
    ['a shared key that was tried on day 20', true, 20, 50],
    ['a shared key that is tried continuously', true, 360, 365],
    ['a key of enrolled devices only', false, 20, 30],
  ])(
    'returns undefined for %s after the documented period',
    (_key, shared, triedOnDay, lastDay) => {
      const lastSharedTryAt = triedOnDay === undefined ? undefined : after(triedOnDay * DAY_MS)
      const deleted = { ...retired, deletedAt: noon, shared, lastSharedTryAt }

      const last = pinCountOf(deleted, enrolled, after(lastDay * DAY_MS - 1))
      const late = pinCountOf(deleted, enrolled, after(lastDay * DAY_MS))

      expect([last, late]).toEqual(['own', undefined])
    },
  )
})

describe('decideEvaluation', () => {
  test.each([
    [0, { kind: 'evaluate', attempt: 1 }],
    [4, { kind: 'evaluate', attempt: 5 }],
    [5, { kind: 'exceeded' }],
  ])('decides after %i attempts on an active key', (triesUsed, decision) => {
    expect(decideEvaluation(ACTIVE, used(triesUsed, noon), noon)).toEqual(decision)
  })

  test.each([
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [9, 16],
    [10, 24],
    [11, 24],
    [400, 24],
  ])('after %i attempts on a retired key requires a wait of %i hours', (triesUsed, hours) => {
    const waitMs = hours * HOUR_MS
    const count = used(triesUsed, noon)

    expect(retiredPinWaitMs(triesUsed)).toBe(waitMs)
    expect(decideEvaluation(RETIRED, count, after(waitMs))).toEqual({
      kind: 'evaluate',
      attempt: triesUsed + 1,
    })
    if (waitMs > 0) {
      const early = decideEvaluation(RETIRED, count, after(waitMs - 1))
      expect(early).toEqual({ kind: 'wait', retryAt: after(waitMs) })
    }
  })
})

describe('decidePinEntry', () => {
  const entry = { matches: false, attempt: 1, outdated: false, countedOn: 'own' } as const

  test.each([1, 2, 3, 4])('reports the count for a wrong PIN at attempt %i', (attempt) => {
    const verdict = decidePinEntry(ACTIVE, used(attempt, noon), { ...entry, attempt })

    expect(verdict).toEqual({ kind: 'wrong', attempts: attempt, retryAt: undefined })
  })

  test('reports exceeded attempts for a wrong PIN at attempt 5', () => {
    const verdict = decidePinEntry(ACTIVE, used(5, noon), { ...entry, attempt: 5 })

    expect(verdict).toEqual({ kind: 'exceeded' })
  })

  test('resets the count for a correct PIN at attempt 5 and reports the four failures before', () => {
    const verdict = decidePinEntry(ACTIVE, used(5, noon), { ...entry, matches: true, attempt: 5 })

    expect(verdict).toEqual({ kind: 'right', triesUsed: 0, failedSince: 4 })
  })

  test('does not report exceeded attempts for a wrong entry from before the last correct PIN', () => {
    const late = { ...entry, attempt: 5, outdated: true }

    expect(decidePinEntry(ACTIVE, used(0), late)).toMatchObject({ kind: 'wrong', attempts: 5 })
  })

  test.each([
    [4, undefined],
    [5, after(HOUR_MS)],
    [6, after(2 * HOUR_MS)],
  ])(
    'returns the time of the next attempt for a wrong PIN of a retired key at attempt %i',
    (tries, retryAt) => {
      const verdict = decidePinEntry(RETIRED, used(tries, noon), { ...entry, attempt: tries })

      expect(verdict).toEqual({ kind: 'wrong', attempts: Math.min(tries, 5), retryAt })
    },
  )

  test.each([
    ['own', 0],
    ['shared', 3],
  ] as const)(
    'for a correct PIN on the %s count of a retired key leaves %i attempts',
    (countedOn, left) => {
      const right = { ...entry, matches: true, attempt: 4, countedOn }

      expect(decidePinEntry(RETIRED, used(4, noon), right)).toMatchObject({ triesUsed: left })
    },
  )
})

test('an active key evaluates at most five attempts of a caller who does not know the PIN', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (verifies) => {
      let triesUsed = 0
      let evaluations = 0
      for (const verify of verifies) {
        const decision = decideEvaluation(ACTIVE, used(triesUsed, noon), noon)
        if (decision.kind !== 'evaluate') break
        triesUsed = decision.attempt
        evaluations += 1
        if (!verify) continue
        const verdict = decidePinEntry(ACTIVE, used(triesUsed, noon), {
          matches: false,
          attempt: decision.attempt,
          outdated: false,
          countedOn: 'shared',
        })
        if (verdict.kind === 'exceeded') break
      }
      expect(evaluations).toBeLessThanOrEqual(PIN_MAX_ATTEMPTS)
    }),
  )
})

test('a retired key never evaluates two attempts within the wait between them', () => {
  const WAIT_HOURS = [1, 2, 4, 8, 16, 24]
  const gaps = fc.array(fc.integer({ min: 0, max: 30 * HOUR_MS }), { maxLength: 60 })
  fc.assert(
    fc.property(gaps, (waits) => {
      const answered: number[] = []
      let passed = 0
      for (const wait of waits) {
        passed += wait
        const last = answered.at(-1)
        const count = used(answered.length, last === undefined ? undefined : after(last))
        if (decideEvaluation(RETIRED, count, after(passed)).kind !== 'evaluate') continue
        const hours = answered.length < 5 ? 0 : (WAIT_HOURS[answered.length - 5] ?? 24)
        expect(passed - (last ?? passed)).toBeGreaterThanOrEqual(
          last === undefined ? 0 : hours * HOUR_MS,
        )
        answered.push(passed)
      }
    }),
  )
})

describe('pinTriesOf', () => {
  const minute = (minutes: number) => after(minutes * 60_000)

  test.each([
    ['of an unused PIN', ACTIVE, used(0), 5, undefined],
    ['of the PIN in use after two wrong ones', ACTIVE, used(2, noon), 3, undefined],
    ['of the PIN in use after five wrong ones', ACTIVE, used(5, noon), 0, undefined],
    ['of an earlier PIN', RETIRED, used(0), 5, undefined],
    ['of an earlier PIN after four wrong ones', RETIRED, used(4, noon), 1, undefined],
    ['of an earlier PIN after five wrong ones', RETIRED, used(5, noon), 0, after(HOUR_MS)],
    ['of an earlier PIN after seven wrong ones', RETIRED, used(7, noon), 0, after(4 * HOUR_MS)],
  ])('returns the attempts left %s, and the wait', (_name, key, count, triesLeft, retryAt) => {
    expect(pinTriesOf(key, count, minute(1))).toEqual({ triesLeft, retryAt })
  })

  test('returns one attempt when the wait is over', () => {
    expect(pinTriesOf(RETIRED, used(6, noon), after(2 * HOUR_MS - 1)).triesLeft).toBe(0)
    expect(pinTriesOf(RETIRED, used(6, noon), after(2 * HOUR_MS))).toEqual({
      triesLeft: 1,
      retryAt: undefined,
    })
  })

  test('returns no attempts exactly when the next one is rejected', () => {
    const aKey = fc.constantFrom(ACTIVE, RETIRED)
    fc.assert(
      fc.property(aKey, fc.nat(12), fc.nat(30 * HOUR_MS), (key, triesUsed, ms) => {
        const count = used(triesUsed, triesUsed > 0 ? noon : undefined)
        const isAnswered = decideEvaluation(key, count, after(ms)).kind === 'evaluate'
        expect(pinTriesOf(key, count, after(ms)).triesLeft > 0).toBe(isAnswered)
      }),
    )
  })
})
