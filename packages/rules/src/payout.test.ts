import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decidePayout, evaluateNonce, type PayoutFacts } from './payout.ts'

const dayEnds = new Date('2026-06-23T20:00:00Z')
const CAPS = { perMember: 100n, perDay: 1000n, refundsPerDay: 500n }
const facts: PayoutFacts = {
  purpose: 'WITHDRAWAL',
  amount: 40n,
  caps: CAPS,
  paidToMember: 60n,
  paidToAll: 960n,
  paidRefunds: 460n,
  available: 40n,
  hold: undefined,
  dayEnds,
}
const pausedUntil = new Date('2026-06-25T08:00:00Z')
const paused = { why: 'PAUSED', event: 'PIN_SET', until: pausedUntil } as const
const frozen = { why: 'FROZEN', until: undefined } as const
const suspended = { why: 'MEMBER_SUSPENDED', until: undefined } as const

describe('a payout', () => {
  const hold = (why: string, until: Date | undefined = dayEnds) => ({ kind: 'hold', why, until })
  const indefiniteHold = (why: string) => ({ kind: 'hold', why, until: undefined })

  test.each([
    ['up to every limit is paid', {}, { kind: 'pay' }],
    [
      'of the whole cap is paid',
      { amount: 100n, paidToMember: 0n, paidToAll: 0n, available: 100n },
      { kind: 'pay' },
    ],
    ['beyond the member cap waits', { paidToMember: 61n }, hold('MEMBER_CAP')],
    ['beyond the daily cap waits', { paidToAll: 961n }, hold('DAY_CAP')],
    ['above the member cap by itself is held as ABOVE_CAP', { amount: 101n }, hold('ABOVE_CAP')],
    [
      'above the daily cap by itself is held as ABOVE_CAP',
      { purpose: 'REWARD', amount: 1001n },
      hold('ABOVE_CAP'),
    ],
    [
      'above the daily cap is held as ABOVE_CAP even if the member cap is higher',
      { caps: { ...CAPS, perMember: 2000n }, amount: 1001n },
      hold('ABOVE_CAP'),
    ],
    [
      'of a refund may exceed the member cap',
      { purpose: 'REFUND', amount: 101n, paidRefunds: 0n, available: 101n },
      { kind: 'pay' },
    ],
    [
      'of more than the available balance waits',
      { available: 39n },
      { kind: 'hold', why: 'LOW_BALANCE', until: undefined },
    ],
    ['during a pause waits', { hold: paused }, hold('PAUSED', pausedUntil)],
    [
      'of a reward waits during a pause too',
      { purpose: 'REWARD', hold: paused },
      hold('PAUSED', pausedUntil),
    ],
    ['of a refund is not paused', { purpose: 'REFUND', hold: paused }, { kind: 'pay' }],
    ['of a frozen account waits', { hold: frozen }, indefiniteHold('FROZEN')],
    [
      'of a refund waits while the account is frozen',
      { purpose: 'REFUND', hold: frozen },
      indefiniteHold('FROZEN'),
    ],
    [
      'of a suspended member waits, whatever it is for',
      { purpose: 'REFUND', hold: suspended },
      indefiniteHold('MEMBER_SUSPENDED'),
    ],
    ['of a reward has no member cap', { purpose: 'REWARD', paidToMember: 100n }, { kind: 'pay' }],
    ['of a refund has its own budget', { purpose: 'REFUND', paidRefunds: 461n }, hold('DAY_CAP')],
    [
      'of a refund above its budget by itself is held as ABOVE_CAP',
      { purpose: 'REFUND', amount: 501n },
      hold('ABOVE_CAP'),
    ],
    ['of a refund ignores the daily cap', { purpose: 'REFUND', paidToAll: 1000n }, { kind: 'pay' }],
    ['does not wait for refunds', { paidRefunds: 500n }, { kind: 'pay' }],
    [
      'of funding leaves half of the day to members',
      { purpose: 'FUND', amount: 501n, paidToAll: 0n, available: 501n },
      hold('ABOVE_CAP'),
    ],
    [
      'of funding waits while more than half of the day is used',
      { purpose: 'FUND', paidToAll: 461n },
      hold('DAY_CAP'),
    ],
    [
      'of funding may use half of the day',
      { purpose: 'FUND', amount: 500n, paidToAll: 0n, available: 500n },
      { kind: 'pay' },
    ],
    ['of a token without caps waits for an operator', { caps: undefined }, hold('NO_CAP')],
  ] as [string, Partial<PayoutFacts>, object][])('%s', (_, change, decision) => {
    expect(decidePayout({ ...facts, ...change })).toEqual(decision)
  })

  test('never exceeds the limit of a day, a member or the treasury', () => {
    const amount = fc.bigInt({ min: 1n, max: 50n })
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 60 }), (amounts) => {
        let [member, all, left] = [0n, 0n, 700n]
        for (const next of amounts) {
          const now = { paidToMember: member, paidToAll: all, available: left }
          const caps = { ...CAPS, perMember: 300n }
          const decision = decidePayout({ ...facts, ...now, caps, amount: next })
          if (decision.kind !== 'pay') continue
          member += next
          all += next
          left -= next
        }
        expect(member <= 300n && all <= 1000n && left >= 0n).toBe(true)
      }),
    )
  })
})

test.each([
  ['nothing signed yet', { onChain: 0, next: 0, lowestOpen: 0 }, undefined],
  ['all transactions mined', { onChain: 9, next: 9, lowestOpen: 9 }, undefined],
  ['three in flight', { onChain: 6, next: 9, lowestOpen: 6 }, undefined],
  ['three in flight, one of them mined', { onChain: 7, next: 9, lowestOpen: 6 }, undefined],
  ['a transaction signed elsewhere', { onChain: 10, next: 9, lowestOpen: 9 }, 'signed here'],
  ['a chain that was rolled back', { onChain: 5, next: 9, lowestOpen: 6 }, 'are final'],
])('with %s the nonce check returns the expected problem', (_, nonces, problem) => {
  const verdict = evaluateNonce(nonces)
  if (problem === undefined) expect(verdict).toBeUndefined()
  else expect(verdict).toContain(problem)
})
