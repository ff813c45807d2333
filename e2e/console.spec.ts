import { expect } from '@playwright/test'
import type { RunningServer } from '../tools/server.ts'
import { mailedPage } from './support/console-enrolment.ts'
import {
  FINANCE,
  OPERATOR_TOKEN,
  OWNER,
  callAsMachine,
  callInPage,
  signInWithCode,
  test,
} from './support/console-operators.ts'
import {
  addAuthenticator,
  consoleUrlOf,
  overhangOf,
  pressByKeyboard,
} from './support/console-steps.ts'
test.use({
  consoleOf: 'approvals',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
})
// The journeys share two operators, whose codes work once.
test.describe.configure({ mode: 'serial' })

/** Lets the environment's machine propose something, for which the demo owner answers. */
async function propose(server: RunningServer, perDay: string): Promise<number> {
  const { code, data } = await callAsMachine(server, 'payout.setCaps', {
    params: { symbol: 'USDS' },
    body: { perMember: '1000', perDay, reason: 'FIN-11' },
  })
  expect(code).toBe(2912)
  return (data as { approvalId: number }).approvalId
}

test('an owner enrols by link with a passkey, approves a proposal with it, and the link works once', async ({
  browser,
  page,
  server,
  checkScreen,
}) => {
  await addAuthenticator(page)
  // The owner answers for the token of the environment, so somebody else has to ask.
  const finance = await browser.newPage({ baseURL: consoleUrlOf(server) })
  await signInWithCode(finance, FINANCE)
  const adjustment = { asset: 'CREDIT', amount: '501', reason: 'FIN-10' } as const
  const proposed = await callInPage(finance, 'operator.adjustBalance', {
    params: { userId: 1 },
    body: adjustment,
  })
  expect(proposed.code).toBe(2912)
  const { approvalId } = proposed.data as { approvalId: number }
  await finance.close()
  // Every code works once, and the next one begins half a minute later.
  await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs: 30_000 } })
  await page.goto('/login/owner')
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN)
  await page.getByLabel('Name').fill('demo.owner')
  await page.getByLabel('Work email').fill(OWNER)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^This system has owners already/)).toBeVisible()

  // The mail about the proposal may arrive before or after the one with the link.
  const link = await mailedPage(page, server, OWNER, 'enrol')
  await page.goto(link)
  await checkScreen('enrol')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await checkScreen('today')

  await page.goto(`/approvals/${approvalId}`)
  await checkScreen('approval')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()

  await page.goto('/me')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Operator console' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(/^This link was used or has expired/)).toBeVisible()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a person signs in with password and code, and declines a proposal by keyboard alone', async ({
  page,
  server,
  expectAccessible,
}) => {
  await signInWithCode(page, FINANCE)
  const approvalId = await propose(server, '3000')

  await page.goto('/approvals')
  await pressByKeyboard(page.getByRole('link', { name: 'Raise the payout caps' }).first())
  await expect(page).toHaveURL(`/approvals/${approvalId}`)
  await pressByKeyboard(page.getByRole('button', { name: 'Decline with a reason…' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await pressByKeyboard(page.getByRole('button', { name: 'Decline with a reason…' }))
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('FIN-12, the treasury is too low')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Declined', { exact: true }).first()).toBeVisible()
})

test('the pages for the person on call fit a phone', async ({ page, server, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Every code works once, and the next one begins half a minute later.
  await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs: 30_000 } })
  await signInWithCode(page, FINANCE)
  await propose(server, '4000')

  for (const path of ['/', '/approvals', '/me']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await expectAccessible()
  }
})
