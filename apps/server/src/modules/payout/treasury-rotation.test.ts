import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aPayer, payTokens, type Payer } from '#test/test-shop.ts'
import { aSigner } from '#test/test-signer.ts'
import { advanceChains, fundTreasury, transfersBetween } from '#test/test-treasury.ts'
import { openTokenShop } from '#test/token-shop.ts'

let server: TestApp
let treasury: `0x${string}`
let seasonId: number
let packId: number
let finance: TestOperator
beforeAll(async () => {
  ;({ server, treasury, seasonId, packId } = await openTokenShop())
  finance = await anOperator(server, 'FINANCE')
})
afterAll(() => server.close())

/** Returns a payer whose unmatched payment must be returned. */
async function aRefund(payTo: `0x${string}`): Promise<Payer> {
  const payer = await aPayer(server)
  await payer.call('product.buy', { params: { seasonId, productId: packId }, body: {} })
  await payTokens(server, payer.wallet, payTo, 9_000_000n)
  await advanceChains(server, 4)
  return payer
}

test('a new treasury key pays after the old account was drained, and nothing is paid twice', async () => {
  const early = await aRefund(treasury)
  await advanceChains(server)
  const openOrder = await aPayer(server)
  const { data: order } = await openOrder.call('product.buy', {
    params: { seasonId, productId: packId },
    body: {},
  })
  const rotated = aSigner(server.ctx)
  const body = { chainId: 31_337, reason: 'Yearly rotation of the key' }

  // 1. Stop new payouts, and let those in flight be confirmed.
  await finance.call('payout.freeze', { body: { ...body, chainId: null } })
  await advanceChains(server)
  // 2. Fund the new account, and restart with its key.
  server.ctx.treasury = rotated.signer
  const account = await fundTreasury(server)
  await finance.call('payout.unfreeze', { body: { ...body, chainId: null, adopt: false } })
  const late = await aRefund(account)
  await advanceChains(server)
  const shown = await finance.call('payout.treasury', {})
  const [waiting] = await transfersBetween(server, account, late.wallet.address)
  // 3. Adopt the new account.
  const adopted = await finance.call('payout.unfreeze', { body: { ...body, adopt: true } })
  await advanceChains(server)
  // A member who saw the old address still gets what was paid there.
  await payTokens(server, openOrder.wallet, treasury, 5_000_000n)
  await advanceChains(server)
  const after = await finance.call('payout.treasury', {})

  expect(await transfersBetween(server, treasury, early.wallet.address)).toEqual([9_000_000n])
  expect(shown.data?.lanes[0]?.frozenFor).toContain(`The key is of ${account}`)
  expect(waiting).toBeUndefined()
  expect(adopted.code).toBe(Code.SUCCESS)
  expect(await transfersBetween(server, account, late.wallet.address)).toEqual([9_000_000n])
  expect(await transfersBetween(server, treasury, late.wallet.address)).toEqual([])
  expect(after.data?.lanes[0]).toMatchObject({ address: account, frozenAt: null, onTheWay: 0 })
  expect(order).toBeDefined()
  await rotated.close()
})
