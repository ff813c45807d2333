import { type Page, expect } from '@playwright/test'
import { MINUTE_MS } from '@solstice/rules/duration'
import { openPostgres } from '../apps/server/src/platform/process/db.ts'
import { OWNER, signInWithCode, test } from './support/console-operators.ts'
import { enter } from './support/log-in.ts'
import { createMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { seasonClock } from './support/season-clock.ts'
import { openCommitments } from './support/season-ledger.ts'
import {
  DESKTOP,
  approveProposal,
  confirmAtOnce,
  factIn,
  openAsFinance,
  openLiveSeason,
  readInPage,
  switchMissionOff,
} from './support/season-steps.ts'

test.use({
  ...DESKTOP,
  consoleOf: 'live',
  // Noon of a programme day in the season that runs in the demo data.
  consoleStartsAt: '2027-06-21T08:00:00Z',
})
// The tests change one running season in turn.
test.describe.configure({ mode: 'serial' })

const SEASON = 2
const MISSION = { missionId: 12, title: 'A meal by candlelight' }
const SPIN = 2

/** Opens the members' app as a member would on a phone, beside the console. */
async function openApp(page: Page, url: string): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  return browser.newPage({ baseURL: url, viewport: { width: 390, height: 844 } })
}

declare global {
  interface Window {
    /** Defined by `countClicks`. */
    reportClick: () => void
  }
}

/** Counts the clicks of a person on the pages that open from now on. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('reportClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    document.addEventListener('click', ({ isTrusted }) => isTrusted && window.reportClick(), true)
  })
  return () => clicks
}

test('a mission is off after three clicks, refused to members at once, and explained in their timeline', async ({
  page,
  server,
}) => {
  const { api } = await createMember(server.url, { pin: null })
  const { userId } = await api.call('users.me')
  const params = { seasonId: SEASON, missionId: MISSION.missionId }
  await api.call('mission.open', { params })
  await signInWithCode(page, OWNER)
  const clicks = await countClicks(page)
  await openLiveSeason(page, SEASON)
  await switchMissionOff(page, MISSION.title)
  expect(clicks()).toBe(3)

  await seasonClock(server).advance(10_000)
  await expect(api.call('mission.execute', { params, body: {} })).rejects.toThrow('2304')
  const shown = await api.call('mission.show', { params })
  expect(shown).toMatchObject({ available: false, unavailableReason: 'MISSION_OFF' })

  // The server stores refusals in batches after its replies.
  await expect
    .poll(async () => {
      const { list } = await readInPage(page, 'member.timeline', { userId })
      return list.map(({ group }) => group)
    })
    .toContain('REFUSED')
  await page.goto(`/members/${userId}`)
  await page.getByRole('button', { name: 'Refused', exact: true }).click()
  await page
    .getByRole('button', { name: /^Why\? .*refused/ })
    .first()
    .click()
  const why = page.getByRole('complementary', { name: 'Why' })
  await expect(why.getByText(/^Refused as the rules say/).first()).toBeVisible()
  await expect(why.getByText(/switched this mission off/).first()).toBeVisible()
})

test('new odds show the mean before and after and every commitment that becomes void', async ({
  page,
  server,
}) => {
  await seasonClock(server).advance(MINUTE_MS)
  for (let member = 0; member < 3; member += 1) {
    const { api } = await createMember(server.url, { pin: null })
    // Opening the wheel shows a commitment, which stays open until the spin.
    await api.call('mission.show', { params: { seasonId: SEASON, missionId: SPIN } })
  }
  const database = await openPostgres(server.databaseUrl ?? '', () => {})
  const open = await openCommitments(database.db, SEASON)
  expect(open).toBeGreaterThanOrEqual(3)

  await signInWithCode(page, OWNER)
  await openLiveSeason(page, SEASON)
  await page.getByRole('button', { name: 'Change the odds' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Chance of prize 1 in percent').fill('41')
  await dialog.getByLabel('Chance of prize 6 in percent').fill('0')
  await dialog.getByLabel('Chance of prize 6 in percent').fill('0.5')
  await dialog.getByLabel('Chance of prize 1 in percent').fill('40.5')
  // 10 × 40 + 30 × 25 + 50 × 18 + 100 × 12 + 300 × 4 + 1,000 × 1 percent before.
  await expect(factIn(dialog, 'Average XP of a spin')).toHaveText('54.5 → 49.6')
  await expect(factIn(dialog, 'Spin commitments that become void')).toHaveText(String(open))
  await dialog.getByLabel('Reason').fill('PRG-41 the top prize comes too often')
  await dialog.getByRole('button', { name: 'Change the odds' }).click()
  await expect(dialog.getByRole('heading', { name: /^Proposal \d+ is waiting$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const finance = await openAsFinance(page, server)
  await approveProposal(finance, /odds/i)
  await finance.close()

  // A void commitment is revealed when its member opens the wheel again.
  const { api } = await createMember(server.url, { pin: null })
  const wheel = await api.call('mission.show', { params: { seasonId: SEASON, missionId: SPIN } })
  expect(wheel).toMatchObject({ prizes: { 0: { weight: 4050 }, 5: { weight: 50 } } })
  await database.close()
})

test('a pause closes every mission, and a member sees it in the app until earning resumes', async ({
  page,
  server,
}) => {
  await seasonClock(server).advance(MINUTE_MS)
  const member = await createMember(server.url)
  await signInWithCode(page, OWNER)
  await openLiveSeason(page, SEASON)
  const heading = page.getByRole('heading', { level: 1 })
  // The heading has the number of the season until its title is loaded.
  await expect(heading).not.toHaveText(/^Season \d+$/)
  const season = await heading.innerText()
  await page.getByRole('button', { name: 'Pause earning' }).click()
  await page.getByLabel(`Type the title of the season: ${season}`).fill(season)
  await confirmAtOnce(page, 'Pause earning', 'PRG-42 the ledger is being checked')
  await expect(page.getByText('Earning is paused for all members.')).toBeVisible()

  const checkIn = { params: { seasonId: SEASON, missionId: 1 }, body: {} }
  await expect(member.api.call('mission.execute', checkIn)).rejects.toThrow(
    /^mission\.execute: 2304 /,
  )
  const closed = await member.api.call('mission.show', { params: checkIn.params })
  expect(closed).toMatchObject({ available: false, unavailableReason: 'SEASON_PAUSED' })
  const app = await openApp(page, server.url)
  await enter(app, member)
  await navigateInApp(app, `/rewards/dashboard/${SEASON}`)
  await expect(app.getByText('Earning is paused for everyone').first()).toBeVisible()
  await navigateInApp(app, `/rewards/dashboard/${SEASON}/missions/1`)
  await expect(app.getByText(/^Earning is paused/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Resume earning' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume earning' }).click()
  await expect(page.getByText('Earning is paused for all members.')).toBeHidden()
  await navigateInApp(app, '/more')
  await expect(app.getByRole('heading', { name: 'More' })).toBeVisible()
  await navigateInApp(app, `/rewards/dashboard/${SEASON}/missions/1`)
  await expect(app.getByRole('button', { name: /^Check in for/ })).toBeVisible()
  await app.close()
  await member.api.call('mission.execute', checkIn)
})
