import { expect, test } from 'vitest'
import { schemas } from './catalogue.ts'
import { ADJUSTMENT_MAX } from './operator.schemas.ts'

const adjust = schemas['operator.adjustBalance'].body
const terms = schemas['invite.setTerms'].body
const caps = schemas['payout.setCaps'].body
const price = schemas['network.setPrice'].body

const adjustment = (asset: string, amount: bigint) =>
  adjust.safeParse({ asset, amount: String(amount), reason: 'Lost' }).success

test.each([
  ['referralReward', '100'],
  ['maxPerReferrer', '10000'],
  ['seasonBudget', '1000000'],
  ['minWithdraw', '1000'],
  ['maxWithdrawPerDay', '10000'],
])('the term %s goes up to %s', (name, most) => {
  expect(terms.safeParse({ [name]: most }).success).toBe(true)
  expect(terms.safeParse({ [name]: `${most}.0` }).success).toBe(true)
  expect(terms.safeParse({ [name]: `${most}.000001` }).success).toBe(false)
  expect(terms.safeParse({ [name]: `${most}0` }).success).toBe(false)
})

test.each(Object.entries(ADJUSTMENT_MAX))('one adjustment of %s is %s at most', (asset, most) => {
  expect([adjustment(asset, most), adjustment(asset, -most)]).toEqual([true, true])
  expect([adjustment(asset, most + 1n), adjustment(asset, -most - 1n)]).toEqual([false, false])
  expect(adjustment(asset, 10n ** 29n)).toBe(false)
})

test('caps and prices have a maximum too', () => {
  const cap = (perMember: string, perDay: string) => caps.safeParse({ perMember, perDay }).success
  expect([cap('100000', '1000000'), cap('100001', '1000000'), cap('100000', '1000001')]).toEqual([
    true,
    false,
    false,
  ])
  expect(price.safeParse({ priceUsd: '10000000.1' }).success).toBe(false)
})
