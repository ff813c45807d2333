import { type Page, expect } from '@playwright/test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { endpoints } from '@solstice/contract/catalogue'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import type { CallData } from '@solstice/contract/wire'
import { THEMES, demoSeason } from '../apps/server/src/demo/season-plan.ts'
import {
  draftSeason,
  releaseSeason,
} from '../apps/server/src/modules/season/publication.service.ts'
import { openPostgres } from '../apps/server/src/platform/process/db.ts'
import { OWNER, callInPage, signInWithCode, test } from './support/console-operators.ts'
import { seasonClock } from './support/season-clock.ts'
import { countParts } from './support/season-ledger.ts'
import {
  DESKTOP,
  acceptWarnings,
  approveProposal,
  askToPublish,
  confirmProposal,
  copyEndedSeason,
  fillCodes,
  openAsFinance,
  openStep,
  previewBoth,
  readInPage,
  rename,
  savedPlan,
} from './support/season-steps.ts'

test.use({ ...DESKTOP, consoleOf: 'schedule', consoleStartsAt: '2027-01-12T08:00:00Z' })
// The second journey continues with the draft of the first one.
test.describe.configure({ mode: 'serial' })

const TITLE = { en: 'Morning Star', ko: '샛별' }
let seasonId: number

/** Reaches a green gate in the publish step. */
async function reachGreenGate(page: Page): Promise<void> {
  await openStep(page, 'Publish')
  await previewBoth(page)
  await acceptWarnings(page)
}

test('publishing needs finance, and an edit makes the proposal outdated', async ({
  page,
  server,
}) => {
  await signInWithCode(page, OWNER)
  seasonId = await copyEndedSeason(page)
  await rename(page, TITLE)
  await fillCodes(page, [
    ['The code of the season', 'POLARIS'],
    ['A word from Aurora Radio', 'LANTERN'],
  ])
  await reachGreenGate(page)
  const approvalId = await askToPublish(page, TITLE.en, 'PRG-31 the plan is complete')
  await page.goto(`/approvals/${approvalId}`)
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  const { bodyHash } = await readInPage(page, 'approval.show', { approvalId })
  const own = await callInPage(page, 'approval.approve', {
    params: { approvalId },
    body: { bodyHash },
  })
  expect(own.code).toBe(9991)
  await page.goto('/seasons')
  await expect(page.getByRole('row').filter({ hasText: TITLE.en })).toContainText('In review')

  await page.goto(`/seasons/${seasonId}/edit?step=story`)
  await page.getByLabel('Description, English', { exact: true }).fill('Four weeks before sunrise.')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  const finance = await openAsFinance(page, server)
  await finance.goto(`/approvals/${approvalId}`)
  await finance.getByRole('button', { name: 'Approve' }).click()
  await finance.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(finance.getByText('Outdated', { exact: true }).first()).toBeVisible()
  await finance.close()
  const { season } = await readInPage(page, 'seasonPlan.show', { seasonId })
  expect(season.state).toBe('DRAFT')
})

test('a scheduled publication that meets another season is suspended, mailed and raised as an alarm', async ({
  page,
  server,
}) => {
  const clock = seasonClock(server)
  await clock.advance(MINUTE_MS)
  await signInWithCode(page, OWNER)
  await page.goto(`/seasons/${seasonId}/edit`)
  await reachGreenGate(page)
  const now = await clock.now()
  const publishAt = new Date(Math.floor(now.getTime() / HOUR_MS + 24) * HOUR_MS)
  const programmeTime = new Date(publishAt.getTime() + 4 * HOUR_MS).toISOString().slice(0, 16)
  await page.getByLabel('Publish', { exact: true }).selectOption('At a set time')
  await page.getByLabel('Publish at').fill(programmeTime)
  const action = `Ask to schedule ${TITLE.en}`
  await page.getByRole('button', { name: action }).click()
  await confirmProposal(page, { action, name: TITLE.en, reason: 'PRG-32 before the newsletter' })
  const finance = await openAsFinance(page, server)
  await approveProposal(finance, /schedule/i)
  await finance.close()
  await page.goto('/seasons')
  const row = page.getByRole('row').filter({ hasText: TITLE.en })
  await expect(row).toContainText('Scheduled')

  await publishAnother(server.databaseUrl, await savedPlan(page, seasonId), now)
  await clock.goTo(publishAt.getTime() + MINUTE_MS)
  const subjects = async () => {
    const mails = await fetch(`${server.url}/dev/mailbox?to=${encodeURIComponent(OWNER)}`)
    // Sent by dev-tools.ts.
    return ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject)
  }
  await expect.poll(subjects).toContain(`A season of Solstice was not published: ${TITLE.en}`)
  const published = await fetch(`${server.url}${endpoints['season.listPublic'].path}`)
  // The server validates every reply against the schema of its call.
  const { list } = ((await published.json()) as { data: CallData<'season.listPublic'> }).data
  expect(list.map((season) => season.seasonId)).not.toContain(seasonId)
  const database = await openPostgres(server.databaseUrl ?? '', () => {})
  expect(await countParts(database.db, seasonId)).toBe(0)
  await database.close()

  // Alarms are raised when the statistics of the hour are aggregated.
  await clock.advance(HOUR_MS)
  await signInWithCode(page, OWNER)
  await page.goto('/seasons')
  await expect(row).toContainText('Suspended')
  await page.goto(`/seasons/${seasonId}/edit?step=publish`)
  await expect(page.getByText(/was stopped, because the gate was closed/)).toBeVisible()
  await page.goto('/alarms')
  await expect(page.getByText(TITLE.en).first()).toBeVisible()
})

/** Publishes another season of the same days past the screens, as a colleague would meanwhile. */
async function publishAnother(
  databaseUrl: string | undefined,
  { startAt }: { startAt: string },
  now: Date,
): Promise<void> {
  const database = await openPostgres(databaseUrl ?? '', () => {})
  const start = new Date(Date.parse(startAt) + DAY_MS)
  const plan = seasonPlanSchema.parse(demoSeason(THEMES[1] ?? THEMES[0], start))
  const ctx = { now: () => now }
  await database.db.transaction(async (tx) => {
    const id = await draftSeason(tx, ctx, plan)
    await releaseSeason(tx, ctx, { seasonId: id, startAt: start, endAt: new Date(plan.endAt) })
  })
  await database.close()
}
