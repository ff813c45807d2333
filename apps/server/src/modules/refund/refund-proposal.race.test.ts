import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLAIM_MS } from '@solstice/rules/refund-claim'
import type { TestApp } from '#test/test-app.ts'
import { anApprover, type TestApprover } from '#test/test-approval.ts'
import { aPayer, payTokens } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

const ABOVE_LIMIT = 20_010_000n

let shop: TokenShop
let server: TestApp
let support: TestApprover
let colleague: TestApprover
const { buy, requestRefund } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({ price: ABOVE_LIMIT }, { withApprovals: true })
  ;({ server } = shop)
  support = await anApprover(server, 'SUPPORT')
  colleague = await anApprover(server, 'SUPPORT')
  await anApprover(server, 'FINANCE')
})
afterAll(() => server.close())

test('a proposal waits for a claim that is being made, and is then refused', async () => {
  const payer = await aPayer(server)
  const bought = await buy(payer)
  await payTokens(server, payer.wallet, shop.treasury, ABOVE_LIMIT)
  await advanceChains(server)
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'Please' })
  const { data } = await support.call('refund.queue', { query: { userId: payer.userId } })
  const refundId = data?.list[0]?.refundId ?? 0
  const claimedUntil = new Date(server.ctx.now().getTime() + CLAIM_MS).toISOString()

  const proposed = await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`update refunds set claimed_by = ${colleague.operatorId},
      claimed_until = ${claimedUntil}::timestamptz where id = ${refundId}`)
    const reply = support.call('refund.decide', {
      params: { refundId },
      body: { approve: true, note: 'Granted' },
    })
    await expect.poll(() => waitingSessions(server.ctx.db), { timeout: 30_000 }).toBe(1)
    return { reply }
  })

  expect(await proposed.reply).toMatchObject({
    code: 2930,
    data: { claimedBy: colleague.name },
  })
})
