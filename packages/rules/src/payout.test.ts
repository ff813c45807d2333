import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decidePayout, judgeNonce, type PayoutFacts } from './payout.ts'

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
  const endless = (why: string) => ({ kind: 'hold', why, until: undefined })

  test.each([
    ['up to every limit is paid', {}, { kind: 'pay' }],
    [
      'of a whole cap is paid',
      { amount: 100n, paidToMember: 0n, paidToAll: 0n, available: 100n },
      { kind: 'pay' },
    ],
    ['beyond the member’s waits', { paidToMember: 61n }, hold('MEMBER_CAP')],
    ['beyond the day’s waits', { paidToAll: 961n }, hold('DAY_CAP')],
    ['above a member’s by itself says so', { amount: 101n }, hold('ABOVE_CAP')],
    ['above the day’s by itself says so', { purpose: 'REWARD', amount: 1001n }, hold('ABOVE_CAP')],
    [
      'above the day’s says so though a member’s is higher',
      { caps: { ...CAPS, perMember: 2000n }, amount: 1001n },
      hold('ABOVE_CAP'),
    ],
    [
      'of a refund may be above a member’s',
      { purpose: 'REFUND', amount: 101n, paidRefunds: 0n, available: 101n },
      { kind: 'pay' },
    ],
    [
      'of more than there is waits',
      { available: 39n },
      { kind: 'hold', why: 'LOW_BALANCE', until: undefined },
    ],
    ['during a pause waits', { hold: paused }, hold('PAUSED', pausedUntil)],
    [
      'of a reward waits during a pause too',
      { purpose: 'REWARD', hold: paused },
      hold('PAUSED', pausedUntil),
    ],
    ['of a refund has no pause', { purpose: 'REFUND', hold: paused }, { kind: 'pay' }],
    ['of a frozen account waits', { hold: frozen }, endless('FROZEN')],
    [
      'of a refund waits while the account is frozen',
      { purpose: 'REFUND', hold: frozen },
      endless('FROZEN'),
    ],
    [
      'of a suspended member waits, whatever it is for',
      { purpose: 'REFUND', hold: suspended },
      endless('MEMBER_SUSPENDED'),
    ],
    ['of a reward has no member cap', { purpose: 'REWARD', paidToMember: 100n }, { kind: 'pay' }],
    [
      'of a refund has a budget of its own',
      { purpose: 'REFUND', paidRefunds: 461n },
      hold('DAY_CAP'),
    ],
    [
      'of a refund above its budget by itself says so',
      { purpose: 'REFUND', amount: 501n },
      hold('ABOVE_CAP'),
    ],
    [
      'of a refund leaves the day’s cap alone',
      { purpose: 'REFUND', paidToAll: 1000n },
      { kind: 'pay' },
    ],
    ['waits for no refund', { paidRefunds: 500n }, { kind: 'pay' }],
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
  ['all of it mined', { onChain: 9, next: 9, lowestOpen: 9 }, undefined],
  ['three on their way', { onChain: 6, next: 9, lowestOpen: 6 }, undefined],
  ['three on their way, one of them mined', { onChain: 7, next: 9, lowestOpen: 6 }, undefined],
  ['somebody else signed', { onChain: 10, next: 9, lowestOpen: 9 }, 'signed here'],
  ['the chain went back', { onChain: 5, next: 9, lowestOpen: 6 }, 'are final'],
])('with %s the nonce check returns the expected problem', (_, nonces, problem) => {
  const verdict = judgeNonce(nonces)
  if (problem === undefined) expect(verdict).toBeUndefined()
  else expect(verdict).toContain(problem)
})
