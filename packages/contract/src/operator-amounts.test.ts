import { expect, test } from 'vitest'
import { schemas } from './catalogue.ts'

const adjust = schemas['operator.adjustBalance'].body
const terms = schemas['invite.setTerms'].body
const caps = schemas['payout.setCaps'].body
const price = schemas['network.setPrice'].body
const reason = 'Ticket 7'

const adjustment = (asset: string, amount: bigint) =>
  adjust.safeParse({ asset, amount: String(amount), reason: 'Lost' }).success

test.each([
  ['referralReward', '100'],
  ['maxPerReferrer', '10000'],
  ['seasonBudget', '1000000'],
  ['minWithdraw', '1000'],
  ['maxWithdrawPerDay', '10000'],
])('the term %s accepts at most %s', (name, most) => {
  expect(terms.safeParse({ reason, [name]: most }).success).toBe(true)
  expect(terms.safeParse({ reason, [name]: `${most}.0` }).success).toBe(true)
  expect(terms.safeParse({ reason, [name]: `${most}.000001` }).success).toBe(false)
  expect(terms.safeParse({ reason, [name]: `${most}0` }).success).toBe(false)
})

// The limits are repeated as literals so that a change of the contract fails here.
test.each([
  ['SEASON_XP', 1_000_000n],
  ['XP', 1_000_000n],
  ['TICKET', 10_000n],
  ['CREDIT', 100_000n],
  ['REFERRAL', 1_000_000_000n],
  ['REWARD', 1_000_000_000_000_000_000_000n],
])('one adjustment of %s changes at most %s', (asset, most) => {
  expect([adjustment(asset, most), adjustment(asset, -most)]).toEqual([true, true])
  expect([adjustment(asset, most + 1n), adjustment(asset, -most - 1n)]).toEqual([false, false])
  expect(adjustment(asset, 10n ** 29n)).toBe(false)
})

test('caps and prices have a maximum', () => {
  const cap = (perMember: string, perDay: string) =>
    caps.safeParse({ perMember, perDay, reason }).success
  expect([cap('100000', '1000000'), cap('100001', '1000000'), cap('100000', '1000001')]).toEqual([
    true,
    false,
    false,
  ])
  const prices = ['10000000', '10000000.1'].map(
    (priceUsd) => price.safeParse({ priceUsd, reason }).success,
  )
  expect(prices).toEqual([true, false])
})
