import { type Page, expect } from '@playwright/test'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { THEMES, demoSeason } from '../apps/server/src/demo/season-plan.ts'
import {
  OWNER,
  addPasskey,
  approve,
  becomeAlone,
  callAsMachine,
  callInPage,
  signInWithCode,
  test,
} from './support/console-operators.ts'
import { addAuthenticator } from './support/console-steps.ts'

test.use({
  consoleOf: 'solo',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const OFFSET_MS = 4 * 60 * MINUTE_MS

/** Returns a midnight of the programme after all seasons of the demo. */
function farStart(): Date {
  const day = Math.floor((Date.now() + OFFSET_MS) / DAY_MS) + 400
  return new Date(day * DAY_MS - OFFSET_MS)
}

async function publish(page: Page, seasonId: number): Promise<number> {
  const { code, data } = await callInPage(page, 'seasonPlan.publish', {
    params: { seasonId },
    body: { reason: 'The plan is complete', confirmed: ['BUDGET_150', 'COVER'] },
  })
  expect(code).toBe(2912)
  return (data as { approvalId: number }).approvalId
}

const banner = (page: Page) => page.getByText(/^Nobody else can approve “Publish a season”/)

test('a person alone publishes after ten minutes, can cancel meanwhile, and cannot while a second person exists', async ({
  page,
  server,
  clock,
  checkScreen,
}) => {
  await addAuthenticator(page)
  await signInWithCode(page, OWNER)
  await addPasskey(page)
  const plan = seasonPlanSchema.parse(demoSeason(THEMES[0], farStart()))
  const created = await callAsMachine(server, 'seasonPlan.create', { body: { plan } })
  const { seasonId } = created.data as { seasonId: number }
  for (const language of ['en', 'ko'] as const) {
    const seen = { params: { seasonId }, body: { revision: 1, language } }
    await callAsMachine(server, 'seasonPlan.previewed', seen)
  }

  // With a second person, the requester is refused, and nothing warns.
  const refused = await publish(page, seasonId)
  await page.goto(`/approvals/${refused}`)
  await expect(page.getByText('demo.finance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await expect(banner(page)).toBeHidden()
  const shown = await callInPage(page, 'approval.show', { params: { approvalId: refused } })
  const { bodyHash } = shown.data as { bodyHash: string }
  const own = await callInPage(page, 'approval.approve', {
    params: { approvalId: refused },
    body: { bodyHash },
  })
  expect(own.code).toBe(9991)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()

  await becomeAlone(page, clock)
  const cancelled = await publish(page, seasonId)
  await page.goto('/system/health')
  await expect(banner(page)).toBeVisible()
  await checkScreen('banner')
  await page.getByRole('button', { name: `Cancel proposal ${cancelled}` }).click()
  await page.getByRole('button', { name: 'Cancel the proposal' }).click()
  await expect(banner(page)).toBeHidden()
  const ended = await callInPage(page, 'approval.show', { params: { approvalId: cancelled } })
  expect(ended.data).toMatchObject({ state: 'WITHDRAWN' })

  const approvalId = await publish(page, seasonId)
  await page.goto(`/approvals/${approvalId}`)
  await approve(page)
  await expect(page.getByText(`Proposal ${approvalId} is waiting`)).toBeVisible()
  await clock.advance(10 * MINUTE_MS)
  await page.goto(`/approvals/${approvalId}`)
  await expect(page.getByText(/the wait is over/)).toBeVisible()
  await checkScreen('ready')
  await approve(page)
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(banner(page)).toBeHidden()

  await page.getByRole('button', { name: `season:${seasonId}` }).click()
  await expect(
    page.getByText(`Approval ${approvalId}, confirmed alone by demo.owner`),
  ).toBeVisible()
  await checkScreen('approved')
  await page.goto(`/system/audit?subject=season:${seasonId}`)
  await page
    .getByRole('link', { name: /^Entry / })
    .first()
    .click()
  await expect(
    page.getByRole('link', { name: `Approval ${approvalId}, confirmed alone by demo.owner` }),
  ).toBeVisible()
})
