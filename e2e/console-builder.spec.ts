import { type Page, type Request, expect } from '@playwright/test'
import { pathOf } from './support/api.ts'
import { OWNER, callInPage, signInWithCode, test } from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'
import { Planner } from './support/planner.ts'
import { acceptWarnings, gateOf, previewBoth } from './support/season-steps.ts'

test.use({
  consoleOf: 'builder',
  approvals: 'off',
  // The demo season of January is "The Long Night".
  consoleStartsAt: '2027-01-12T08:00:00.000Z',
  viewport: { width: 1389, height: 868 },
  isMobile: false,
  hasTouch: false,
})
// The later tests continue with the draft of the first one.
test.describe.configure({ mode: 'serial' })

/** The largest number of presses and fields from the list of seasons to a green gate. */
const STEPS_MAX = 60

type Shown = { revision: number; plan: Record<string, unknown>; problems: unknown[] }

const seasonIdIn = (page: Page) => Number(/\/seasons\/(\d+)\//.exec(page.url())?.[1])

async function show(page: Page, seasonId: number): Promise<Shown> {
  const { data } = await callInPage(page, 'seasonPlan.show', { params: { seasonId } })
  // The contract types this reply.
  return data as Shown
}

const isSave = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/draft')

let draftId: number

/** Opens the texts of the draft, and its phone, whose files a lost network or a left page cuts off. */
async function openStory(page: Page): Promise<void> {
  const path = pathOf('seasonPlan.previewed', { seasonId: draftId })
  const phoneIsShown = page.waitForResponse((response) => response.url().endsWith(path))
  await page.goto(`/seasons/${draftId}/edit?step=story`)
  await phoneIsShown
}

test('a new programme manager copies a season, moves it and changes it in at most sixty steps', async ({
  page,
  checkScreen,
}) => {
  await signInWithCode(page, OWNER)
  const planner = new Planner(page)

  await planner.press('link', 'Seasons')
  await expect(page.getByRole('heading', { level: 1, name: 'Seasons' })).toBeVisible()
  await checkScreen('seasons')
  await planner.press('button', /^Copy The Long Night/)
  await planner.fill('First day', '2027-09-01')
  await expect(page.getByText('No other season runs then.')).toBeVisible()
  await planner.press('button', 'Copy the season')
  await expect(page.getByRole('heading', { level: 1, name: 'Start' })).toBeVisible()
  draftId = seasonIdIn(page)
  await checkScreen('start')

  await test.step('the dates moved with the first day', async () => {
    await planner.openStep('Calendar')
    await expect(page.getByLabel('First day', { exact: true })).toHaveValue('2027-09-01')
    await planner.press('button', /^Check and publish/)
    await planner.openStep('Calendar')
    await checkScreen('calendar')
  })

  await test.step('changes the texts', async () => {
    await planner.openStep('Story')
    await planner.fill('Title, English', 'Harvest Moon')
    await planner.fill('Title, Korean', '한가위 달')
    await planner.fill('Description, English', 'Four weeks under the brightest moon of the year.')
    await planner.fill('Description, Korean', '한 해 중 가장 밝은 달과 함께하는 4주예요.')
    await planner.expectSaved()
    await checkScreen('story')
  })

  await test.step('a problem leads to the emptied code', async () => {
    const problems = page.getByRole('region', { name: 'Problems' })
    await planner.press('button', /^Mission 8 .*Code/, problems)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await planner.typeHere('HARVEST')
    await planner.press('button', /^Mission 13 .*Code/, problems)
    // The field of the other mission has the same label, but has its code already.
    await expect(page.locator('input:focus')).toHaveValue('')
    await planner.typeHere('LANTERN')
    await expect(page.getByText('No problems')).toBeVisible()
    await checkScreen('missions')
  })

  await test.step('changes a mission', async () => {
    await planner.press('button', /^7 Know your wallet/)
    await planner.fill('Reward', '90')
  })

  await test.step('the wheel says what it costs before anything is saved', async () => {
    await planner.openStep('Wheel')
    await planner.fill('Chance of prize 6', '3')
    await expect(page.getByText('102.00 % of 100.00 %')).toBeVisible()
    await planner.press('button', 'Balance the rest')
    await expect(page.getByText('74.3 XP over 60 XP')).toBeVisible()
    await expect(planner.stateOf('Wheel')).toHaveAccessibleName(/has problems/)
    await checkScreen('wheel-over-budget')
    await planner.fill('Chance of prize 6', '0.5')
    await planner.press('button', 'Balance the rest')
    await expect(planner.stateOf('Wheel')).toHaveAccessibleName(/done/)
    await planner.fill('Chance of prize 6', '0.49')
    await expect(page.getByText('99.99 % of 100.00 %')).toBeVisible()
    await expect(planner.stateOf('Wheel')).toHaveAccessibleName(/has problems/)
    await planner.press('button', 'Balance the rest')
  })

  await test.step('the gate is green, and the plan can be published', async () => {
    await planner.openStep('Publish')
    await previewBoth(page)
    planner.steps += 2
    await planner.press('button', /^Store with revision/)
    await expect(page.getByText(/^The simulation is stored with revision \d+$/)).toBeVisible()
    const warnings = await gateOf(page).getByRole('checkbox').count()
    await acceptWarnings(page)
    planner.steps += warnings
    await expect(page.getByRole('button', { name: 'Ask to publish Harvest Moon' })).toBeEnabled()
  })

  await planner.expectSaved()
  expect(planner.steps).toBeLessThanOrEqual(STEPS_MAX)
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  const { plan, problems } = await show(page, draftId)
  expect(problems).toEqual([])
  expect(plan).toMatchObject({
    title: { en: 'Harvest Moon', ko: '한가위 달' },
    startAt: '2027-08-31T20:00:00.000Z',
  })
})

test('typing survives a lost network and a closed page', async ({
  page,
  context,
  clock,
  allowConsoleErrors,
}) => {
  // The network is cut, and the page is left, while the preview of a revision may be recorded.
  allowConsoleErrors(
    /ERR_INTERNET_DISCONNECTED|Failed to load resource|preview was not recorded .*status 0/,
  )
  await clock.advance(30_000)
  await signInWithCode(page, OWNER)
  const planner = new Planner(page)
  await openStory(page)
  const title = page.getByLabel('Title, English', { exact: true })
  await expect(title).toHaveValue('Harvest Moon')

  await context.setOffline(true)
  await title.fill('Harvest Moon, offline')
  await expect(page.getByText(/^Offline\./)).toBeVisible()
  await context.setOffline(false)
  await planner.expectSaved()
  expect((await show(page, draftId)).plan).toMatchObject({
    title: { en: 'Harvest Moon, offline' },
  })

  await test.step('a tab that is closed without a network leaves its text to the next one', async () => {
    await page.goto('/seasons')
    const tab = await context.newPage()
    await openStory(tab)
    const typed = tab.getByLabel('Title, English', { exact: true })
    await expect(typed).toHaveValue('Harvest Moon, offline')
    await context.setOffline(true)
    await typed.fill('Harvest Moon, kept')
    await expect(tab.getByText(/^Offline\./)).toBeVisible()
    await tab.close()
    await context.setOffline(false)
    await openStory(page)
    await expect(title).toHaveValue('Harvest Moon, kept')
    await planner.expectSaved()
  })

  // The page closes long before the two seconds have passed.
  await title.fill('Harvest Moon, closed')
  await page.goto('/seasons')
  await openStory(page)
  await expect(title).toHaveValue('Harvest Moon, closed')
  await planner.expectSaved()
  expect((await show(page, draftId)).plan).toMatchObject({ title: { en: 'Harvest Moon, closed' } })
})

test('a second editor gets a diff, and neither overwrites the other', async ({
  page,
  clock,
  checkScreen,
  allowConsoleErrors,
}) => {
  // The browser reports the refused save, whose answer is 409.
  allowConsoleErrors(/409/)
  await clock.advance(30_000)
  await signInWithCode(page, OWNER)
  const planner = new Planner(page)
  await page.goto(`/seasons/${draftId}/edit?step=story`)
  const title = page.getByLabel('Title, English', { exact: true })
  await expect(title).toHaveValue('Harvest Moon, closed')
  const { revision, plan } = await show(page, draftId)
  const saved = await callInPage(page, 'seasonPlan.save', {
    params: { seasonId: draftId },
    body: { revision, plan: { ...plan, description: { en: 'Theirs', ko: '그들의 글' } } },
  })
  expect(saved.code).toBe(0)

  await title.fill('Mine')
  const conflict = page.getByRole('region', { name: 'There is a newer revision.' })
  await expect(conflict.getByRole('row', { name: /Title, English Mine/ })).toBeVisible()
  await expect(conflict.getByRole('row', { name: /Description, English.*Theirs/ })).toBeVisible()
  await checkScreen('conflict')
  expect((await show(page, draftId)).plan).toMatchObject({ title: { en: 'Harvest Moon, closed' } })
  await planner.press('button', 'Keep mine on top of theirs')
  await planner.expectSaved()

  expect((await show(page, draftId)).plan).toMatchObject({
    title: { en: 'Mine' },
    description: { en: 'Theirs' },
  })
})

test('an import of translations and its undo are two saves, each with one effect under its key', async ({
  page,
  clock,
}) => {
  await clock.advance(30_000)
  await signInWithCode(page, OWNER)
  const planner = new Planner(page)
  await page.goto(`/seasons/${draftId}/edit?step=texts`)
  await expect(page.getByText('Read a CSV file')).toBeEnabled()
  const before = await show(page, draftId)
  const saves: Request[] = []
  page.on('request', (request) => {
    if (isSave(request)) saves.push(request)
  })

  // The toast offers to undo for ten seconds, two of which pass before the save.
  const firstSaved = page.waitForResponse((reply) => isSave(reply.request()))
  await page
    .getByLabel('Read a CSV file', { exact: true })
    .first()
    .setInputFiles({
      name: 'texts.csv',
      mimeType: 'text/csv',
      // Excel stores Korean in CP949, here with a letter that its predecessor lacked.
      buffer: Buffer.concat([
        Buffer.from('path,en,ko\r\ntitle,Mine,'),
        Buffer.from([0xb3, 0xaa, 0xc0, 0xc7, 0x20, 0xb4, 0xde, 0x20, 0xb9, 0xe3, 0xb1, 0xe4]),
        Buffer.from([0x8c, 0x63]),
      ]),
    })
  await expect(page.getByText('1 text was changed')).toBeVisible()
  await firstSaved
  expect((await show(page, draftId)).plan).toMatchObject({
    title: { en: 'Mine', ko: '나의 달 밤긴똠' },
  })
  await planner.press('button', 'Undo')
  await expect.poll(async () => (await show(page, draftId)).plan).toEqual(before.plan)
  await planner.expectSaved()

  // The browser sends the first save once more, as after a lost answer.
  const [imported, undone] = saves
  const keys = await Promise.all(saves.map((save) => save.headerValue('idempotency-key')))
  expect(new Set(keys).size).toBe(2)
  const repeated = await page.evaluate(
    async ([url = '', key = '', body = '']) => {
      const headers = {
        'x-solstice-console': '1',
        'idempotency-key': key,
        'content-type': 'application/json',
      }
      const reply = await fetch(url, { method: 'PUT', headers, body })
      return (await reply.json()) as unknown
    },
    [imported?.url() ?? '', keys[0] ?? '', imported?.postData() ?? ''],
  )
  expect(repeated).toEqual(await (await imported?.response())?.json())
  expect(undone?.postDataJSON()).toMatchObject({ revision: before.revision + 1 })
  expect((await show(page, draftId)).revision).toBe(before.revision + 2)
})
