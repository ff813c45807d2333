import type { Route } from '@playwright/test'
import { startServer } from '../tools/server.ts'
import { expect, test as base } from './support/fixtures.ts'
import { goInside } from './support/go-inside.ts'
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
  said,
  standingOf,
  tokenPackOf,
} from './support/shop-steps.ts'
import { BNB_CHAIN, orderChain } from './support/wallet-steps.ts'

const OPERATOR_TOKEN = 'sol_op_of-the-journey-of-refusals-alone-0'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'

/** With an operator who sells, and decides. */
const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer({ OPERATOR_TOKEN })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// One server for both; a chain rests for one of them.
test.describe.configure({ mode: 'default' })

const name = (en: string) => ({ en, ko: en })

const BALANCE_OF = '0x70a08231'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** Answers for a node that believes any payment: plenty is there, and the token agrees. */
async function promisePayment(route: Route): Promise<void> {
  type Asked = { id: number; method: string; params: [{ data?: string }] }
  const { id, method, params } = route.request().postDataJSON() as Asked
  const answer = (result: string) => route.fulfill({ json: { jsonrpc: '2.0', id, result } })
  if (method === 'eth_estimateGas') return answer('0x186a0')
  if (method !== 'eth_call') return route.continue()
  return answer(params[0].data?.startsWith(BALANCE_OF) ? word(10n ** 12n) : word(1n))
}

test('a member is told of what is sold out, had often enough or got no answer, and a person decides what no rule does', async ({
  page,
  request,
  server,
  look,
  allowConsoleErrors,
}) => {
  test.setTimeout(300_000)
  // The refusals, and the answer that is lost on purpose.
  allowConsoleErrors(/^Purchase failed|status of 502/)
  const demo = await demoMember(server.url)
  const operate = operatorOf(request, OPERATOR_TOKEN)
  const sell = async (called: string, terms: object) => {
    const product = { name: name(called), description: name(`A ${called}`), payType: 'XP' as const }
    const made = await operate('product.add', {
      params: { seasonId: SEASON },
      body: { ...product, price: '10', givesTickets: 1, ...terms },
    })
    return made.productId
  }
  const last = await sell('last lantern', { stock: 1 })
  const single = await sell('single star', { perUserLimit: 1 })
  const plain = await sell('plain candle', {})
  const purchase = (path: string) => new RegExp(`/products/${path}$`)
  await open(page, demo)

  await test.step('sold out between the question and the answer', async () => {
    await goInside(page, `${SHOP}/${last}`)
    await pressWhenReady(page, 'Buy for 10 XP')
    await operate('product.change', { params: { productId: last }, body: { stock: 0 } })
    const before = await standingOf(demo)
    await Promise.all([
      // Seen as it comes: it leaves by itself.
      expect(page.getByText(/is sold out\.$/).first()).toBeVisible(),
      page.getByRole('button', { name: 'Pay 10 XP' }).click(),
    ])
    await expect(page.getByRole('button', { name: 'Buy for 10 XP' })).toBeDisabled()
    await expect(page.getByRole('main').getByText('This is sold out.')).toBeVisible()
    await look('sold-out')
    expect(await standingOf(demo)).toEqual(before)
  })

  await test.step('behind a proxy whose server is gone nobody says that it failed, and another try buys it once, also after a limit', async () => {
    const before = await standingOf(demo)
    await goInside(page, `${SHOP}/${plain}`)
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
    await look('unconfirmed')
    isLimited = true
    await pressWhenReady(page, 'Buy for 10 XP')
    await Promise.all([
      expect(page.getByText('Not so fast.')).toBeVisible(),
      page.getByRole('button', { name: 'Pay 10 XP' }).click(),
    ])
    await expect(unconfirmed).toBeVisible()
    await page.unroute(purchase(String(plain)))
    // From the screen and back to it: the intent is still the same.
    await goInside(page, SHOP)
    await page.getByRole('link', { name: /plain candle/ }).click()
    await pressWhenReady(page, 'Buy for 10 XP')
    await page.getByRole('button', { name: 'Pay 10 XP' }).click()
    await expect(said(page, 'Purchase complete')).toBeVisible()
    expect((await standingOf(demo)).xpBalance).toBe(before.xpBalance - 10)
  })

  await test.step('what was just bought is shown while the list of purchases is slow; then it is enough', async () => {
    await goInside(page, `${SHOP}/${single}`)
    await pressWhenReady(page, 'Buy for 10 XP')
    const lists = /\/histories\?/
    const held: Route[] = []
    await page.route(lists, (route) => {
      held.push(route)
    })
    await page.getByRole('button', { name: 'Pay 10 XP' }).click()
    await expect(page).toHaveURL(/\/complete\/\?/)
    await expect(said(page, /./)).toHaveText('Purchase complete')
    await page.unroute(lists)
    // Some were given up meanwhile.
    for (const route of held) await route.continue().catch(() => undefined)
    await goInside(page, `${SHOP}/${single}`)
    await expect(
      page.getByText('You’ve reached the purchase limit for this product.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Buy for 10 XP' })).toBeDisabled()
    await look('limit-reached')
  })

  const ask = async (called: string, why: string) => {
    await goInside(page, `${DASHBOARD}/history/?tab=Purchased`)
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

  await test.step('declined with a note; nobody calls it returned before or bought less after', async () => {
    await ask('plain candle', 'It does not burn')
    const item = page.url()
    const order = /history\/(\d+)/.exec(item)?.[1] ?? ''
    await goInside(page, `${SHOP}/${plain}/complete?order=${order}`)
    await expect(said(page, 'Refund requested')).toBeVisible()
    await look('refund-asked')
    await decide(false, 'It does, at night')
    await expect(said(page, 'Purchase complete')).toBeVisible()
    await goInside(page, new URL(item).pathname)
    await expect(fact(page, 'Our reply')).toHaveText('It does, at night')
    await expect(fact(page, 'Status')).toHaveText('Refund rejected')
    await look('refund-declined')
  })

  await test.step('granted, and seen where it is read', async () => {
    const before = await standingOf(demo)
    await ask('single star', 'It fell')
    await decide(true, 'So it did')
    await expect(fact(page, 'Status')).toHaveText('Refunded')
    await expect(fact(page, 'Our reply')).toHaveText('So it did')
    const { xpBalance, tickets } = await standingOf(demo)
    expect([xpBalance, tickets]).toEqual([before.xpBalance + 10, before.tickets - 1])
  })

  await test.step('the same in Korean', async () => {
    await goInside(page, '/more/setting')
    await page.getByText('한국어').click()
    await expect(page.getByRole('heading', { name: '설정' })).toBeVisible()
    await goInside(page, SHOP)
    await expect(page.getByRole('link', { name: /last lantern/ })).toContainText('품절')
    await look('shop-ko')
    await goInside(page, `${SHOP}/${last}`)
    await expect(page.getByText('품절됐어요.', { exact: true })).toBeVisible()
    await look('sold-out-ko')
  })
})

test('a payment that is cancelled is paid again, one that is sped up is credited, and one that fails is told as that', async ({
  page,
  request,
  newMember,
  look,
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
    await goInside(page, `${SHOP}/${pack.productId}`)
    await pressWhenReady(page, /^Buy for/)
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
  }
  /** On the screen of the transaction, which takes its place. */
  const replace = async (button: string) => {
    await page.getByRole('link', { name: 'View transaction' }).click()
    await page.getByRole('button', { name: button }).click()
    const replaced = page.url()
    await confirm()
    await expect(page.getByText('Sent. Whichever is confirmed first goes through.')).toBeVisible()
    await expect(page).not.toHaveURL(replaced)
  }
  await orderChain(request, chain, { stall: true })

  await test.step('an order that closes elsewhere is not paid: the question for the PIN goes', async () => {
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
    await expect(said(page, 'Order cancelled')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Start again' }).click()
  })

  await test.step('cancelled: nothing was paid, and the order waits to be paid again', async () => {
    await order()
    const address = new URL(page.url())
    await confirm()
    await expect(said(page, 'Payment on its way')).toBeVisible()
    await replace('Cancel transfer')
    await orderChain(request, chain, { mine: 5 })
    // Final before the order is looked at: the list of what is on its way has forgotten it.
    await expect(page.getByRole('status').getByText('Done')).toBeVisible()
    await goInside(page, address.pathname + address.search)
    await expect(said(page, 'Payment cancelled')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel the order' })).toBeVisible()
    await look('payment-cancelled')
    await page.getByRole('button', { name: 'Pay again' }).click()
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
    await confirm()
    await expect(said(page, 'Payment on its way')).toBeVisible()
  })

  await test.step('sped up: the faster one pays the order', async () => {
    const before = await standingOf(member)
    const address = new URL(page.url())
    await replace('Speed up')
    const faster = new URL(page.url()).pathname.split('/').find((part) => part.startsWith('0x'))
    await orderChain(request, chain, { mine: 5 })
    await goInside(page, address.pathname + address.search)
    await orderChain(request, chain, { stall: false })
    await expect(said(page, 'Purchase complete')).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText(faster ?? '-')).toBeVisible()
    expect((await standingOf(member)).xpBalance).toBe(before.xpBalance + pack.givesXp)
  })

  await test.step('failed in its block: the amount stayed, and nobody waits for it', async () => {
    await orderChain(request, chain, { stall: true })
    // The wallet is emptied first, by a transfer that waits as well.
    await goInside(page, '/wallet/send/')
    await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /available/ }).click()
    const usds = chain === BNB_CHAIN ? /USDS on .*BNB/ : /USDS on (?!.*BNB)/
    await page.getByRole('button', { name: usds }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill(String(250 - Number(pack.price)))
    await page.getByRole('button', { name: 'Review' }).click()
    await confirm()
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
    // The node does not see it coming: it says that there is enough, and that it would work.
    await page.route('**/rpc/*', promisePayment)
    await order()
    await confirm()
    await expect(said(page, 'Payment on its way')).toBeVisible()
    // The app reports the transaction by itself; the server refuses one that has failed already.
    const historyId = new URL(page.url()).searchParams.get('order') ?? ''
    const isReported = async () => {
      const input = { params: { seasonId: 2, historyId } }
      return (await member.api.call('history.show', input)).payment?.txHash != null
    }
    await expect.poll(isReported).toBe(true)
    await page.unroute('**/rpc/*')
    await orderChain(request, chain, { mine: 1 })
    await expect(said(page, 'Payment failed')).toBeVisible()
    await expect(
      page.getByText('The amount is still in your wallet', { exact: false }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible()
    await look('payment-failed')
    await orderChain(request, chain, { stall: false })
  })
})
