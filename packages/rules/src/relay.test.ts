import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from './duration.ts'
import {
  deadlineProblem,
  isTooLateToSign,
  programmeMonthOf,
  refusedRelay,
  RELAY_FAILURES_PER_MONTH,
  relayQuota,
  signerRelayFees,
  startOfNextMonth,
  type RelayFacts,
} from './relay.ts'

const NOW = new Date('2026-06-23T08:00:00.000Z')

const facts = (change: Partial<RelayFacts> = {}): RelayFacts => ({
  quota: 3,
  used: 2,
  underWay: 0,
  failed: 0,
  hold: undefined,
  fee: 10n,
  feesToday: 90n,
  feesPerDay: 100n,
  ...change,
})

describe('the quota of sends without a fee', () => {
  test('grows with the tier and is that of the highest listed tier above it', () => {
    expect([0, 1, 2, 3, 4, 99].map(relayQuota)).toEqual([2, 3, 4, 5, 5, 5])
    expect(relayQuota(-1)).toBe(2)
  })

  test('belongs to the month of the programme, whose day begins in UTC+4', () => {
    expect(programmeMonthOf(new Date('2026-06-30T19:59:59.999Z'))).toBe('2026-06')
    expect(programmeMonthOf(new Date('2026-06-30T20:00:00.000Z'))).toBe('2026-07')
    expect(startOfNextMonth(NOW)).toEqual(new Date('2026-06-30T20:00:00.000Z'))
    expect(startOfNextMonth(new Date('2026-12-31T19:00:00.000Z'))).toEqual(
      new Date('2026-12-31T20:00:00.000Z'),
    )
  })
})

describe('the decision about a send without a fee', () => {
  test('allows the last send of the quota and the last fee of the day', () => {
    expect(refusedRelay(facts())).toBeUndefined()
  })

  test.each([
    ['NOT_OFFERED', { feesPerDay: undefined }],
    ['HELD', { hold: { why: 'FROZEN', until: undefined } }],
    ['QUOTA', { used: 3 }],
    ['FAILURES', { failed: RELAY_FAILURES_PER_MONTH }],
    ['FAILURES', { failed: RELAY_FAILURES_PER_MONTH, used: 3 }],
    ['UNDER_WAY', { failed: 2, underWay: 1, used: 1 }],
    ['UNDER_WAY', { quota: 5, used: 3, underWay: 3 }],
    ['BUDGET', { fee: 11n }],
  ] as const)('refuses with %s at one above the limit', (refusal, change) => {
    expect(refusedRelay(facts(change))).toBe(refusal)
  })

  test('does not count failures below their limit', () => {
    expect(refusedRelay(facts({ failed: RELAY_FAILURES_PER_MONTH - 1 }))).toBeUndefined()
  })

  test('lets no more sends fail than the limit, however many are under way at once', () => {
    const step = fc.constantFrom('send', 'send', 'send', 'fail', 'arrive')
    const steps = fc.array(step, { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(steps, (taken) => {
        let [underWay, failed, done] = [0, 0, 0]
        for (const each of taken) {
          const used = underWay + done
          const isAccepted = refusedRelay(facts({ quota: 5, used, underWay, failed })) === undefined
          if (each === 'send' && isAccepted) underWay += 1
          if (each === 'send' || underWay === 0) continue
          underWay -= 1
          if (each === 'fail') failed += 1
          else done += 1
        }
        expect(failed).toBeLessThanOrEqual(RELAY_FAILURES_PER_MONTH)
      }),
    )
  })
})

describe('the deadline of a send', () => {
  test.each([
    [1, undefined],
    [11, undefined],
    [0.99, 'EXPIRED'],
    [-5, 'EXPIRED'],
    [11.01, 'TOO_FAR'],
  ] as const)('that is %d minutes ahead gives %s', (minutes, problem) => {
    expect(deadlineProblem(new Date(NOW.getTime() + minutes * MINUTE_MS), NOW)).toBe(problem)
  })
})

test('a send is not signed in the last half minute before its deadline', () => {
  expect(isTooLateToSign(new Date(NOW.getTime() + MINUTE_MS / 2), NOW)).toBe(false)
  expect(isTooLateToSign(new Date(NOW.getTime() + MINUTE_MS / 2 - 1), NOW)).toBe(true)
})

test('the signer allows six times the budget, because it counts the highest fees of any 24 hours', () => {
  expect(signerRelayFees(50n)).toBe(300n)
})
