import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { advanceChains, setStableCaps } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { findAccounts } from './account.queries.ts'
import { queueReconciliation } from './books.jobs.ts'
import { reconcileStep } from './reconciliation.service.ts'

const CHAIN = 31_337

let shop: TokenShop
let finance: TestOperator
const { packBought, requestRefund } = stepsIn(() => shop)

beforeAll(async () => {
  shop = await openTokenShop()
  await setStableCaps(shop.server, { perDay: '10000' })
  finance = await anOperator(shop.server, 'FINANCE')
  // The first payout opens the account of the treasury on the chain.
  const { payer, bought } = await packBought()
  await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
  await advanceChains(shop.server, 8)
  await nightPasses()
})
afterAll(() => shop.server.close())

/** Makes everything final and reconciles as every night. */
async function nightPasses(): Promise<void> {
  const { server } = shop
  await advanceChains(server, 6)
  server.clock.advance(DAY_MS)
  await advanceChains(server, 3)
  await queueReconciliation(server.ctx, server.ctx.now())
  await server.worker.runDue()
}

async function treasuryAccount() {
  const account = (await findAccounts(shop.server.ctx.db)).find(
    ({ chainId, kind }) => chainId === CHAIN && kind === 'TREASURY',
  )
  if (!account) throw new Error('The treasury has no account')
  return account
}

describe('an account on a network that is switched off', () => {
  const switchNetwork = (enabled: boolean) =>
    shop.server.ctx.db.execute(
      sql`update networks set enabled = ${enabled} where chain_id = ${CHAIN}`,
    )

  async function runningAfterRequest(): Promise<boolean[]> {
    const { server } = shop
    server.clock.advance(1000)
    await finance.call('ledger.reconcile', {})
    await server.worker.runDue()
    const { data } = await finance.call('ledger.reconciliations', {})
    return [...(data?.accounts.map(({ isRunning }) => isRunning) ?? []), await isShownRunning()]
  }

  async function isShownRunning(): Promise<boolean> {
    const params = { accountId: (await treasuryAccount()).id }
    const { data } = await finance.call('ledger.reconciliation', { params, query: {} })
    return data?.account.isRunning ?? true
  }

  test('does not run when an operator asks for a reconciliation', async () => {
    const enabled = await runningAfterRequest()
    await switchNetwork(false)
    const disabled = await runningAfterRequest()
    await switchNetwork(true)

    expect([enabled, disabled]).toEqual([
      [false, false],
      [false, false],
    ])
  })

  test('does not run if its reconciliation was interrupted, and finishes it when switched on', async () => {
    const { server } = shop
    server.clock.advance(DAY_MS)
    await advanceChains(server, 3)
    await reconcileStep(server.ctx, await treasuryAccount())
    const begun = await isShownRunning()
    await switchNetwork(false)
    const interrupted = await isShownRunning()
    await switchNetwork(true)
    const continued = await isShownRunning()
    await nightPasses()

    expect([begun, interrupted, continued]).toEqual([true, false, true])
    expect(await isShownRunning()).toBe(false)
  })
})
