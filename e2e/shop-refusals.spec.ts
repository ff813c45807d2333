import type { Route } from '@playwright/test'
import { startServer } from '../tools/server.ts'
import { expect, test as base } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN, demoMember } from './support/members.ts'
import { operatorOf } from './support/operator-steps.ts'
import { enterPin } from './support/pin.ts'
import { pressWhenReady } from './support/press.ts'
import {
  DASHBOARD,
  SEASON,
  SHOP,
  fact,
  open,
  openWithWallet,
  outcomeHeading,
  standingOf,
  tokenPackOf,
} from './support/shop-steps.ts'
import { BNB_CHAIN, orderChain } from './support/wallet-steps.ts'

const OPERATOR_TOKEN = 'sol_op_of-the-journey-of-refusals-alone-0'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'

/** Starts a server with an operator who sells products and decides on refunds. */
const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer({ OPERATOR_TOKEN })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// Both tests share one server; one of them pauses a chain.
test.describe.configure({ mode: 'default' })

const name = (en: string) => ({ en, ko: en })

const BALANCE_OF = '0x70a08231'
const abiWord = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/**
 * Simulates a node that accepts any payment: the balance is sufficient and the token call succeeds.
 */
async function acceptPayments(route: Route): Promise<void> {
  type RpcRequest = { id: number; method: string; params: [{ data?: string }] }
  const { id, method, params } = route.request().postDataJSON() as RpcRequest
  const answer = (result: string) => route.fulfill({ json: { jsonrpc: '2.0', id, result } })
  if (method === 'eth_estimateGas') return answer('0x186a0')
  if (method !== 'eth_call') return route.continue()
  return answer(params[0].data?.startsWith(BALANCE_OF) ? abiWord(10n ** 12n) : abiWord(1n))
}

test('a member sees that a product is sold out, limited or without a response, and an operator decides where no rule applies', async ({
  page,
  request,
  server,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(300_000)
  // The rejections and the intentionally lost response cause these errors.
  allowConsoleErrors(/^Purchase failed|status of 502/)
  const demo = await demoMember(server.url)
  const operate = operatorOf(request, OPERATOR_TOKEN)
  const addProduct = async (called: string, terms: object) => {
    const product = { name: name(called), description: name(`A ${called}`), payType: 'XP' as const }
    const made = await operate('product.add', {
      params: { seasonId: SEASON },
      body: { ...product, price: '10', givesTickets: 1, ...terms },
    })
    return made.productId
  }
  const last = await addProduct('last lantern', { stock: 1 })
  const single = await addProduct('single star', { perUserLimit: 1 })
  const plain = await addProduct('plain candle', {})
  const purchase = (path: string) => new RegExp(`/products/${path}$`)
  await open(page, demo)

  await test.step('the product sells out between opening the dialog and confirming', async () => {
    await navigateInApp(page, `${SHOP}/${last}`)
    await pressWhenReady(page, 'Buy for 10 XP')
    await operate('product.change', { params: { productId: last }, body: { stock: 0 } })
    const before = await standingOf(demo)
    await Promise.all([
      // Watch while clicking, because the toast disappears by itself.
      expect(page.getByText(/is sold out\.$/).first()).toBeVisible(),
      page.getByRole('button', { name: 'Pay 10 XP' }).click(),
    ])
    await expect(page.getByRole('button', { name: 'Buy for 10 XP' })).toBeDisabled()
    await expect(page.getByRole('main').getByText('This is sold out.')).toBeVisible()
    await checkScreen('sold-out')
    expect(await standingOf(demo)).toEqual(before)
  })

  await test.step('a gateway error is not shown as a failure, and a retry buys the product once, even after a rate limit', async () => {
    const before = await standingOf(demo)
    await navigateInApp(page, `${SHOP}/${plain}`)
    let isLimited = false
    await page.route(purchase(String(plain)), async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (isLimited) {
        const json = { code: 2902, success: false, msg: 'Not so fast.', data: null }
        return route.fulfill({ status: 429, json })
      }
      await route.fetch()
      await route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' })
    })
    await pressWhenReady(page, 'Buy for 10 XP')
    await page.getByRole('button', { name: 'Pay 10 XP' }).click()
    const unconfirmed = page
      .getByRole('alert')
      .filter({ hasText: 'We couldn’t confirm your purchase' })
    await expect(unconfirmed).toBeVisible()
    await checkScreen('unconfirmed')
    isLimited = true
    await pressWhenReady(page, 'Buy for 10 XP')
    await Promise.all([
      expect(page.getByText('Not so fast.')).toBeVisible(),
      page.getByRole('button', { name: 'Pay 10 XP' }).click(),
    ])
    await expect(unconfirmed).toBeVisible()
    await page.unroute(purchase(String(plain)))
    // Leave the screen and return: the intent is still the same.
    await navigateInApp(page, SHOP)
    await page.getByRole('link', { name: /plain candle/ }).click()
    await pressWhenReady(page, 'Buy for 10 XP')
    await page.getByRole('button', { name: 'Pay 10 XP' }).click()
    await expect(outcomeHeading(page, 'Purchase complete')).toBeVisible()
    expect((await standingOf(demo)).xpBalance).toBe(before.xpBalance - 10)
  })

  await test.step('a purchase is shown while the list of purchases is slow; then the limit is reached', async () => {
    await navigateInApp(page, `${SHOP}/${single}`)
    await pressWhenReady(page, 'Buy for 10 XP')
    const lists = /\/histories\?/
    const held: Route[] = []
    await page.route(lists, (route) => {
      held.push(route)
    })
    await page.getByRole('button', { name: 'Pay 10 XP' }).click()
    await expect(page).toHaveURL(/\/complete\/\?/)
    await expect(outcomeHeading(page, /./)).toHaveText('Purchase complete')
    await page.unroute(lists)
    // Some requests were aborted meanwhile.
    for (const route of held) await route.continue().catch(() => undefined)
    await navigateInApp(page, `${SHOP}/${single}`)
    await expect(
      page.getByText('You’ve reached the purchase limit for this product.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Buy for 10 XP' })).toBeDisabled()
    await checkScreen('limit-reached')
  })

  const requestRefund = async (called: string, why: string) => {
    await navigateInApp(page, `${DASHBOARD}/history/?tab=Purchased`)
    await page
      .getByRole('link', { name: new RegExp(called) })
      .first()
      .click()
    await page.getByRole('link', { name: 'Request a refund' }).click()
    await page.getByText('Something else').click()
    await page.getByLabel('What happened?').fill(why)
    await page.getByRole('button', { name: 'Request a refund' }).click()
    await expect(page.getByText('Under review', { exact: true })).toBeVisible()
  }
  const decide = async (approve: boolean, note: string) => {
    const { list } = await operate('refund.queue')
    expect(list).toHaveLength(1)
    await operate('refund.decide', {
      params: { refundId: list[0]?.refundId ?? 0 },
      body: { approve, note },
    })
  }

  await test.step('the refund is declined with a note; the purchase is not shown as returned before or as missing after', async () => {
    await requestRefund('plain candle', 'It does not burn')
    const item = page.url()
    const order = /history\/(\d+)/.exec(item)?.[1] ?? ''
    await navigateInApp(page, `${SHOP}/${plain}/complete?order=${order}`)
    await expect(outcomeHeading(page, 'Refund requested')).toBeVisible()
    await checkScreen('refund-asked')
    await decide(false, 'It burns at night')
    await expect(outcomeHeading(page, 'Purchase complete')).toBeVisible()
    await navigateInApp(page, new URL(item).pathname)
    await expect(fact(page, 'Our reply')).toHaveText('It burns at night')
    await expect(fact(page, 'Status')).toHaveText('Refund rejected')
    await checkScreen('refund-declined')
  })

  await test.step('the refund is granted and appears on the open screen', async () => {
    const before = await standingOf(demo)
    await requestRefund('single star', 'It fell')
    await decide(true, 'Confirmed')
    await expect(fact(page, 'Status')).toHaveText('Refunded')
    await expect(fact(page, 'Our reply')).toHaveText('Confirmed')
    const { xpBalance, tickets } = await standingOf(demo)
    expect([xpBalance, tickets]).toEqual([before.xpBalance + 10, before.tickets - 1])
  })

  await test.step('the screens work in Korean', async () => {
    await navigateInApp(page, '/more/setting')
    await page.getByText('한국어').click()
    await expect(page.getByRole('heading', { name: '설정' })).toBeVisible()
    await navigateInApp(page, SHOP)
    await expect(page.getByRole('link', { name: /last lantern/ })).toContainText('품절')
    await checkScreen('shop-ko')
    await navigateInApp(page, `${SHOP}/${last}`)
    await expect(page.getByText('품절됐어요.', { exact: true })).toBeVisible()
    await checkScreen('sold-out-ko')
  })
})

test('a member pays again after cancelling a payment, is credited for one that was sped up, and sees one that fails', async ({
  page,
  request,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(400_000)
  const member = await newMember()
  await openWithWallet(page, member)
  const pack = await tokenPackOf(member)
  const chain = pack.chainId
  const confirm = async () => {
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
  }
  const order = async () => {
    await navigateInApp(page, `${SHOP}/${pack.productId}`)
    await pressWhenReady(page, /^Buy for/)
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
  }
  /** Replaces the transaction on its screen. */
  const replace = async (button: string) => {
    await page.getByRole('link', { name: 'View transaction' }).click()
    await page.getByRole('button', { name: button }).click()
    const replaced = page.url()
    await confirm()
    await expect(page.getByText('Sent. Whichever is confirmed first goes through.')).toBeVisible()
    await expect(page).not.toHaveURL(replaced)
  }
  await orderChain(request, chain, { stall: true })

  await test.step('an order that closes elsewhere is not paid: the PIN prompt closes', async () => {
    await order()
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible()
    const historyId = new URL(page.url()).searchParams.get('order') ?? ''
    const { userProductId } = await member.api.call('history.show', {
      params: { seasonId: 2, historyId },
    })
    await member.api.call(
      'product.updateOrder',
      {
        params: { seasonId: 2, productId: pack.productId, userProductId: userProductId ?? 0 },
        body: { status: 'CANCELLED' },
      },
      { 'idempotency-key': crypto.randomUUID() },
    )
    await expect(outcomeHeading(page, 'Order cancelled')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Start again' }).click()
  })

  await test.step('cancelled: nothing was paid, and the order can be paid again', async () => {
    await order()
    const address = new URL(page.url())
    await confirm()
    await expect(outcomeHeading(page, 'Payment on its way')).toBeVisible()
    await replace('Cancel transfer')
    await orderChain(request, chain, { mine: 5 })
    // Wait until it is final before opening the order: the list of pending transactions no longer
    // contains it.
    await expect(page.getByRole('status').getByText('Done')).toBeVisible()
    await navigateInApp(page, address.pathname + address.search)
    await expect(outcomeHeading(page, 'Payment cancelled')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel the order' })).toBeVisible()
    await checkScreen('payment-cancelled')
    await page.getByRole('button', { name: 'Pay again' }).click()
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
    await confirm()
    await expect(outcomeHeading(page, 'Payment on its way')).toBeVisible()
  })

  await test.step('sped up: the faster transaction pays the order', async () => {
    const before = await standingOf(member)
    const address = new URL(page.url())
    await replace('Speed up')
    const faster = new URL(page.url()).pathname.split('/').find((part) => part.startsWith('0x'))
    await orderChain(request, chain, { mine: 5 })
    await navigateInApp(page, address.pathname + address.search)
    await orderChain(request, chain, { stall: false })
    await expect(outcomeHeading(page, 'Purchase complete')).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText(faster ?? '-')).toBeVisible()
    expect((await standingOf(member)).xpBalance).toBe(before.xpBalance + pack.givesXp)
  })

  await test.step('failed in its block: the amount was not spent, and the order does not wait for it', async () => {
    await orderChain(request, chain, { stall: true })
    // A pending transfer empties the wallet first.
    await navigateInApp(page, '/wallet/send/')
    await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /available/ }).click()
    const usds = chain === BNB_CHAIN ? /USDS on .*BNB/ : /USDS on (?!.*BNB)/
    await page.getByRole('button', { name: usds }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill(String(250 - Number(pack.price)))
    await page.getByRole('button', { name: 'Review' }).click()
    await confirm()
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
    // The node does not predict the failure: it reports a sufficient balance and a successful call.
    await page.route('**/rpc/*', acceptPayments)
    await order()
    await confirm()
    await expect(outcomeHeading(page, 'Payment on its way')).toBeVisible()
    // The app reports the transaction itself; the server rejects one that has failed already.
    const historyId = new URL(page.url()).searchParams.get('order') ?? ''
    const isReported = async () => {
      const input = { params: { seasonId: 2, historyId } }
      return (await member.api.call('history.show', input)).payment?.txHash != null
    }
    await expect.poll(isReported).toBe(true)
    await page.unroute('**/rpc/*')
    await orderChain(request, chain, { mine: 1 })
    await expect(outcomeHeading(page, 'Payment failed')).toBeVisible()
    await expect(
      page.getByText('The amount is still in your wallet', { exact: false }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible()
    await checkScreen('payment-failed')
    await orderChain(request, chain, { stall: false })
  })
})
