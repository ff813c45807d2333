import { expect } from '@playwright/test'
import { OWNER, signInWithCode, test } from './support/console-operators.ts'
import { SESSION_KEY } from './support/season-members.ts'
import {
  DESKTOP,
  acceptWarnings,
  approveProposal,
  askToPublish,
  copyEndedSeason,
  fillCodes,
  gateOf,
  openAsFinance,
  openMission,
  openStep,
  previewBoth,
  readInPage,
  rename,
  savedPlan,
} from './support/season-steps.ts'
import { seasonClock } from './support/season-clock.ts'

/** Twenty members show every habit; a thousand take minutes and are run by hand. */
const MEMBERS = Number(process.env['SEASON_MEMBERS'] ?? 20)
const WEEKS = Number(process.env['SEASON_WEEKS'] ?? 2)
const TITLE = { en: 'Returning Light', ko: '돌아오는 빛' }

test.use({
  ...DESKTOP,
  consoleOf: 'season',
  consoleStartsAt: '2027-01-05T08:00:00Z',
  consoleSettings: { SESSION_KEY },
})

test('a season is planned, simulated, approved, lived through, corrected, settled and compared with its simulation', async ({
  page,
  server,
}) => {
  test.setTimeout(1_800_000)
  const clock = seasonClock(server)
  await signInWithCode(page, OWNER)

  const seasonId =
    await test.step('the programme manager copies a season and adapts it', async () => {
      const id = await copyEndedSeason(page)
      await rename(page, TITLE)
      await openStep(page, 'Calendar')
      await page.getByLabel('Weeks').fill(String(WEEKS))
      await fillCodes(page, [
        ['The code of the season', 'POLARIS'],
        ['A word from Aurora Radio', 'LANTERN'],
      ])
      const read = await openMission(page, 'Know your wallet')
      await read.getByLabel('Reward', { exact: true }).fill('100')
      await openStep(page, 'Wheel')
      await page.getByLabel('Prize 5', { exact: true }).fill('250')
      await openStep(page, 'Rewards, budget')
      await page.getByLabel('Members planned for').fill(String(MEMBERS))
      await page.getByLabel('Budget of XP').fill(String(MEMBERS * WEEKS * 2500))
      await page.getByLabel('Budget of tickets').fill(String(MEMBERS * WEEKS * 15))
      return id
    })

  await test.step('the gate is green once both languages were previewed', async () => {
    await openStep(page, 'Publish')
    await previewBoth(page)
    await expect(
      gateOf(page).getByText(`Within budget at ${MEMBERS.toLocaleString('en')}`),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Store with revision/ }).click()
    await expect(page.getByText(/^The simulation is stored with revision \d+$/)).toBeVisible()
    await acceptWarnings(page)
  })

  await test.step('publishing waits for finance, who approves it', async () => {
    await askToPublish(page, TITLE.en, 'PRG-26 the plan is complete')
    const finance = await openAsFinance(page, server)
    await approveProposal(finance, 'Publish a season')
    await finance.close()
    await page.goto('/seasons')
    await expect(page.getByRole('row').filter({ hasText: TITLE.en })).toContainText('Published')
  })

  const plan = await savedPlan(page, seasonId)
  const shown = await readInPage(page, 'seasonPlan.show', { seasonId })
  console.log(JSON.stringify(shown).slice(0, 300), plan.startAt, (await clock.now()).toISOString())
})
