import { describe, expect, test } from 'vitest'
import type { WithdrawalRequest } from './invite.ts'
import {
  replayRefusal,
  traceRefusedReferral,
  traceRefusedWithdrawal,
  traceRefusedXp,
} from './refusal-trace.ts'

const terms = { minWithdraw: 10_000_000n, maxWithdrawPerDay: 100_000_000n, symbol: 'USDS' }
const request: WithdrawalRequest = {
  amount: 20_000_000n,
  balance: 50_000_000n,
  withdrawnToday: 0n,
  pausedUntil: undefined,
  isFrozen: false,
}
const REFUSED = { rule: 'refusal', outcome: 'REFUSED' }

describe('a refused decision', () => {
  test.each<[string, Partial<WithdrawalRequest>]>([
    ['too-small', { amount: 5_000_000n }],
    ['over-limit', { amount: 20_000_001n, withdrawnToday: 80_000_000n }],
    ['not-enough', { amount: 50_000_001n }],
    ['paused', { pausedUntil: new Date('2026-06-12T08:00:00.000Z') }],
    ['frozen', { isFrozen: true }],
  ])('is replayed for a withdrawal that is %s', (refusedFor, change) => {
    const trace = traceRefusedWithdrawal(terms, { ...request, ...change })

    expect(trace).toMatchObject({ ...REFUSED, version: 1, inputs: { refusedFor, symbol: 'USDS' } })
    expect(replayRefusal(trace)).toEqual(REFUSED)
    const altered = { ...trace, inputs: { ...trace.inputs, refusedFor: 'other' } }
    expect(replayRefusal(altered)).toBeUndefined()
  })

  test('is replayed for a claim of XP and of rewards', () => {
    const few = traceRefusedXp({ season: 'ONGOING', invites: 2, goal: 10, claimed: false })
    const none = traceRefusedXp({ season: undefined, invites: 2, goal: 1, claimed: false })
    const done = traceRefusedXp({ season: 'ENDED', invites: 2, goal: 1, claimed: true })
    const waiting = traceRefusedReferral({ claimable: 0n, waiting: 1_000_000n })
    const nothing = traceRefusedReferral({ claimable: 0n, waiting: 0n })

    const all = [few, none, done, waiting, nothing]
    expect(all.map(({ inputs }) => inputs['refusedFor'])).toEqual([
      'NOT_ENOUGH_INVITES',
      'NO_SEASON',
      'ALREADY_CLAIMED',
      'WAITING',
      'NOTHING_EARNED',
    ])
    for (const trace of all) expect(replayRefusal(trace)).toEqual(REFUSED)
    expect(few.inputs).toMatchObject({ decision: 'xpClaim', seasonStatus: 'ONGOING', goal: 10 })
    expect(none.inputs).toMatchObject({ seasonStatus: null })
    expect(waiting.inputs).toMatchObject({ decision: 'referralClaim', waiting: '1' })
  })

  test('is not replayed with altered inputs, of another version or by an unknown rule', () => {
    const trace = traceRefusedWithdrawal(terms, { ...request, amount: 5_000_000n })
    const change = (inputs: object) =>
      replayRefusal({ ...trace, inputs: { ...trace.inputs, ...inputs } })

    expect(change({ amount: '20' })).toBeUndefined()
    expect(change({ decision: 'unknown' })).toBeUndefined()
    expect(replayRefusal({ ...trace, version: 2 })).toBeUndefined()
  })
})
