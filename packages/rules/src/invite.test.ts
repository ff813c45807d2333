import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  claimableAt,
  decideWithdrawal,
  DEFAULT_INVITE_TERMS,
  evaluateFriend,
  inviteCost,
  validateInviteTerms,
  leftToday,
  referralText,
  referralUnits,
  tokenUnitsOf,
  whyWithdrawalFailed,
  whyNoReferral,
  whyNoXp,
  type FriendFacts,
  type InviteTerms,
  type WithdrawalRequest,
  type XpClaim,
} from './invite.ts'

const terms = DEFAULT_INVITE_TERMS
const units = (text: string): bigint => referralUnits(text) ?? -1n

const good: FriendFacts = {
  hasWallet: true,
  checkInDays: 3,
  inReferralCycle: false,
  samePerson: false,
  ownWallet: false,
  walletServed: false,
  promisedToReferrer: 0n,
  budgetLeft: terms.seasonBudget,
}

describe('the default invite terms', () => {
  test('match the promises of the programme', () => {
    expect(terms).toMatchObject({
      firstInviteXp: 100,
      totalInviteCount: 10,
      totalInviteXp: 500,
      checkInDays: 3,
      claimDelayDays: 7,
    })
    expect(referralText(terms.referralReward)).toBe('1')
    expect(referralText(terms.minWithdraw)).toBe('10')
    expect(referralText(terms.maxWithdrawPerDay)).toBe('100')
    expect(validateInviteTerms(terms)).toEqual([])
  })

  test.each<[RegExp, keyof InviteTerms, Partial<InviteTerms>]>([
    [
      /cap per member is below/,
      'maxPerReferrer',
      { maxPerReferrer: units('0.5'), minWithdraw: 1n },
    ],
    [/budget of a season is below/, 'seasonBudget', { seasonBudget: units('99') }],
    [
      /above what a day allows/,
      'minWithdraw',
      { minWithdraw: units('101'), maxPerReferrer: units('500') },
    ],
    [/above what a season allows/, 'minWithdraw', { maxPerReferrer: units('9') }],
  ])('reject a change with the problem %s at its field', (problem, path, change) => {
    expect(validateInviteTerms({ ...terms, ...change })).toEqual([
      {
        path,
        code: expect.any(String) as unknown,
        text: expect.stringMatching(problem) as unknown,
      },
    ])
  })
})

describe('the cost of friends', () => {
  test('is one reward each, up to the budget of a season', () => {
    expect(inviteCost(terms, 1000).tokens).toBe(units('1000'))
    expect(inviteCost(terms, 1_000_000).tokens).toBe(terms.seasonBudget)
  })

  test('has the XP of the most expensive way to invite them', () => {
    // A thousand referrers with a friend each get 100 XP each.
    expect(inviteCost(terms, 1000).xp).toBe(100_000)
    // One group of ten gives 100 and 5,000 XP, and the two others 100 each.
    expect(inviteCost({ ...terms, totalInviteXp: 5000 }, 12).xp).toBe(5300)
  })
})

test('invite terms may equal every limit exactly', () => {
  const ten = units('10')
  const exact = {
    referralReward: ten,
    maxPerReferrer: ten,
    seasonBudget: ten,
    minWithdraw: ten,
    maxWithdrawPerDay: ten,
  }

  expect(validateInviteTerms({ ...terms, ...exact })).toEqual([])
})

describe('a friend', () => {
  test.each<[string, Partial<FriendFacts>, object]>([
    ['with a wallet and three days', {}, { kind: 'qualifies', amount: terms.referralReward }],
    ['without a wallet', { hasWallet: false }, { kind: 'not-yet', missing: 'WALLET' }],
    ['with two days', { checkInDays: 2 }, { kind: 'not-yet', missing: 'CHECK_INS' }],
    [
      'who is the same person as the referrer',
      { samePerson: true },
      { kind: 'never', why: 'SAME_PERSON' },
    ],
    ['who referred the referrer', { inReferralCycle: true }, { kind: 'never', why: 'CIRCLE' }],
    ["with the referrer's own wallet", { ownWallet: true }, { kind: 'never', why: 'OWN_WALLET' }],
    ['with a wallet that counted', { walletServed: true }, { kind: 'never', why: 'WALLET_SERVED' }],
    [
      'above the cap of the referrer',
      { promisedToReferrer: terms.maxPerReferrer },
      { kind: 'capped', why: 'REFERRER_CAP' },
    ],
    [
      'with the last reward of the referrer',
      { promisedToReferrer: terms.maxPerReferrer - terms.referralReward },
      { kind: 'qualifies', amount: terms.referralReward },
    ],
    [
      'with the last reward of the season',
      { budgetLeft: terms.referralReward },
      { kind: 'qualifies', amount: terms.referralReward },
    ],
    [
      'above the budget of the season',
      { budgetLeft: terms.referralReward - 1n },
      { kind: 'capped', why: 'SEASON_BUDGET' },
    ],
  ])('decides on a friend %s', (_label, change, decision) => {
    expect(evaluateFriend(terms, { ...good, ...change })).toEqual(decision)
  })

  test('never earns the referrer more than the caps allow, for random facts', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n * terms.seasonBudget })
    const facts = fc.record({
      hasWallet: fc.boolean(),
      checkInDays: fc.nat(10),
      inReferralCycle: fc.boolean(),
      samePerson: fc.boolean(),
      ownWallet: fc.boolean(),
      walletServed: fc.boolean(),
      promisedToReferrer: amounts,
      budgetLeft: amounts,
    })
    fc.assert(
      fc.property(facts, (friend) => {
        const decision = evaluateFriend(terms, friend)
        if (decision.kind !== 'qualifies') return
        expect(friend).toMatchObject({
          hasWallet: true,
          inReferralCycle: false,
          samePerson: false,
          ownWallet: false,
        })
        expect(friend.walletServed).toBe(false)
        expect(friend.checkInDays).toBeGreaterThanOrEqual(terms.checkInDays)
        const after = friend.promisedToReferrer + decision.amount
        expect(after <= terms.maxPerReferrer && decision.amount <= friend.budgetLeft).toBe(true)
      }),
    )
  })

  test('earns a reward that becomes claimable after a week', () => {
    const at = new Date('2026-06-23T08:00:00Z')
    expect(claimableAt(terms, at)).toEqual(new Date('2026-06-30T08:00:00Z'))
  })
})

describe('a claim', () => {
  test.each<[Partial<XpClaim>, string | undefined]>([
    [{}, undefined],
    [{ invites: 12 }, undefined],
    [{ invites: 9 }, 'NOT_ENOUGH_INVITES'],
    [{ claimed: true }, 'ALREADY_CLAIMED'],
    [{ claimed: true, season: 'ENDED' }, 'ALREADY_CLAIMED'],
    [{ season: 'UPCOMING' }, 'SEASON_UPCOMING'],
    [{ season: 'ENDED' }, 'SEASON_ENDED'],
    [{ season: undefined }, 'NO_SEASON'],
  ])('of XP is decided with %j', (change, reason) => {
    const claim: XpClaim = { season: 'ONGOING', invites: 10, goal: 10, claimed: false }
    expect(whyNoXp({ ...claim, ...change })).toBe(reason)
  })

  test('of the referral balance takes the claimable part and reports whether a part is waiting', () => {
    expect(whyNoReferral({ claimable: 1n, waiting: 5n })).toBeUndefined()
    expect(whyNoReferral({ claimable: 0n, waiting: 5n })).toBe('WAITING')
    expect(whyNoReferral({ claimable: 0n, waiting: 0n })).toBe('NOTHING_EARNED')
  })
})

describe('a withdrawal', () => {
  const request: WithdrawalRequest = {
    amount: units('10'),
    balance: units('150'),
    withdrawnToday: 0n,
    pausedUntil: undefined,
    isFrozen: false,
  }
  const until = new Date('2026-06-25T08:00:00Z')

  test.each<[string, Partial<WithdrawalRequest>, object]>([
    ['of the minimum', {}, { kind: 'pay' }],
    ['of the full daily limit', { amount: units('100') }, { kind: 'pay' }],
    ['below the minimum', { amount: units('9.999999') }, { kind: 'too-small' }],
    ['of nothing', { amount: 0n }, { kind: 'too-small' }],
    [
      'over the daily limit',
      { amount: units('100.000001') },
      { kind: 'over-limit', left: units('100') },
    ],
    [
      'over the rest of the daily limit',
      { amount: units('10'), withdrawnToday: units('95') },
      { kind: 'over-limit', left: units('5') },
    ],
    ['of the whole balance', { balance: units('10') }, { kind: 'pay' }],
    ['of more than the balance', { balance: units('9') }, { kind: 'not-enough' }],
    ['in a pause', { pausedUntil: until, amount: 0n }, { kind: 'paused', until }],
    [
      'of more than the balance, in a pause',
      { pausedUntil: until, balance: units('9') },
      { kind: 'not-enough' },
    ],
    ['while payouts are frozen', { isFrozen: true }, { kind: 'frozen' }],
    ['frozen and in a pause', { isFrozen: true, pausedUntil: until }, { kind: 'frozen' }],
    [
      'of more than the balance, frozen',
      { isFrozen: true, balance: units('9') },
      { kind: 'not-enough' },
    ],
  ])('%s', (_label, change, decision) => {
    expect(decideWithdrawal(terms, { ...request, ...change })).toEqual(decision)
  })

  test('never exceeds the daily limit or the balance in total', () => {
    const amount = fc.bigInt({ min: 0n, max: units('150') })
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), amount, (amounts, start) => {
        let balance = start
        let withdrawnToday = 0n
        for (const one of amounts) {
          const decision = decideWithdrawal(terms, {
            ...request,
            amount: one,
            balance,
            withdrawnToday,
          })
          if (decision.kind !== 'pay') continue
          balance -= one
          withdrawnToday += one
        }
        expect(balance >= 0n).toBe(true)
        expect(withdrawnToday <= terms.maxWithdrawPerDay).toBe(true)
      }),
    )
  })

  test('of zero is too small even without a minimum', () => {
    const free = { ...terms, minWithdraw: 0n }

    expect(decideWithdrawal(free, { ...request, amount: 0n })).toEqual({ kind: 'too-small' })
    expect(decideWithdrawal(free, { ...request, amount: 1n })).toEqual({ kind: 'pay' })
  })

  test('leaves nothing for a day whose limit was lowered in the meantime', () => {
    expect(leftToday({ maxWithdrawPerDay: 5n }, 8n)).toBe(0n)
  })
})

describe('a referral amount', () => {
  test('round-trips through its text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (amount) => {
        expect(referralUnits(referralText(amount))).toBe(amount)
      }),
    )
  })

  test.each(['-1', '1e3', 'NaN', '', '1.0000001', '.5', '1,5', ' 1'])('is not %j', (text) => {
    expect(referralUnits(text)).toBeUndefined()
  })

  test.each<[string, number, bigint | undefined]>([
    ['1.5', 6, 1_500_000n],
    ['1.5', 18, 1_500_000_000_000_000_000n],
    ['1.5', 2, 150n],
    ['1.005', 2, undefined],
  ])('of %s is paid in a token of %i decimals as %s', (text, decimals, expected) => {
    expect(tokenUnitsOf(units(text), decimals)).toBe(expected)
  })
})

test.each([
  ['NETWORK', null, false, 'NETWORK'],
  ['OPERATOR', 'MEMBER_CAP', false, 'LIMIT'],
  ['OPERATOR', 'FROZEN', false, 'PAUSED'],
  ['OPERATOR', 'LOW_BALANCE', false, 'WALLET'],
  ['OPERATOR', null, false, 'WALLET'],
  ['OPERATOR', 'MEMBER_CAP', true, 'LIMIT'],
  ['OPERATOR', 'DAY_CAP', true, 'LIMIT'],
  ['OPERATOR', 'ABOVE_CAP', true, 'LIMIT'],
  ['OPERATOR', 'PAUSED', true, 'PAUSED'],
  ['OPERATOR', 'FROZEN', true, 'PAUSED'],
  ['OPERATOR', 'MEMBER_SUSPENDED', true, 'PAUSED'],
  ['OPERATOR', 'MEMBER_DISABLED', true, 'PAUSED'],
  ['OPERATOR', 'LOW_BALANCE', true, 'CANCELLED'],
  ['OPERATOR', null, true, 'CANCELLED'],
] as const)(
  'a withdrawal that the %s ended, held for %s, with a connected wallet %s, reports the failure %s',
  (by, heldFor, isWalletConnected, why) => {
    expect(whyWithdrawalFailed({ by, heldFor, isWalletConnected })).toBe(why)
  },
)
