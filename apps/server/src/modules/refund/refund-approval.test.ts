import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '#/platform/books/ledger.ts'
import { missingWords } from '#test/approval-words.ts'
import type { TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import type { Payer } from '#test/test-shop.ts'

let shop: TokenShop
let server: TestApp
let support: TestApprover
let finance: TestApprover
const { packBought, requestRefund, sentBack } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({}, { withApprovals: true })
  ;({ server } = shop)
  support = await anApprover(server, 'SUPPORT')
  finance = await anApprover(server, 'FINANCE')
  const owner = await anApprover(server)
  // One pack costs five units: two of them fill a day.
  const body = { refundUsds: 5, refundDayUsds: 10, reason: 'A small shop' }
  await owner.call('approval.setPolicy', { body })
})
afterAll(() => server.close())

/** Buys a pack and asks for a refund that only an operator may decide. */
async function aRequest(): Promise<{ payer: Payer; refundId: number }> {
  const { payer, bought } = await packBought()
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'A mistake' })
  const { data } = await support.call('refund.queue', { query: { size: 100 } })
  const refundId = data?.list.find(({ userId }) => userId === payer.userId)?.refundId ?? 0
  return { payer, refundId }
}

const grant = (refundId: number) =>
  support.call('refund.decide', { params: { refundId }, body: { approve: true, note: 'Checked' } })

test('two refunds of a full day pass, the third waits, and declining never waits', async () => {
  const first = await grant((await aRequest()).refundId)
  const second = await grant((await aRequest()).refundId)
  const third = await aRequest()
  const fourth = await aRequest()
  const waiting = await grant(third.refundId)
  const approvalId = approvalIdOf(waiting)
  const declined = await support.call('refund.decide', {
    params: { refundId: fourth.refundId },
    body: { approve: false, note: 'Too late' },
  })
  const shown = await finance.call('approval.show', { params: { approvalId } })
  const approved = await finance.approve(approvalId)
  await advanceChains(server)

  expect([first.code, second.code]).toEqual([0, 0])
  expect(shown.data).toMatchObject({
    causes: ['DAY_SUM'],
    sentence: { values: { refundId: third.refundId, amount: '5', symbol: 'USDS' } },
  })
  expect(shown.data && missingWords(shown.data)).toEqual([])
  expect(declined.code).toBe(0)
  expect(approved.code).toBe(0)
  expect(await sentBack(third.payer)).toEqual([5_000_000n])
})

test('a refund that waits for a second person is kept from every other operator', async () => {
  const other = await anApprover(server, 'SUPPORT')
  // Two packs fill the day, also when this test runs alone.
  await grant((await aRequest()).refundId)
  await grant((await aRequest()).refundId)
  const { refundId } = await aRequest()
  const params = { refundId }
  const approvalId = approvalIdOf(await grant(refundId))
  const claimed = await other.call('refund.claim', { params })
  const declined = await other.call('refund.decide', {
    params,
    body: { approve: false, note: 'Not seen before' },
  })
  await finance.call('approval.decline', { params: { approvalId }, body: { reason: 'Too much' } })
  const after = await other.call('refund.claim', { params })

  expect(claimed).toMatchObject({ code: 2930, data: { claimedBy: support.name } })
  expect(declined).toMatchObject({ code: 2930, data: { claimedBy: support.name } })
  expect(after.code).toBe(0)
})

test('a refund that was decided in the meantime is outdated', async () => {
  const { refundId, payer } = await aRequest()
  const approvalId = approvalIdOf(await grant(refundId))
  await support.call('refund.decide', {
    params: { refundId },
    body: { approve: false, note: 'Declined after all' },
  })
  const approved = await finance.approve(approvalId)
  const shown = await finance.call('approval.show', { params: { approvalId } })

  expect(approved).toMatchObject({ status: 409, code: 2913 })
  expect(shown.data).toMatchObject({ state: 'OUTDATED' })
  expect(await sentBack(payer)).toEqual([])
  const account = { member: payer.userId, asset: 'XP' as const, scope: `season:${shop.seasonId}` }
  expect(await balanceOf(server.ctx.db, account)).toBe(500n)
})
