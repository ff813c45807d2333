import { type Locator, type Page, expect } from '@playwright/test'
import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { RunningServer } from '../../tools/server.ts'
import { FINANCE, approve, callInPage, signInWithCode } from './console-operators.ts'
import { consoleUrlOf } from './console-steps.ts'

/** The sizes of a desktop, on which seasons are planned. */
export const DESKTOP = {
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
} as const

type Step =
  | 'Calendar'
  | 'Story'
  | 'Check-in, levels'
  | 'Wheel'
  | 'Missions'
  | 'Rewards, budget'
  | 'Publish'

/** Copies the season that has ended to the first free day, and returns the id of the draft. */
export async function copyEndedSeason(page: Page): Promise<number> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Season' }).click()
  const ended = page.getByRole('row').filter({ hasText: 'Ended' }).last()
  await ended.getByRole('button', { name: /^Copy / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No other season runs then.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy the season' }).click()
  await expect(page).toHaveURL(/\/seasons\/\d+\/edit/)
  return Number(/seasons\/(\d+)/.exec(page.url())?.[1])
}

export async function openStep(page: Page, step: Step): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }).click()
  await expect(page.getByRole('heading', { level: 1, name: step })).toBeVisible()
}

export async function rename(page: Page, title: { en: string; ko: string }): Promise<void> {
  await openStep(page, 'Story')
  await page.getByLabel('Title, English', { exact: true }).fill(title.en)
  await page.getByLabel('Title, Korean', { exact: true }).fill(title.ko)
}

/** Opens the card of a mission and returns it. */
export async function openMission(page: Page, title: string): Promise<Locator> {
  const toggle = page.getByRole('button', { name: title })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
  return page.getByRole('listitem').filter({ has: toggle })
}

/** Fills in the codes that a copy empties, because members know those of the last season. */
export async function fillCodes(
  page: Page,
  codes: readonly (readonly [mission: string, code: string])[],
): Promise<void> {
  await openStep(page, 'Missions')
  for (const [mission, code] of codes) {
    const card = await openMission(page, mission)
    await card.getByLabel('Code', { exact: true }).fill(code)
  }
}

/** Opens the preview in both languages beside the publish step, which the gate requires. */
export async function previewBoth(page: Page): Promise<void> {
  const preview = page.getByRole('region', { name: 'Phone preview' })
  for (const [language, condition] of [
    ['한국어', 'Preview opened in Korean'],
    ['English', 'Preview opened in English'],
  ] as const) {
    await preview.getByText(language, { exact: true }).click()
    await expect(gateOf(page).getByText(condition)).toBeVisible()
  }
}

export const gateOf = (page: Page): Locator => page.getByRole('list', { name: 'Publish gate' })

/** Accepts every warning of the gate and expects all other conditions to be met. */
export async function acceptWarnings(page: Page): Promise<void> {
  const gate = gateOf(page)
  await expect(gate.getByText('Not met')).toHaveCount(0)
  for (const warning of await gate.getByRole('checkbox').all()) await warning.check()
}

/** Asks to publish, and returns the id of the proposal that waits for a second person. */
export async function askToPublish(page: Page, name: string, reason: string): Promise<number> {
  await page.getByRole('button', { name: `Ask to publish ${name}` }).click()
  return confirmProposal(page, { action: `Ask to publish ${name}`, name, reason })
}

/** Confirms a C4 dialog with a reason and the typed name. */
export async function confirmProposal(
  page: Page,
  { action, name, reason }: { action: string; name: string; reason: string },
): Promise<number> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByRole('button', { name: action }).click()
  const waiting = dialog.getByRole('heading', { name: /^Proposal \d+ is waiting$/ })
  await expect(waiting).toBeVisible()
  const approvalId = Number(/\d+/.exec(await waiting.innerText())?.[0])
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  return approvalId
}

/** Signs the person of finance in, in a window of their own. */
export async function openAsFinance(page: Page, server: RunningServer): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  const finance = await browser.newPage({ ...DESKTOP, baseURL: consoleUrlOf(server) })
  await signInWithCode(finance, FINANCE)
  return finance
}

/** Approves a proposal from the list of those that wait. */
export async function approveProposal(finance: Page, title: string | RegExp): Promise<void> {
  await finance.goto('/approvals')
  await finance.getByRole('link', { name: title }).first().click()
  await approve(finance)
  await expect(finance.getByText('Approved', { exact: true }).first()).toBeVisible()
}

/** Reads a call with the session of the signed-in person. */
export async function readInPage<Id extends CallId>(
  page: Page,
  id: Id,
  params: Record<string, number>,
): Promise<CallData<Id>> {
  const { code, data } = await callInPage(page, id, { params })
  if (code !== 0) throw new Error(`${id}: ${code}`)
  // The server validates every reply against the schema of its call.
  return data as CallData<Id>
}

/** Returns the plan of a season as it is saved. */
export async function savedPlan(page: Page, seasonId: number): Promise<SeasonPlan> {
  const { plan } = await readInPage(page, 'seasonPlan.show', { seasonId })
  // A season without problems has the form of a plan.
  return plan as unknown as SeasonPlan
}

/** Opens the page of a published season from the list. */
export async function openLiveSeason(page: Page, seasonId: number): Promise<void> {
  await page.goto('/seasons')
  const rows = page.getByRole('row').filter({ has: page.locator(`a[href="/seasons/${seasonId}"]`) })
  await rows.getByRole('link', { name: /^Dashboard of / }).click()
  await expect(page).toHaveURL(`/seasons/${seasonId}`)
  await expect(page.getByRole('heading', { name: 'Change the running season' })).toBeVisible()
}

/** Confirms a dialog without a second person; it closes once the server has changed the season. */
export async function confirmAtOnce(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

/** Switches a mission off on the open page of its season. */
export async function switchMissionOff(page: Page, mission: string): Promise<void> {
  const action = `Switch off ${mission}`
  await page.getByRole('button', { name: action }).click()
  await page.getByLabel(`Type the title of the mission: ${mission}`).fill(mission)
  await confirmAtOnce(page, action, 'PRG-40 the partner’s page is down')
  await expect(page.getByRole('button', { name: `Switch on ${mission}` })).toBeVisible()
}

/** Returns the value of a fact by its label. */
export const factIn = (within: Locator, label: string): Locator =>
  within.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]')

/** Reads the table of a plot, row by row; numbers lose their separators. */
export async function plotTable(page: Page, title: string): Promise<Record<string, number>[]> {
  await page.getByRole('button', { name: `Table: ${title}` }).click()
  const table = page.getByRole('figure', { name: title }).getByRole('table')
  const columns = await table.getByRole('columnheader').allInnerTexts()
  const rows: Record<string, number>[] = []
  for (const row of await table.locator('tbody tr').all()) {
    const cells = await row.locator('th, td').allInnerTexts()
    const numbers = cells.map((cell) => Number(cell.replaceAll(',', '')))
    rows.push(Object.fromEntries(columns.map((name, at) => [name, numbers[at] ?? Number.NaN])))
  }
  return rows
}
