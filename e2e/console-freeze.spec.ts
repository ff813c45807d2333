import { expect } from '@playwright/test'
import {
  FINANCE,
  callAsMachine,
  callInPage,
  signInWithCode,
  test,
} from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'

test.use({ consoleOf: 'freeze', viewport: { width: 390, height: 844 } })

/** The largest number of clicks and keystrokes from signed in to stopped. */
const STEPS_MAX = 5

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
  const isStopped = async () => {
    const { data } = await callAsMachine(server, 'payout.treasury', {})
    return (data as { stoppedAt: string | null }).stoppedAt !== null
  }
  await signInWithCode(page, FINANCE)
  expect(await isStopped()).toBe(false)
  await expect(page.getByRole('button', { name: 'Freeze all payouts' })).toBeInViewport()
  await checkScreen('today')

  await press('Freeze all payouts')
  await checkScreen('freeze')
  await page.getByLabel('The key may be compromised').click()
  steps += 1
  await press('Freeze now')

  await expect(page.getByRole('link', { name: 'All payouts are frozen' })).toBeVisible()
  expect(await isStopped()).toBe(true)
  expect(steps).toBeLessThanOrEqual(STEPS_MAX)

  await page.getByRole('link', { name: 'Treasury' }).click()
  await expect(page.getByText('Reason: The key may be compromised.')).toBeVisible()
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  await checkScreen('treasury')
  await page.getByRole('button', { name: 'Ask to unfreeze…' }).click()
  await page.getByLabel('Reason').fill('INC-92 closed')
  await checkScreen('unfreeze')
  await page.getByRole('button', { name: 'Ask to unfreeze', exact: true }).click()
  const proposal = page.getByRole('link', { name: /^Open proposal \d+$/ })
  const approvalId = Number(/\d+/.exec((await proposal.textContent()) ?? '')?.[0])
  await proposal.click()

  await expect(page.getByRole('heading', { name: 'Unfreeze the treasury' })).toBeVisible()
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
  expect(await isStopped()).toBe(true)
})
