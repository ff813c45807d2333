import { expect } from '@playwright/test'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { THEMES, demoSeason } from '../apps/server/src/demo/season-plan.ts'
import { OWNER, callAsMachine, signInWithCode, test } from './support/console-operators.ts'

test.use({
  consoleOf: 'publish',
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
})

const DAY_MS = 24 * 60 * 60_000
const OFFSET_MS = 4 * 60 * 60_000

/** Returns a midnight of the programme after all seasons of the demo. */
function farStart(): Date {
  const day = Math.floor((Date.now() + OFFSET_MS) / DAY_MS) + 400
  return new Date(day * DAY_MS - OFFSET_MS)
}

test('an expensive check-in turns the gate red at once and leads to the budget', async ({
  page,
  server,
  checkScreen,
}) => {
  await signInWithCode(page, OWNER)
  const plan = seasonPlanSchema.parse(demoSeason(THEMES[0], farStart()))
  const checked = await callAsMachine(server, 'seasonPlan.check', { body: { plan } })
  const created = await callAsMachine(server, 'seasonPlan.create', { body: { plan } })
  const { seasonId } = created.data as { seasonId: number }
  expect(checked.data).toMatchObject({ simulation: { xp: 51_116_000, tickets: 251_000 } })

  await page.goto(`/seasons/${seasonId}/edit?step=publish`)
  const gate = page.getByRole('list', { name: 'Publish gate' })
  await expect(gate.getByText('Within budget at 10,000')).toBeVisible()
  await expect(page.getByText('51,116,000', { exact: true })).toBeVisible()
  await expect(page.getByText('251,000', { exact: true })).toBeVisible()
  await expect(
    page.getByText(/at most 10,000 USDS, 51\.1.M XP at 10,000 members, 14\.8 % under budget/),
  ).toBeVisible()
  await checkScreen('publish')

  await page.getByRole('link', { name: /^Check-in, levels/ }).click()
  await expect(page.getByLabel('Each check-in')).toBeVisible()
  // Tried until one is quick, because a busy machine delays any single try.
  await expect
    .poll(
      async () => {
        const time = await page.evaluate(timeUntilRed, '250')
        await page.getByLabel('Each check-in').fill('50')
        await expect(page.getByText('No problems')).toBeVisible()
        return time
      },
      { timeout: 200_000 },
    )
    .toBeLessThan(300)

  await page.getByLabel('Each check-in').fill('250')
  await page.getByRole('link', { name: /^Publish/ }).click()
  await expect(page.getByText('81,879,000', { exact: true })).toBeVisible()
  await gate.getByRole('button', { name: 'Over budget at 10,000' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards, budget' })).toBeVisible()
  await expect(page.locator('[data-path="budget.xp"]')).toBeFocused()

  await expect(page.getByText(/^Saved /)).toBeVisible()
  const refused = await callAsMachine(server, 'seasonPlan.publish', {
    params: { seasonId },
    body: { reason: 'The plan is complete' },
  })
  expect(refused.code).toBe(9992)
  expect(refused.data).toMatchObject({ problems: [{ code: 'XP_OVER_BUDGET' }] })
})

/** Types a check-in and returns the milliseconds until the page lists the problem. Runs in the page. */
async function timeUntilRed(typed: string): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('[data-path="checkIn.baseXp"]')
  if (!input) throw new Error('The field of the check-in is missing')
  const startedAt = performance.now()
  // The setter of the prototype, because React replaces that of the element.
  Reflect.set(HTMLInputElement.prototype, 'value', typed, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  while (!document.body.textContent.includes('81,879,000')) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return performance.now() - startedAt
}
