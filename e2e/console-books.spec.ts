import { readFile } from 'node:fs/promises'
import { type Locator, type Page, expect } from '@playwright/test'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { CallData } from '@solstice/contract/wire'
import { requestsOf } from './support/api.ts'
import { callInPage, FINANCE, signInWithCode, test } from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'
import { tamper } from './support/tamper.ts'

test.use({
  consoleOf: 'books',
  approvals: 'off',
  consoleStartsAt: '2027-01-12T08:00:00.000Z',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
})

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Ledger' }).getByRole('link', { name }).click()

/** Returns the figures of a statement as they are shown, without separators. */
async function shownFigures(article: Locator): Promise<string[][]> {
  const rows: string[][] = []
  for (const row of await article
    .getByRole('row')
    .filter({ has: article.page().locator('td') })
    .all()) {
    const texts = await row.locator('td').allInnerTexts()
    rows.push(texts.slice(-4).map((text) => text.replaceAll(/[\s,]/g, '').replace('−', '-')))
  }
  return rows
}

/** Returns the figures of a downloaded statement as the page would show them. */
async function savedFigures(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('statement-2027-01.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/).slice(1)
  return lines.map((line) => {
    const figures = line.replaceAll('"', '').split(',').slice(-4)
    return figures.map((figure) => (figure === '' ? '–' : figure))
  })
}

test('finance reads the trial balance, the transactions behind a balance, and the statement of the month', async ({
  page,
  checkScreen,
}) => {
  await signInWithCode(page, FINANCE)
  await page.getByRole('link', { name: 'Ledger', exact: true }).click()
  await expect(page.getByText('All balances sum to zero.')).toBeVisible()
  await checkScreen('balances')

  await page
    .getByRole('link', { name: /^Parts of Issuance, XP/ })
    .first()
    .click()
  const list = page.getByRole('group', { name: 'Transactions', exact: true })
  await list.getByRole('link').first().click()
  await expect(page.getByRole('group', { name: 'Entries' })).toBeVisible()
  await checkScreen('transaction')

  await openTab(page, 'Month statement')
  const article = page.getByRole('article', { name: 'Statement January 2027' })
  await expect(article).toBeVisible()
  expect(await overhangOf(page)).toBe(0)
  // Every kind of posting has a name.
  await expect(article).not.toContainText(/\b[A-Z]{2,}_[A-Z]+\b|ADJUSTMENT|INVITE/)
  const shown = await shownFigures(article)
  expect(shown.length).toBeGreaterThan(10)
  expect(await savedFigures(page)).toEqual(shown)

  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const groups = await article.getByRole('table').count()
  const pages = printed.match(/\/Type \/Page\b/g)?.length ?? 0
  expect(printed).toContain('/Title (Statement January 2027')
  // A4 in points.
  expect(printed).toMatch(/\/MediaBox \[0 0 59[45]\S* 84[12]/)
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThanOrEqual(groups)

  await openTab(page, 'Verification')
  const verify = page.getByRole('button', { name: 'Verify everything' })
  await expect(verify).toBeEnabled()
  // The small ledger is verified before the page reads its progress, so that reading waits.
  const shownProgress = Promise.withResolvers<void>()
  const readings = requestsOf('ledger.verification')
  await page.route(readings, async (route) => {
    if (route.request().method() === 'GET') await shownProgress.promise
    await route.continue()
  })
  await verify.click()
  const progress = page.getByRole('progressbar', { name: 'Progress of the verification' })
  await expect(progress).toBeVisible()
  shownProgress.resolve()
  await expect(progress).toBeHidden()
  await page.unroute(readings)
  const whole = page.getByRole('region', { name: 'Whole ledger' })
  await expect(whole.getByText('The ledger is consistent.')).toBeVisible()
  await checkScreen('verification')
})

const CHAIN = 31_337
const HASH = `0x${'ab'.repeat(32)}`

type Accounts = CallData<'ledger.reconciliations'>['accounts']

async function treasuryIn(page: Page): Promise<Accounts[number] | undefined> {
  const { data } = await callInPage(page, 'ledger.reconciliations', {})
  // The reply of this call.
  const { accounts } = data as { accounts: Accounts }
  return accounts.find(({ chainId }) => chainId === CHAIN)
}

test('one unit that is missing on chain raises an alarm, and the reconciliation names its transaction', async ({
  page,
  server,
  clock,
  checkScreen,
}) => {
  const mine = () => page.request.post(`${server.url}/dev/chains/${CHAIN}`, { data: { mine: 20 } })
  await clock.advance(MINUTE_MS)
  await signInWithCode(page, FINANCE)
  const { data } = await callInPage(page, 'payout.treasury', {})
  // The reply of this call.
  const { lanes } = data as CallData<'payout.treasury'>
  const address = lanes.find(({ chainId }) => chainId === CHAIN)?.address ?? ''
  await tamper(
    server,
    `insert into treasury_lanes (chain_id, address, next_nonce) values (${CHAIN}, '${address}', 0)
      on conflict do nothing`,
  )
  await mine()
  await callInPage(page, 'ledger.reconcile', {})
  // A payment that is recorded in the middle of a run would be in none.
  await expect.poll(async () => (await treasuryIn(page))?.block ?? null).not.toBeNull()
  await expect.poll(async () => (await treasuryIn(page))?.isRunning).toBe(false)
  const opened = await treasuryIn(page)
  const token = opened?.tokens.find(({ symbol }) => symbol === 'USDS')
  await tamper(
    server,
    `insert into payments (chain_id, tx_hash, log_index, block_number, block_hash, contract, payer,
        pay_to, amount, state, seen_at, settled_at, paid_at)
      values (${CHAIN}, '${HASH}', 0, ${(opened?.block?.number ?? 0) + 1}, '0x1', '${token?.contract}',
        '0x${'3'.repeat(40)}', '${address.toLowerCase()}', 1, 'FOREIGN', now(), now(), now())`,
  )
  await mine()
  // Idle chains are polled every few minutes, and alarms are checked every five.
  await clock.advance(10 * MINUTE_MS)

  await page.getByRole('link', { name: 'Ledger', exact: true }).click()
  await openTab(page, 'Reconciliation')
  await expect(async () => {
    await page.getByRole('button', { name: 'Reconcile now' }).click()
    await expect.poll(async () => (await treasuryIn(page))?.isRunning).toBe(false)
    const differences = (await treasuryIn(page))?.tokens.map(({ difference }) => difference)
    expect(differences?.some((difference) => difference !== '0')).toBe(true)
  }).toPass()
  await expect(page.getByText(/^The treasury differs from its books on/)).toBeVisible()
  await page
    .getByRole('link', { name: /^Details of .*treasury$/ })
    .first()
    .click()
  const transfers = page.getByRole('group', { name: 'Transactions that differ' })
  await expect(transfers.getByText(HASH)).toBeVisible()
  await expect(transfers.getByRole('row').filter({ hasText: HASH })).toContainText('0.000001')
  await checkScreen('reconciliation')

  await clock.advance(6 * MINUTE_MS)
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const alarms = async () => {
    const today = await callInPage(page, 'operator.today', {})
    // The reply of this call.
    return (today.data as CallData<'operator.today'>).alarms.map(({ kind }) => kind)
  }
  await expect.poll(alarms).toContain('BOOKS_DIFFER')
  await page.reload()
  await expect(page.getByText('The treasury differs from its books').first()).toBeVisible()
})
