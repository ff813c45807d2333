import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { goInside } from './support/go-inside.ts'
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

// The clock moves on: the tests of this file take turns.
test.describe.configure({ mode: 'default' })

test('a member buys for XP and for tickets, is told what is missing, and takes a purchase back', async ({
  page,
  server,
  clock,
  look,
  allowConsoleErrors,
}) => {
  test.setTimeout(400_000)
  allowConsoleErrors(/^Purchase failed/)
  const demo = await demoMember(server.url)
  const products = await productsOf(demo)
  const forXp = affordable(products, 'XP', await standingOf(demo))
  const forTickets = affordable(products, 'TICKET', await standingOf(demo))
  await open(page, demo)

  await test.step('from the season to the shop, by what things cost', async () => {
    await goInside(page, DASHBOARD)
    await page.getByRole('tab', { name: 'Purchase' }).click()
    const shelf = page.getByRole('tabpanel', { name: 'Purchase' })
    await expect(
      shelf.getByRole('link', { name: new RegExp(products[0]?.name ?? '-') }),
    ).toBeVisible()
    await look('purchase-tab')
    await shelf.getByRole('link', { name: 'See everything in the shop' }).click()
    await expect(page).toHaveURL(`${SHOP}/`)
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(products.length)
    await look('shop')
    await page.getByRole('tab', { name: 'Tickets' }).click()
    const ofTickets = products.filter(({ payType }) => payType === 'TICKET')
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(ofTickets.length)
  })

  await test.step('XP are paid at once, after a look at what will be left', async () => {
    const before = await standingOf(demo)
    await page.getByRole('tab', { name: 'XP', exact: true }).click()
    await page.getByRole('link', { name: new RegExp(forXp.name) }).click()
    await look('product')
    await pressWhenReady(page, `Buy for ${xp(forXp)}`)
    const left = before.xpBalance - Number(forXp.price) + forXp.givesXp
    await expect(page.getByRole('dialog')).toContainText(
      `${before.xpBalance.toLocaleString('en')} → ${left.toLocaleString('en')}`,
    )
    await look('confirm')
    await page.getByRole('button', { name: `Pay ${xp(forXp)}` }).click()
    await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible()
    await look('complete')

    const after = await standingOf(demo)
    expect(after.xpBalance).toBe(left)
    expect(after.tickets).toBe(before.tickets + forXp.givesTickets)
    // Spending lowers neither level nor rank.
    expect([after.seasonXp, after.rank]).toEqual([before.seasonXp, before.rank])
  })

  await test.step('tickets as well', async () => {
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

  await test.step('what was spent meanwhile cannot be spent again: told, logged, nothing taken', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await goInside(page, `${SHOP}/${forXp.productId}`)
    await pressWhenReady(page, /^Buy for/)
    await spendXp(demo, forXp)
    const poor = await standingOf(demo)
    // Seen as it comes: it leaves by itself.
    await Promise.all([
      expect(page.getByText('Not enough XP.')).toBeVisible(),
      page.getByRole('button', { name: /^Pay/ }).click(),
    ])
    await expect(page.getByText(/^You need [\d,]+ more XP\.$/)).toBeVisible()
    await look('short')
    expect(await standingOf(demo)).toEqual(poor)
    expect(logged.filter((text) => text.startsWith('Purchase failed'))).toHaveLength(1)
  })

  await test.step('a change of mind is decided by rule and seen as it happens', async () => {
    const before = await standingOf(demo)
    await goInside(page, `${DASHBOARD}/history/?tab=Purchased`)
    await expect(page.getByRole('link', { name: new RegExp(forXp.name) }).first()).toBeVisible()
    await look('history')
    await page
      .getByRole('link', { name: new RegExp(forXp.name) })
      .first()
      .click()
    await expect(page).toHaveURL(/\/history\/\d+/)
    const item = new URL(page.url()).pathname.replace(/\/$/, '')
    await page.getByRole('link', { name: 'Request a refund' }).click()
    // The one request there is begins with what can come of it; without a type it is the first.
    await expect(page.getByRole('radio', { name: /^I changed my mind/ })).toBeChecked()
    await look('refund-request')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: 'Request a refund' })).toBeVisible()
    await goInside(page, `${item}/refund-request`)
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
    await look('refund-requested')
    await clock.advance(61_000)
    await expect(page.getByText('Your payment was refunded')).toBeVisible({ timeout: 60_000 })
    await look('refunded')
    await expect(fact(page, 'Status')).toHaveText('Refunded')
    const after = await standingOf(demo)
    expect(after.xpBalance).toBe(before.xpBalance + Number(forXp.price) - forXp.givesXp)
    expect(after.tickets).toBe(before.tickets - forXp.givesTickets)
  })
})

test('an address of a finished purchase only shows: a strange hash credits nothing', async ({
  page,
  server,
  look,
}) => {
  const demo = await demoMember(server.url)
  const [product] = await productsOf(demo)
  const before = await standingOf(demo)
  const strange = `0x${'cd'.repeat(32)}`
  await open(page, demo)
  await goInside(page, `${SHOP}/${product?.productId}/complete/?txHash=${strange}`)

  await expect(page.getByRole('heading', { name: 'Purchase not found' })).toBeVisible()
  await expect(page.getByText(strange)).toBeVisible()
  await look('complete-unknown')
  expect(await standingOf(demo)).toEqual(before)
})

test('a member pays with a token, through a reload, a lost answer and a second phone, and takes it back', async ({
  page,
  browser,
  request,
  server,
  newMember,
  clock,
  look,
  allowConsoleErrors,
}) => {
  test.setTimeout(600_000)
  // The answer that is lost on purpose.
  allowConsoleErrors(/net::ERR_FAILED/)
  const member = await newMember()
  await openWithWallet(page, member)
  const pack = await tokenPackOf(member)
  const chain = pack.chainId
  const sends: string[] = []
  page.on('request', (sent) => {
    if (/eth_sendRawTransaction/.test(sent.postData() ?? '')) sends.push(sent.postData() ?? '')
  })

  await test.step('the order is kept, reviewed with its fee, and can be cancelled', async () => {
    await goInside(page, `${SHOP}/${pack.productId}`)
    await look('token-product')
    await pressWhenReady(page, /^Buy for/)
    await expect(page).toHaveURL(/\?order=\d+/)
    await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d$/)
    await look('token-review')
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
    await look('token-expired')
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible()
  })

  await test.step('while the network rests, a reload goes on with the same order', async () => {
    await orderChain(request, chain, { stall: true })
    await pressWhenReady(page, /^Buy for/)
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    await expect(page.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    await look('token-waiting')
    const order = page.url()
    await page.reload()
    await unlock(page, PIN)
    await expect(page).toHaveURL(order)
    await expect(page.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    expect(sends).toHaveLength(1)
  })

  await test.step('another phone sees the order as pending and asks for no second payment', async () => {
    const second = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    const phone = await second.newPage()
    await phone.goto('/auth/login')
    await logIn(phone, member)
    // It has no wallet yet, so the way to import it is shown first, once.
    await expect(phone).toHaveURL(/\/wallet\/?$/)
    await goInside(phone, SHOP)
    await phone.getByRole('link', { name: /: confirming payment/ }).click()
    await expect(phone.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Confirm with PIN' })).toHaveCount(0)
    await second.close()
  })

  await test.step('block by block it is confirmed, credited and complete', async () => {
    const before = await standingOf(member)
    await orderChain(request, chain, { mine: 1 })
    await expect(page.getByText(/^Confirmations 1\/\d+$/)).toBeVisible()
    await look('token-confirming')
    await orderChain(request, chain, { stall: false })
    await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible({
      timeout: 90_000,
    })
    await look('token-complete')
    const hash = new URL(page.url()).searchParams.get('txHash') ?? ''
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    await expect(page.getByText(hash)).toBeVisible()
    const after = await standingOf(member)
    expect(after.xpBalance).toBe(before.xpBalance + pack.givesXp)
    expect(after.tickets).toBe(before.tickets + pack.givesTickets)
    expect(after.seasonXp).toBe(before.seasonXp)
    expect(sends).toHaveLength(1)
  })

  await test.step('a lost answer is not paid twice', async () => {
    await goInside(page, `${SHOP}/${pack.productId}`)
    await pressWhenReady(page, /^Buy for/)
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
    // It arrives; the answer does not.
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

  await test.step('a change of mind sends the tokens back to the wallet that paid', async () => {
    await page.getByRole('link', { name: 'See it in the history' }).click()
    await look('token-item')
    await page.getByRole('link', { name: 'Request a refund' }).click()
    await expect(page.getByRole('radio', { name: /^I changed my mind/ })).toBeChecked()
    await page.getByRole('button', { name: 'Request a refund' }).click()
    await expect(page.getByText(/^(Under review|Reviewed)$/)).toBeVisible()
    await clock.advance(61_000)
    await expect(fact(page, 'Status')).toHaveText('Refunded', { timeout: 90_000 })
    await expect(fact(page, 'Refund transaction')).toHaveText(/^0x[0-9a-f]{64}$/)
    await look('token-refunded')
    expect((await standingOf(member)).xpBalance).toBe(pack.givesXp)
    await goInside(page, '/wallet')
    const left = 250 - Number(pack.price)
    await expect(page.getByText(`${left} USDS`, { exact: true })).toBeVisible({ timeout: 60_000 })
  })
})

test('a member buys credit with a token, and home shows how much there is', async ({
  page,
  newMember,
  look,
}) => {
  test.setTimeout(300_000)
  const member = await newMember()
  await open(page, member)
  await page.getByRole('link', { name: /^Credit/ }).click()
  await expect(page.getByText('You need a wallet to pay for this')).toBeVisible()
  await look('credit-without-wallet')
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await page.getByRole('link', { name: 'Create wallet' }).click()
  const words = await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('250 USDS', { exact: true })).toHaveCount(2, { timeout: 60_000 })

  await goInside(page, '/home/buy-credit/')
  const chosen = page.locator('label').last()
  await chosen.click()
  await expect(chosen.getByRole('radio')).toBeChecked()
  const credit = /^([\d,]+)/.exec(await chosen.innerText())?.[1] ?? '-'
  await look('credit')
  await pressWhenReady(page, /^Buy for/)
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await look('credit-review')
  // Whoever looks around first finds the order waiting, and opens no second one.
  await page.getByRole('button', { name: 'Back' }).click()
  await chosen.click()
  await page.getByRole('link', { name: 'Continue your order' }).click()
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible({
    timeout: 90_000,
  })
  await look('credit-done')
  await page.getByRole('link', { name: 'See your credit' }).click()
  await expect(page.getByText('Your credit').locator('..')).toContainText(credit)
  await expect(page.getByRole('link', { name: /Added/ })).toBeVisible()

  await goInside(page, '/home')
  await expect(page.getByRole('link', { name: `Credit ${credit} · Top up` })).toBeVisible()

  // Whoever leaves is told what goes with the account.
  await goInside(page, '/more/delete-account')
  await page.getByText('I use another service').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Check my words' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await page.getByRole('button', { name: 'Continue to delete' }).click()
  await expect(page.getByText('You’ll lose')).toBeVisible()
  await expect(fact(page, 'Credit')).toHaveText(credit)
  await look('deletion-losses')
})

const xp = ({ price }: Product) => `${Number(price).toLocaleString('en')} XP`

function affordable(products: Product[], payType: 'XP' | 'TICKET', me: Standing): Product {
  const purse = payType === 'XP' ? me.xpBalance : me.tickets
  const found = products.find(
    (each) =>
      each.payType === payType && each.unavailableReason === null && Number(each.price) <= purse,
  )
  if (!found) throw new Error(`Nothing for ${purse} ${payType} in the shop`)
  return found
}

/** Buys elsewhere until there is too little left for one more. */
async function spendXp(member: TestMember, product: Product): Promise<void> {
  for (;;) {
    const { xpBalance } = await standingOf(member)
    if (xpBalance < Number(product.price)) return
    const { productId } = product
    await member.api.call('product.buy', { params: { seasonId: SEASON, productId }, body: {} })
  }
}
