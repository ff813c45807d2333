import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import type { TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { aPayer, anXpPack, payTokens, type Payer } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'

let shop: TokenShop
let server: TestApp
let support: TestApprover
const { buy, requestRefund } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({ price: 20_000_000n }, { withApprovals: true })
  ;({ server } = shop)
  support = await anApprover(server, 'SUPPORT')
  await anApprover(server, 'FINANCE')
})
afterAll(() => server.close())

/** Buys packs, pays for them and asks an operator for a refund of each. */
async function requestsFor(payer: Payer, packs: number, of = shop.packId, price = 20_000_000n) {
  const bought = []
  for (let pack = 0; pack < packs; pack += 1) bought.push(await buy(payer, of))
  for (let pack = 0; pack < packs; pack += 1) {
    await payTokens(server, payer.wallet, shop.treasury, price)
  }
  await advanceChains(server)
  for (const each of bought) {
    await requestRefund(payer, each, { type: 'OTHER', reason: 'Too many' })
  }
  const query = { userId: payer.userId, size: 100 }
  const { data } = await support.call('refund.queue', { query })
  return data?.list.map(({ refundId }) => refundId) ?? []
}

const grant = (refundId: number) =>
  support.call('refund.decide', { params: { refundId }, body: { approve: true, note: 'Granted' } })

test('20.01 USDS asks a second person; ten refunds of 20 pass in a day, the eleventh does not', async () => {
  const dear = await anXpPack(server, shop.seasonId, { price: 20_010_000n })
  const payer = await aPayer(server)
  const [above = 0] = await requestsFor(payer, 1, dear, 20_010_000n)
  const refused = await grant(above)
  const held = await support.call('refund.show', { params: { refundId: above } })
  const codes: number[] = []
  for (const packs of [6, 5]) {
    for (const refundId of await requestsFor(await aPayer(server), packs)) {
      codes.push((await grant(refundId)).code)
    }
  }
  const { data } = await support.call('refund.queue', { query: {} })

  expect(refused.code).toBe(2912)
  expect(held.data).toMatchObject({ approvalId: approvalIdOf(refused), amount: '20.01' })
  expect(codes).toEqual([...Array<number>(10).fill(0), 2912])
  expect(data?.today).toEqual({ granted: '200', day: 200 })
})

test('sending tokens back needs a fresh confirmation; declining does not', async () => {
  // The limit of the day is free again.
  server.clock.advance(DAY_MS)
  await support.signInAgain()
  const payer = await aPayer(server)
  const [one = 0, two = 0] = await requestsFor(payer, 2)
  server.clock.advance(6 * 60_000)
  const stale = await grant(one)
  const declined = await support.call('refund.decide', {
    params: { refundId: two },
    body: { approve: false, note: 'Used already' },
  })
  await support.signInAgain()
  const confirmed = await grant(one)

  expect(stale).toMatchObject({ status: 403, code: 2911 })
  expect(declined.code).toBe(0)
  expect(confirmed.code).toBe(0)
})
