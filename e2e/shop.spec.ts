import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN, type TestMember, demoMember } from './support/members.ts'
import { enterPin, unlock } from './support/pin.ts'
import { pressWhenReady } from './support/press.ts'
import {
  DASHBOARD,
  SEASON,
  type Product,
  SHOP,
  type Standing,
  fact,
  open,
  openWithWallet,
  productsOf,
  standingOf,
  tokenPackOf,
} from './support/shop-steps.ts'
import { answerQuiz, createWallet, orderChain } from './support/wallet-steps.ts'

// The tests of this file run one after another because they move the clock.
test.describe.configure({ mode: 'default' })

test('a member buys for XP and for tickets, sees what is missing, and returns a purchase', async ({
  page,
  server,
  clock,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(400_000)
  allowConsoleErrors(/^Purchase failed/)
  const demo = await demoMember(server.url)
  const products = await productsOf(demo)
  const forXp = affordable(products, 'XP', await standingOf(demo))
  const forTickets = affordable(products, 'TICKET', await standingOf(demo))
  await open(page, demo)

  await test.step('the season leads to the shop, which groups products by currency', async () => {
    await navigateInApp(page, DASHBOARD)
    await page.getByRole('tab', { name: 'Purchase' }).click()
    const shelf = page.getByRole('tabpanel', { name: 'Purchase' })
    await expect(
      shelf.getByRole('link', { name: new RegExp(products[0]?.name ?? '-') }),
    ).toBeVisible()
    await checkScreen('purchase-tab')
    await shelf.getByRole('link', { name: 'See everything in the shop' }).click()
    await expect(page).toHaveURL(`${SHOP}/`)
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(products.length)
    await checkScreen('shop')
    await page.getByRole('tab', { name: 'Tickets' }).click()
    const ticketProducts = products.filter(({ payType }) => payType === 'TICKET')
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(ticketProducts.length)
  })

  await test.step('XP are paid immediately after a preview of the remaining balance', async () => {
    const before = await standingOf(demo)
    await page.getByRole('tab', { name: 'XP', exact: true }).click()
    await page.getByRole('link', { name: new RegExp(forXp.name) }).click()
    await checkScreen('product')
    await pressWhenReady(page, `Buy for ${xp(forXp)}`)
    const left = before.xpBalance - Number(forXp.price) + forXp.givesXp
    await expect(page.getByRole('dialog')).toContainText(
      `${before.xpBalance.toLocaleString('en')} → ${left.toLocaleString('en')}`,
    )
    await checkScreen('confirm')
    await page.getByRole('button', { name: `Pay ${xp(forXp)}` }).click()
    await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible()
    await checkScreen('complete')

    const after = await standingOf(demo)
    expect(after.xpBalance).toBe(left)
    expect(after.tickets).toBe(before.tickets + forXp.givesTickets)
    // Spending lowers neither level nor rank.
    expect([after.seasonXp, after.rank]).toEqual([before.seasonXp, before.rank])
  })

  await test.step('tickets are paid the same way', async () => {
    const before = await standingOf(demo)
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.getByRole('link', { name: new RegExp(forTickets.name) }).click()
    await pressWhenReady(page, /^Buy for/)
    await page.getByRole('button', { name: /^Pay \d+ tickets?$/ }).click()
    await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible()
    const after = await standingOf(demo)
    expect(after.tickets).toBe(before.tickets - Number(forTickets.price) + forTickets.givesTickets)
    expect(after.xpBalance).toBe(before.xpBalance + forTickets.givesXp)
  })

  await test.step('XP that were spent meanwhile cannot be spent again: the app shows it, logs it and takes nothing', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await navigateInApp(page, `${SHOP}/${forXp.productId}`)
    await pressWhenReady(page, /^Buy for/)
    await spendXp(demo, forXp)
    const poor = await standingOf(demo)
    // Watch while clicking, because the toast disappears by itself.
    await Promise.all([
      expect(page.getByText('Not enough XP.')).toBeVisible(),
      page.getByRole('button', { name: /^Pay/ }).click(),
    ])
    await expect(page.getByText(/^You need [\d,]+ more XP\.$/)).toBeVisible()
    await checkScreen('short')
    expect(await standingOf(demo)).toEqual(poor)
    expect(logged.filter((text) => text.startsWith('Purchase failed'))).toHaveLength(1)
  })

  await test.step('a change of mind is refunded by rule, and the screen updates', async () => {
    const before = await standingOf(demo)
    await navigateInApp(page, `${DASHBOARD}/history/?tab=Purchased`)
    await expect(page.getByRole('link', { name: new RegExp(forXp.name) }).first()).toBeVisible()
    await checkScreen('history')
    await page
      .getByRole('link', { name: new RegExp(forXp.name) })
      .first()
      .click()
    await expect(page).toHaveURL(/\/history\/\d+/)
    const item = new URL(page.url()).pathname.replace(/\/$/, '')
    await page.getByRole('link', { name: 'Request a refund' }).click()
    // The first refund type is preselected when none is given.
    await expect(page.getByRole('radio', { name: /^I changed my mind/ })).toBeChecked()
    await checkScreen('refund-request')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: 'Request a refund' })).toBeVisible()
    await navigateInApp(page, `${item}/refund-request`)
    await expect(page.getByRole('radio', { name: /^I paid but didn’t receive it/ })).toBeChecked()
    await expect(
      page.getByText('You’ve already received this purchase', { exact: false }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Request a refund' })).toBeDisabled()
    await page.getByText('Something else').click()
    await page.getByRole('button', { name: 'Request a refund' }).click()
    await expect(page.getByRole('alert')).toHaveText('Tell us what happened')
    await page.getByText('I changed my mind').click()
    await page.getByRole('button', { name: 'Request a refund' }).click()
    await expect(page.getByText(/^(Under review|Reviewed)$/)).toBeVisible()
    await checkScreen('refund-requested')
    await clock.advance(61_000)
    await expect(page.getByText('Your payment was refunded')).toBeVisible({ timeout: 60_000 })
    await checkScreen('refunded')
    await expect(fact(page, 'Status')).toHaveText('Refunded')
    const after = await standingOf(demo)
    expect(after.xpBalance).toBe(before.xpBalance + Number(forXp.price) - forXp.givesXp)
    expect(after.tickets).toBe(before.tickets - forXp.givesTickets)
  })
})

test('the URL of a finished purchase is read-only: an unknown hash credits nothing', async ({
  page,
  server,
  checkScreen,
}) => {
  const demo = await demoMember(server.url)
  const [product] = await productsOf(demo)
  const before = await standingOf(demo)
  const unknownHash = `0x${'cd'.repeat(32)}`
  await open(page, demo)
  await navigateInApp(page, `${SHOP}/${product?.productId}/complete/?txHash=${unknownHash}`)

  await expect(page.getByRole('heading', { name: 'Purchase not found' })).toBeVisible()
  await expect(page.getByText(unknownHash)).toBeVisible()
  await checkScreen('complete-unknown')
  expect(await standingOf(demo)).toEqual(before)
})

test('a member pays with a token through a reload, a lost response and a second device, and gets a refund', async ({
  page,
  browser,
  request,
  server,
  newMember,
  clock,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(600_000)
  // The intentionally lost response causes this error.
  allowConsoleErrors(/net::ERR_FAILED/)
  const member = await newMember()
  await openWithWallet(page, member)
  const pack = await tokenPackOf(member)
  const chain = pack.chainId
  const sends: string[] = []
  page.on('request', (sent) => {
    if (/eth_sendRawTransaction/.test(sent.postData() ?? '')) sends.push(sent.postData() ?? '')
  })

  await test.step('the order is stored, reviewed with its fee, and can be cancelled', async () => {
    await navigateInApp(page, `${SHOP}/${pack.productId}`)
    await checkScreen('token-product')
    await pressWhenReady(page, /^Buy for/)
    await expect(page).toHaveURL(/\?order=\d+/)
    await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d$/)
    await checkScreen('token-review')
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page).not.toHaveURL(/order=/)
    await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible()
  })

  await test.step('an order that is not paid in time ends without a payment', async () => {
    await pressWhenReady(page, /^Buy for/)
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
    await clock.advance(31 * 60_000)
    const { email, password } = member
    await member.api.call('auth.login', { body: { email, password } })
    await expect(page.getByRole('heading', { name: 'Order expired' })).toBeVisible()
    await checkScreen('token-expired')
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible()
  })

  await test.step('a reload continues with the same order while the network is paused', async () => {
    await orderChain(request, chain, { stall: true })
    await pressWhenReady(page, /^Buy for/)
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    await expect(page.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    await checkScreen('token-waiting')
    const order = page.url()
    await page.reload()
    await unlock(page, PIN)
    await expect(page).toHaveURL(order)
    await expect(page.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    expect(sends).toHaveLength(1)
  })

  await test.step('another device shows the order as pending and does not prompt for a second payment', async () => {
    const second = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    const phone = await second.newPage()
    await phone.goto('/auth/login')
    await logIn(phone, member)
    // This device has no wallet yet, so the import guide appears first, once.
    await expect(phone).toHaveURL(/\/wallet\/?$/)
    await navigateInApp(phone, SHOP)
    await phone.getByRole('link', { name: /: confirming payment/ }).click()
    await expect(phone.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Confirm with PIN' })).toHaveCount(0)
    await second.close()
  })

  await test.step('the payment is confirmed block by block, credited and complete', async () => {
    const before = await standingOf(member)
    await orderChain(request, chain, { mine: 1 })
    await expect(page.getByText(/^Confirmations 1\/\d+$/)).toBeVisible()
    await checkScreen('token-confirming')
    await orderChain(request, chain, { stall: false })
    await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible({
      timeout: 90_000,
    })
    await checkScreen('token-complete')
    const hash = new URL(page.url()).searchParams.get('txHash') ?? ''
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    await expect(page.getByText(hash)).toBeVisible()
    const after = await standingOf(member)
    expect(after.xpBalance).toBe(before.xpBalance + pack.givesXp)
    expect(after.tickets).toBe(before.tickets + pack.givesTickets)
    expect(after.seasonXp).toBe(before.seasonXp)
    expect(sends).toHaveLength(1)
  })

  await test.step('a lost response does not cause a second payment', async () => {
    await navigateInApp(page, `${SHOP}/${pack.productId}`)
    await pressWhenReady(page, /^Buy for/)
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
    // The transaction arrives; the response does not.
    await page.route('**/rpc/**', async (route) => {
      if (!route.request().postData()?.includes('eth_sendRawTransaction')) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await orderChain(request, chain, { stall: true })
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    await expect(
      page.getByRole('heading', { name: /^(Payment on its way|We couldn’t confirm your payment)/ }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toHaveCount(0)
    await page.unroute('**/rpc/**')
    await orderChain(request, chain, { stall: false })
    await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible({
      timeout: 90_000,
    })
    expect((await standingOf(member)).xpBalance).toBe(2 * pack.givesXp)
  })

  await test.step('a change of mind sends the tokens back to the paying wallet', async () => {
    await page.getByRole('link', { name: 'See it in the history' }).click()
    await checkScreen('token-item')
    await page.getByRole('link', { name: 'Request a refund' }).click()
    await expect(page.getByRole('radio', { name: /^I changed my mind/ })).toBeChecked()
    await page.getByRole('button', { name: 'Request a refund' }).click()
    await expect(page.getByText(/^(Under review|Reviewed)$/)).toBeVisible()
    await clock.advance(61_000)
    await expect(fact(page, 'Status')).toHaveText('Refunded', { timeout: 90_000 })
    await expect(fact(page, 'Refund transaction')).toHaveText(/^0x[0-9a-f]{64}$/)
    await checkScreen('token-refunded')
    expect((await standingOf(member)).xpBalance).toBe(pack.givesXp)
    await navigateInApp(page, '/wallet')
    const left = 250 - Number(pack.price)
    await expect(page.getByText(`${left} USDS`, { exact: true })).toBeVisible({ timeout: 60_000 })
  })
})

test('a member buys credit with a token, and home shows the balance', async ({
  page,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const member = await newMember()
  await open(page, member)
  await page.getByRole('link', { name: /^Credit/ }).click()
  await expect(page.getByText('You need a wallet to pay for this')).toBeVisible()
  await checkScreen('credit-without-wallet')
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await page.getByRole('link', { name: 'Create wallet' }).click()
  const words = await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('250 USDS', { exact: true })).toHaveCount(2, { timeout: 60_000 })

  await navigateInApp(page, '/home/buy-credit/')
  const chosen = page.getByRole('group', { name: 'Packages' }).locator('label').last()
  await chosen.click()
  await expect(chosen.getByRole('radio')).toBeChecked()
  const credit = /^([\d,]+)/.exec(await chosen.innerText())?.[1] ?? '-'
  await checkScreen('credit')
  await pressWhenReady(page, /^Buy for/)
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await checkScreen('credit-review')
  // A member who looks around first finds the pending order and opens no second one.
  await page.getByRole('button', { name: 'Back' }).click()
  await chosen.click()
  await page.getByRole('link', { name: 'Continue your order' }).click()
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible({
    timeout: 90_000,
  })
  await checkScreen('credit-done')
  await page.getByRole('link', { name: 'See your credit' }).click()
  await expect(page.getByText('Your credit').locator('..')).toContainText(credit)
  await expect(page.getByRole('link', { name: /Added/ })).toBeVisible()

  await navigateInApp(page, '/home')
  await expect(page.getByRole('link', { name: `Credit ${credit} · Top up` })).toBeVisible()

  // The account deletion lists what is lost with the account.
  await navigateInApp(page, '/more/delete-account')
  await page.getByText('I use another service').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Check my words' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await page.getByRole('button', { name: 'Continue to delete' }).click()
  await expect(page.getByText('You’ll lose')).toBeVisible()
  await expect(fact(page, 'Credit')).toHaveText(credit)
  await checkScreen('deletion-losses')
})

const xp = ({ price }: Product) => `${Number(price).toLocaleString('en')} XP`

function affordable(products: Product[], payType: 'XP' | 'TICKET', me: Standing): Product {
  const balance = payType === 'XP' ? me.xpBalance : me.tickets
  const found = products.find(
    (each) =>
      each.payType === payType && each.unavailableReason === null && Number(each.price) <= balance,
  )
  if (!found) throw new Error(`No product for ${balance} ${payType} in the shop`)
  return found
}

/** Buys outside the page until the balance is too low for one more. */
async function spendXp(member: TestMember, product: Product): Promise<void> {
  for (;;) {
    const { xpBalance } = await standingOf(member)
    if (xpBalance < Number(product.price)) return
    const { productId } = product
    await member.api.call('product.buy', { params: { seasonId: SEASON, productId }, body: {} })
  }
}
