import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { FAUCET_ADDRESS } from '@solstice/devnet/genesis'
import { expect, test } from './support/fixtures.ts'
import { enterAndStayLoggedIn as enter } from './support/log-in.ts'
import { PIN } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterPin, unlock } from './support/pin.ts'
import { createWallet } from './support/wallet-steps.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const EVIL_NAME = '=HYPERLINK("a"),민지'

async function openHistory(page: Page): Promise<void> {
  await navigateInApp(page, '/wallet/history')
  await expect(page.getByRole('heading', { name: /^(Activity|거래 내역)/ })).toBeVisible()
}

/** A reload locks the app. */
async function reload(page: Page): Promise<void> {
  await page.reload()
  await unlock(page, PIN)
}

const openWallet = (page: Page) => navigateInApp(page, '/wallet')

test('a member chooses a currency, hides the balances, sees the price charts and exports the history with names', async ({
  page,
  context,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(480_000)
  allowConsoleErrors(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
  const member = await newMember()
  await enter(page, member)
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })
  const total = page.getByRole('button', { name: /^Total balance/ })
  await expect(total).toContainText('$')

  // The demo prices of the last day are drawn, and told in words.
  await expect(page.getByText(/^Ether price over the last 24 hours: from \$/)).toHaveCount(1)
  await expect(page.getByText(/^Solstice Dollar price over the last 24 hours/)).toHaveCount(2)
  await checkScreen('usd')

  // Another currency applies at once, and after a reload.
  await page.getByRole('button', { name: 'Currency USD' }).click()
  await expect(page.getByRole('button', { name: /Korean won|South Korean Won/i })).toBeVisible()
  await checkScreen('currencies')
  await page.getByRole('button', { name: /South Korean Won/i }).click()
  await expect(total).toContainText(/₩[\d,]+/)
  await expect(total).not.toContainText('.')
  await reload(page)
  await expect(total).toContainText(/₩[\d,]+/)
  await checkScreen('won')
  await page.getByRole('button', { name: 'Currency KRW' }).click()
  await page.getByRole('button', { name: /Japanese Yen/i }).click()
  await expect(total).toContainText(/¥[\d,]+/)

  // Sending accepts an amount in this currency.
  await navigateInApp(page, '/wallet/send/')
  await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Enter in JPY' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000.5')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('Enter a valid ETH amount')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000')
  await expect(page.getByText(/^0\.00\d+ ETH$/)).toBeVisible()
  await checkScreen('send-yen')

  // One tap hides every balance, and a reload does not bring it back.
  await openWallet(page)
  await total.click()
  await expect(total).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('0.25 ETH', { exact: true })).toHaveCount(0)
  await expectNoBalance(page)
  await checkScreen('hidden')
  await reload(page)
  await expect(page.getByRole('button', { name: /^Total balance Hidden/ })).toBeVisible()
  await expectNoBalance(page)
  await navigateInApp(page, '/home')
  await expect(page.getByRole('link', { name: /Total balance.*Hidden/ })).toBeVisible()
  await expectNoBalance(page)
  await checkScreen('hidden-home')
  await openHistory(page)
  await expect(page.getByText('Hidden').first()).toBeAttached()
  await expectNoBalance(page)
  await checkScreen('hidden-history')
  await navigateInApp(page, '/wallet/send/')
  await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Hidden').first()).toBeAttached()
  await expectNoBalance(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill('99')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('That’s more than your balance.')).toBeVisible()
  await expectNoBalance(page)
  await checkScreen('hidden-send')
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.001')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('What will change')).toBeVisible()
  await expectNoBalance(page)
  await checkScreen('hidden-review')
  await openWallet(page)
  await total.click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()

  // A saved address has its name in the history, in the details and in the file.
  await page.getByRole('button', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(EVIL_NAME)
  await page.getByRole('textbox', { name: 'Address' }).fill(FAUCET_ADDRESS)
  await page.getByRole('button', { name: 'Save' }).click()
  await enterPin(page, PIN)
  await expect(page.getByText(EVIL_NAME).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await openHistory(page)
  await expect(page.getByText(`From ${EVIL_NAME}`).first()).toBeVisible()
  await checkScreen('names')
  await page
    .getByRole('link', { name: `From ${EVIL_NAME}` })
    .first()
    .click()
  await expect(page.getByText(EVIL_NAME, { exact: true })).toBeVisible()
  await openHistory(page)

  // Without a network there is no file, and nothing pretends otherwise.
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const prepare = page.getByRole('button', { name: 'Prepare file' })
  await expect(prepare).toBeVisible()
  await context.setOffline(true)
  await prepare.click()
  await expect(page.getByText(/^You’re offline\. The file needs/)).toBeVisible()
  await checkScreen('export-offline')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await expect(page.getByText('4 entries are ready.')).toBeVisible()
  await checkScreen('export-ready')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^solstice-activity-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = await readFile(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[0]).toMatch(/^Time \(UTC\),Network,Type,Status,Amount,Asset,From,From name/)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z,Solstice Local/)
  expect(lines.join('\n')).toContain(`"'=HYPERLINK(""a""),민지"`)
  expect(lines.join('\n')).toMatch(/,Received,Done,0\.25,ETH,/)

  // The same in Korean, in which the headers of the file are Korean, too.
  await navigateInApp(page, '/more/setting')
  await page.getByText('한국어').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await openHistory(page)
  await page.getByRole('button', { name: 'CSV로 저장하기' }).click()
  await page.getByRole('button', { name: '파일 준비하기' }).click()
  await expect(page.getByText('4건이 준비됐어요.')).toBeVisible()
  await checkScreen('export-ko')
  const savedAgain = page.waitForEvent('download')
  await page.getByRole('button', { name: '파일 저장' }).click()
  const korean = await readFile(await (await savedAgain).path(), 'utf8')
  expect(korean.slice(1)).toMatch(/^시각\(UTC\),네트워크,유형,상태,수량,자산/)
  expect(korean).toMatch(/,받음,완료,0\.25,ETH,/)
  await openWallet(page)
  await expect(page.getByText(/^최근 24시간 Ether 가격/)).toHaveCount(1)
  await checkScreen('yen-ko')
  await page.getByRole('button', { name: '표시 통화 JPY' }).click()
  await expect(page.getByRole('button', { name: /대한민국 원/ })).toBeVisible()
  await checkScreen('currencies-ko')
})

/** Checks the page, its title and everything that a screen reader reads. */
async function expectNoBalance(page: Page): Promise<void> {
  const text = await page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      document.body.textContent,
      ...Array.from(document.querySelectorAll('[aria-label]'), (each) =>
        each.getAttribute('aria-label'),
      ),
    ].join('\n'),
  )
  expect(text).not.toMatch(/0\.25|250 USDS|1\.5 tBNB/)
}
