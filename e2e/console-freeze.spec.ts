import { type Page, expect } from '@playwright/test'
import type { RunningServer } from '../tools/server.ts'
import {
  FINANCE,
  OWNER,
  addPasskey,
  approve,
  becomeAlone,
  callAsMachine,
  callInPage,
  signInWithCode,
  signInWithPasskey,
  test,
} from './support/console-operators.ts'
import { addAuthenticator, overhangOf } from './support/console-steps.ts'

test.use({ consoleOf: 'freeze', viewport: { width: 390, height: 844 } })
// The second journey begins with the treasury that the first one stopped.
test.describe.configure({ mode: 'serial' })

/** The largest number of clicks and keystrokes from signed in to stopped. */
const STEPS_MAX = 5
const HOUR_MS = 3_600_000

async function isStopped(server: RunningServer): Promise<boolean> {
  const { data } = await callAsMachine(server, 'payout.treasury', {})
  return (data as { stoppedAt: string | null }).stoppedAt !== null
}

/** Asks to unfreeze all payouts, and opens the proposal. */
async function askToUnfreeze(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Ask to unfreeze…' }).click()
  await page.getByLabel('Reason').fill('INC-92 closed')
  await page.getByRole('button', { name: 'Ask to unfreeze', exact: true }).click()
  // The banner of a person alone may already link to the same proposal.
  const proposal = page.getByRole('dialog').getByRole('link', { name: /^Open proposal \d+$/ })
  const approvalId = Number(/\d+/.exec((await proposal.textContent()) ?? '')?.[0])
  await proposal.click()
  await expect(page.getByRole('heading', { name: 'Unfreeze the treasury' })).toBeVisible()
  return approvalId
}

test('a phone stops all payouts in five steps without approval, and the same person cannot resume them', async ({
  page,
  server,
  checkScreen,
}) => {
  let steps = 0
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    steps += 1
  }
  await signInWithCode(page, FINANCE)
  expect(await isStopped(server)).toBe(false)
  await expect(page.getByRole('button', { name: 'Freeze all payouts' })).toBeInViewport()
  await checkScreen('today')

  await press('Freeze all payouts')
  await checkScreen('freeze')
  await page.getByLabel('The key may be compromised').click()
  steps += 1
  await press('Freeze now')

  await expect(page.getByRole('link', { name: 'All payouts are frozen' })).toBeVisible()
  expect(await isStopped(server)).toBe(true)
  expect(steps).toBeLessThanOrEqual(STEPS_MAX)

  await page.getByRole('link', { name: 'Treasury' }).click()
  await expect(page.getByText('Reason: The key may be compromised.')).toBeVisible()
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  await checkScreen('treasury')
  const approvalId = await askToUnfreeze(page)

  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  await checkScreen('proposal')
  const { data } = await callInPage(page, 'approval.show', { params: { approvalId } })
  const { bodyHash } = data as { bodyHash: string }
  const own = await callInPage(page, 'approval.approve', {
    params: { approvalId },
    body: { bodyHash },
  })
  expect(own.code).toBe(9991)
  expect(await isStopped(server)).toBe(true)
})

test('a person alone resumes payouts after an hour', async ({
  page,
  server,
  clock,
  checkScreen,
}) => {
  await addAuthenticator(page)
  await signInWithCode(page, OWNER)
  await addPasskey(page)
  await becomeAlone(page, clock)
  await page.goto('/money/treasury')
  const approvalId = await askToUnfreeze(page)

  const banner = page.getByText(/^Nobody else can approve “Unfreeze the treasury”/)
  await expect(banner).toBeVisible()
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  await checkScreen('banner')
  await approve(page)
  await expect(page.getByText(`Proposal ${approvalId} is waiting`)).toBeVisible()
  expect(await isStopped(server)).toBe(true)
  await clock.advance(HOUR_MS)
  await signInWithPasskey(page)
  await page.goto(`/approvals/${approvalId}`)
  await approve(page)

  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(banner).toBeHidden()
  expect(await isStopped(server)).toBe(false)
})
