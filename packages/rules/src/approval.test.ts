import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOLD_ALONE_MS } from './hold/hold.ts'
import { HOLD_MEMBERS_ALONE, microsOf, needsApproval, type ApprovalFacts } from './approval.ts'
import { DEFAULT_APPROVAL_POLICY as POLICY } from './approval-policy.ts'
import type { Asset } from './asset.ts'
import { DEFAULT_INVITE_TERMS } from './invite.ts'

const usds = (whole: number) => BigInt(Math.round(whole * 1_000_000))
const adjust = (asset: Asset, amount: bigint, today = 0n, symbol: string | null = 'USDS') =>
  needsApproval('ADJUSTMENT', { asset, amount, symbol, today }, POLICY)
const refund = (micros: bigint, today = 0n, symbol = 'USDS') =>
  needsApproval('REFUND', { isGranted: true, paid: { symbol, micros }, today }, POLICY)
const cancel = (micros: bigint, today = 0n, symbol = 'USDS') =>
  needsApproval('PAYOUT_CANCELLATION', { amount: { symbol, micros }, today }, POLICY)

describe('an adjustment', () => {
  test.each([
    ['XP', 5_000n],
    ['TICKET', 50n],
    ['CREDIT', 500n],
    ['REFERRAL', usds(5)],
    ['REWARD', usds(5)],
  ] as const)('of %s runs at once up to the limit, and five times a day', (asset, limit) => {
    expect(adjust(asset, limit)).toEqual([])
    expect(adjust(asset, limit + 1n)).toEqual(['AMOUNT'])
    expect(adjust(asset, limit, 4n * limit)).toEqual([])
    expect(adjust(asset, limit, 4n * limit + 1n)).toEqual(['DAY_SUM'])
    expect(adjust(asset, limit + 1n, 4n * limit)).toEqual(['AMOUNT', 'DAY_SUM'])
  })

  test('of season XP always waits, because it moves the ranking', () => {
    expect(adjust('SEASON_XP', 1n)).toEqual(['ALWAYS'])
  })

  test('of a token without a limit waits', () => {
    expect(adjust('REWARD', 1n, 0n, 'WETH')).toEqual(['NO_LIMIT'])
    expect(adjust('REFERRAL', 1n, 0n, null)).toEqual(['NO_LIMIT'])
  })

  test('moves no more in a day than the limit, however it is split', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 6_000n }), { maxLength: 60 })
    fc.assert(
      fc.property(amounts, (wishes) => {
        let today = 0n
        for (const amount of wishes) {
          if (adjust('XP', amount, today).length === 0) today += amount
        }
        expect(today).toBeLessThanOrEqual(25_000n)
      }),
    )
  })
})

describe('a refund', () => {
  test('runs at once up to 20 USDS and up to 200 a day', () => {
    expect(refund(usds(20))).toEqual([])
    expect(refund(usds(20.01))).toEqual(['AMOUNT'])
    expect(refund(usds(20), usds(180))).toEqual([])
    expect(refund(usds(20), usds(200))).toEqual(['DAY_SUM'])
    expect(refund(1n, 0n, 'WETH')).toEqual(['NO_LIMIT'])
  })

  test('runs at once if it is declined or was paid in XP', () => {
    const paid = { symbol: 'USDS', micros: usds(1_000) }
    expect(needsApproval('REFUND', { isGranted: false, paid, today: 0n }, POLICY)).toEqual([])
    expect(needsApproval('REFUND', { isGranted: true, paid: null, today: 0n }, POLICY)).toEqual([])
  })
})

test('giving up a payout runs at once up to 100 USDS and up to 500 a day', () => {
  expect(cancel(usds(100))).toEqual([])
  expect(cancel(usds(100) + 1n)).toEqual(['AMOUNT'])
  expect(cancel(usds(100), usds(400))).toEqual([])
  expect(cancel(usds(100), usds(400) + 1n)).toEqual(['DAY_SUM'])
  expect(cancel(1n, 0n, 'POL')).toEqual(['NO_LIMIT'])
})

test('unfreezing and networks always wait', () => {
  expect(needsApproval('UNFREEZE', {}, POLICY)).toEqual(['ALWAYS'])
  expect(needsApproval('NETWORK', {}, POLICY)).toEqual(['ALWAYS'])
})

describe('caps', () => {
  const before = { perMember: '10', perDay: '100', refundsPerDay: '50.5' }
  const judge = (change: Partial<typeof before>) =>
    needsApproval('CAPS', { before, after: { ...before, ...change } }, POLICY)

  test('run at once downwards and wait upwards', () => {
    expect(judge({})).toEqual([])
    expect(judge({ perDay: '99.999' })).toEqual([])
    expect(judge({ refundsPerDay: '50.50' })).toEqual([])
    expect(judge({ perMember: '10.000000000000000001' })).toEqual(['RAISE'])
    expect(judge({ perMember: '9', perDay: '101' })).toEqual(['RAISE'])
    expect(judge({ perMember: '9', refundsPerDay: '51' })).toEqual(['RAISE'])
  })

  test('wait for a token that had none, because nothing was paid before', () => {
    expect(needsApproval('CAPS', { before: undefined, after: before }, POLICY)).toEqual(['RAISE'])
  })
})

test('publishing waits, and so do odds of a published season', () => {
  const judge = (facts: ApprovalFacts['SEASON']) => needsApproval('SEASON', facts, POLICY)
  expect(judge({ isDraft: true, isPublishing: true })).toEqual(['ALWAYS'])
  expect(judge({ isDraft: false, isPublishing: false })).toEqual(['ALWAYS'])
  expect(judge({ isDraft: true, isPublishing: false })).toEqual([])
  // Publishing again changes nothing.
  expect(judge({ isDraft: false, isPublishing: true })).toEqual([])
})

describe('invite terms', () => {
  const before = DEFAULT_INVITE_TERMS
  const judge = (change: Partial<typeof before>) =>
    needsApproval('INVITE_TERMS', { before, after: { ...before, ...change } }, POLICY)

  test.each([
    'firstInviteXp',
    'totalInviteXp',
    'referralReward',
    'maxPerReferrer',
    'seasonBudget',
    'maxWithdrawPerDay',
  ] as const)('wait if %s rises, and run at once if it falls', (name) => {
    const value = before[name]
    const one = typeof value === 'bigint' ? 1n : 1
    expect(judge({ [name]: (value as never) + (one as never) })).toEqual(['RAISE'])
    expect(judge({ [name]: (value as never) - (one as never) })).toEqual([])
  })

  test.each(['totalInviteCount', 'checkInDays', 'claimDelayDays', 'minWithdraw'] as const)(
    'wait if %s falls, and run at once if it rises',
    (name) => {
      const value = before[name]
      const one = typeof value === 'bigint' ? 1n : 1
      expect(judge({ [name]: (value as never) - (one as never) })).toEqual(['RAISE'])
      expect(judge({ [name]: (value as never) + (one as never) })).toEqual([])
    },
  )

  test('wait if the token changes', () => {
    expect(judge({ symbol: 'USDX' })).toEqual(['RAISE'])
  })
})

describe('a product', () => {
  const judge = (change: Partial<ApprovalFacts['PRODUCT']>) =>
    needsApproval(
      'PRODUCT',
      {
        isLess: false,
        payType: 'TOKEN',
        isDraft: true,
        givesXp: 100,
        givesTickets: 0,
        price: 100n,
        ...change,
      },
      POLICY,
    )

  test('waits if it is sold for a token outside a draft', () => {
    expect(judge({})).toEqual([])
    expect(judge({ isDraft: false })).toEqual(['ALWAYS'])
  })

  test('waits above 100 XP per dollar, also in a draft', () => {
    expect(judge({ givesXp: 101 })).toEqual(['AMOUNT'])
    expect(judge({ givesXp: 0, price: undefined })).toEqual([])
    expect(judge({ price: undefined })).toEqual(['NO_LIMIT'])
    expect(judge({ givesXp: 101, isDraft: false })).toEqual(['AMOUNT', 'ALWAYS'])
  })

  test('waits above one ticket per dollar, and XP and tickets share the rate', () => {
    expect(judge({ givesXp: 0, givesTickets: 1 })).toEqual([])
    expect(judge({ givesXp: 0, givesTickets: 2 })).toEqual(['AMOUNT'])
    expect(judge({ givesXp: 0, givesTickets: 1, price: undefined })).toEqual(['NO_LIMIT'])
    expect(judge({ givesXp: 100, givesTickets: 1, price: 200n })).toEqual([])
    expect(judge({ givesXp: 101, givesTickets: 1, price: 200n })).toEqual(['AMOUNT'])
  })

  test('for XP waits above 12 tickets per 1,000 XP, in a draft as in a running season', () => {
    const forXp = { payType: 'XP', givesXp: 0, price: 1000n } as const
    expect(judge({ ...forXp, givesTickets: 12, isDraft: false })).toEqual([])
    expect(judge({ ...forXp, givesTickets: 13, isDraft: false })).toEqual(['AMOUNT'])
    expect(judge({ ...forXp, givesTickets: 13 })).toEqual(['AMOUNT'])
    expect(judge({ ...forXp, givesTickets: 1_000_000, price: 1n })).toEqual(['AMOUNT'])
  })

  test('for tickets waits above 80 XP each', () => {
    const forTickets = { payType: 'TICKET', price: 2n } as const
    expect(judge({ ...forTickets, givesXp: 160, isDraft: false })).toEqual([])
    expect(judge({ ...forTickets, givesXp: 161, isDraft: false })).toEqual(['AMOUNT'])
  })

  test('waits for whatever it gives if the policy allows none', () => {
    const none = { ...POLICY, productTicketsPerUsd: 0, productXpPerUsd: 0 }
    const facts = { isLess: false, payType: 'TOKEN', isDraft: true, price: 1_000_000n } as const
    const judgeNone = (givesXp: number, givesTickets: number) =>
      needsApproval('PRODUCT', { ...facts, givesXp, givesTickets }, none)
    expect(judgeNone(1, 0)).toEqual(['AMOUNT'])
    expect(judgeNone(0, 1)).toEqual(['AMOUNT'])
    expect(judgeNone(0, 0)).toEqual([])
  })

  test('gains nothing by any exchange of XP and tickets that needs no approval', () => {
    const ticketCost = fc.bigInt(1n, 2_000n)
    const xp = fc.integer({ min: 1, max: 2_000 })
    fc.assert(
      fc.property(ticketCost, xp, (price, givesXp) => {
        const buys = judge({ payType: 'XP', price, givesXp: 0, givesTickets: 1 })
        const sells = judge({ payType: 'TICKET', price: 1n, givesXp })
        const isFree = buys.length + sells.length === 0
        expect(isFree && BigInt(givesXp) >= price).toBe(false)
      }),
    )
  })

  test('runs at once with less stock', () => {
    expect(judge({ isLess: true, isDraft: false, givesXp: 10_000 })).toEqual([])
    expect(judge({ isLess: true, payType: 'XP', givesTickets: 10_000 })).toEqual([])
  })
})

test('a campaign waits above 10,000 members and as the second within a day', () => {
  const judge = (members: number, isSecond = false) =>
    needsApproval('CAMPAIGN', { members, isSecond }, POLICY)
  expect(judge(10_000)).toEqual([])
  expect(judge(10_001)).toEqual(['AMOUNT'])
  expect(judge(1, true)).toEqual(['SECOND_CAMPAIGN'])
  expect(judge(10_001, true)).toEqual(['AMOUNT', 'SECOND_CAMPAIGN'])
})

test('a price waits if it is more than 5 % off its source', () => {
  const judge = (source: string | undefined, after: string | null) =>
    needsApproval('PRICE', { source, after }, POLICY)
  expect(judge('100', '105')).toEqual([])
  expect(judge('100', '95')).toEqual([])
  expect(judge('100', '105.01')).toEqual(['AMOUNT'])
  expect(judge('100', '94.99')).toEqual(['AMOUNT'])
  expect(judge(undefined, '100')).toEqual(['AMOUNT'])
  // The source applies again.
  expect(judge(undefined, null)).toEqual([])
})

test('appointing waits, except for the first person', () => {
  const judge = (isRaise: boolean, isFirstPerson = false) =>
    needsApproval('OPERATOR', { isRaise, isFirstPerson }, POLICY)
  expect(judge(true)).toEqual(['ALWAYS'])
  expect(judge(false)).toEqual([])
  expect(judge(true, true)).toEqual([])
})

const NAMES = Object.keys(POLICY) as (keyof typeof POLICY)[] // A policy has no other keys.

test.each(NAMES)('the policy waits if %s rises, whatever else falls', (name) => {
  const change = (by: number) => {
    const after = { ...POLICY, adjustXp: 0, [name]: POLICY[name] + by }
    return needsApproval('POLICY', { before: POLICY, after }, POLICY)
  }
  expect(change(1)).toEqual(['RAISE'])
  expect(change(-1)).toEqual([])
})

test('an amount in millionths is rounded up', () => {
  expect(microsOf(5n * 10n ** 18n, 18)).toBe(5_000_000n)
  expect(microsOf(5n * 10n ** 18n + 1n, 18)).toBe(5_000_001n)
  expect(microsOf(5_000_000n, 6)).toBe(5_000_000n)
  expect(microsOf(5n, 0)).toBe(5_000_000n)
})

test('a decision about the holds of a large group needs a second person, although nothing is on hold', () => {
  const judge = (members: number) =>
    needsApproval('HOLD', { members, amounts: [], lastsMs: 0, today: 0n }, POLICY)

  expect(judge(HOLD_MEMBERS_ALONE)).toEqual([])
  expect(judge(HOLD_MEMBERS_ALONE + 1)).toEqual(['AMOUNT'])
})

test('a hold of more than thirty days from its start needs a second person, although nothing is on hold', () => {
  const judge = (lastsMs: number) =>
    needsApproval('HOLD', { members: 1, amounts: [], lastsMs, today: 0n }, POLICY)

  expect(judge(HOLD_ALONE_MS)).toEqual([])
  expect(judge(HOLD_ALONE_MS + 1)).toEqual(['DURATION'])
})
