import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { withoutSecrets } from '@solstice/rules/plan-secrets'
import { simulateSeason } from '@solstice/rules/season-simulation'
import { ApiError } from '@solstice/ui/api-error.ts'
import { beforeEach, expect, test } from 'vitest'
import { hasKept, openKept } from '#/lib/kept-draft.ts'
import { markOf, openStep, press, problems, saveNow, savedPlans, type } from './builder-steps.tsx'
import { axeViolations, openScreen } from './open-screen.tsx'
import { callsOf, me } from './sample-replies.ts'
import { samplePlan } from './sample-plan.ts'
import { savedDraft, shownSeason } from './sample-season.ts'
import { allowOnly, reply } from './server.ts'

// A page that was closed by an earlier test may have kept its text after that test.
beforeEach(() => localStorage.clear())

const missionsWith = (change: (mission: (typeof samplePlan)['missions'][number]) => object) =>
  samplePlan.missions.map((mission) => ({ ...mission, ...change(mission) }))

test('saves a text after typing, and shows the time of the save', async () => {
  await openStep('story')
  expect(screen.getByText('Saved 18:11:52')).toBeDefined()

  type('Title, English', 'Harvest Moon')
  expect(screen.getByText('Not saved yet')).toBeDefined()
  expect(screen.getByText('12 of 60')).toBeDefined()

  expect(await screen.findByText('Saved 18:12:02')).toBeDefined()
  expect(savedPlans()).toMatchObject([
    { revision: 12, plan: { title: { en: 'Harvest Moon', ko: '긴 밤' } } },
  ])
  expect(screen.getByText('Revision 13')).toBeDefined()
})

test('leaving the page saves at once', async () => {
  const router = await openStep('story')

  type('Title, English', 'Harvest Moon')
  await router.navigate({ to: '/seasons' })

  await waitFor(() => expect(savedPlans()).toHaveLength(1))
})

test('a page that closes without an answer keeps the text for the next visit', async () => {
  reply('seasonPlan.save', new ApiError({ status: 0 }))
  const router = await openStep('story')
  type('Title, English', 'Kept')
  saveNow()
  expect(await screen.findByText(/^Offline\./)).toBeDefined()
  await router.navigate({ to: '/seasons' })
  await screen.findByRole('heading', { level: 1, name: 'Seasons' })

  await router.navigate({ to: '/seasons/$seasonId/edit', params: { seasonId: '7' } })
  await router.navigate({
    to: '/seasons/$seasonId/edit',
    params: { seasonId: '7' },
    search: { step: 'story' },
  })

  expect(await screen.findByDisplayValue('Kept')).toBeDefined()
})

test('warns before a page with unsaved text closes, and shows the text to nobody else', async () => {
  reply('seasonPlan.save', new ApiError({ status: 0 }))
  const router = await openStep('story')
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    fireEvent(window, event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  type('Title, English', 'Mine alone')
  expect(leave()).toBe(true)
  saveNow()
  expect(await screen.findByText(/^Offline\./)).toBeDefined()
  await router.navigate({ to: '/seasons' })
  await screen.findByRole('heading', { level: 1, name: 'Seasons' })
  cleanup()

  reply('operator.me', { ...me, operatorId: me.operatorId + 1 })
  await openStep('story')

  expect(screen.queryByDisplayValue('Mine alone')).toBeNull()
  expect(screen.getByDisplayValue(samplePlan.title.en)).toBeDefined()
})

test('signing out deletes unsaved text after a warning', async () => {
  openKept({ operatorId: me.operatorId, seasonId: 7 }).keep({ revision: 1, base: {}, draft: {} })
  await openScreen('/me')

  expect(await screen.findByText(/^Signing out deletes changes/)).toBeDefined()
  press('Sign out')

  await waitFor(() => expect(hasKept(me.operatorId)).toBe(false))
})

test('says that an edit ended the scheduled publication', async () => {
  reply('seasonPlan.save', { ...savedDraft, endedSchedule: true })
  await openStep('story')
  expect(screen.queryByText(/^Your edit ended/)).toBeNull()

  type('Title, English', 'Harvest Moon')
  saveNow()

  expect(await screen.findByText(/^Your edit ended the scheduled publication/)).toBeDefined()
  expect(await axeViolations()).toEqual([])
})

test('a newer revision is shown beside the own text and never overwritten', async () => {
  const newer = new ApiError({
    status: 409,
    code: Code.OUTDATED,
    data: {
      revision: 15,
      plan: { ...samplePlan, description: { en: 'Theirs', ko: '상대 글' } },
      savedBy: 'mateo.ruiz',
      savedAt: '2027-01-17T14:12:01.000Z',
    },
  })
  reply('seasonPlan.save', newer, { ...savedDraft, revision: 16, savedAt: samplePlan.startAt })
  await openStep('story')
  type('Title, English', 'Mine')
  saveNow()

  const conflict = await screen.findByRole('region', { name: 'There is a newer revision.' })
  expect(within(conflict).getByText(/mateo\.ruiz saved revision 15/)).toBeDefined()
  expect(within(conflict).getByRole('cell', { name: 'Mine' })).toBeDefined()
  expect(within(conflict).getByRole('cell', { name: 'Theirs' })).toBeDefined()
  expect(await axeViolations()).toEqual([])
  press('Keep mine on top of theirs')

  await screen.findByText('Revision 16')
  expect(savedPlans().at(-1)).toMatchObject({
    revision: 15,
    plan: { title: { en: 'Mine' }, description: { en: 'Theirs' } },
  })
})

test('their revision can be taken instead', async () => {
  const data = { revision: 15, plan: { ...samplePlan, title: { en: 'Theirs', ko: '상대' } } }
  const saved = { savedBy: null, savedAt: '2027-01-17T14:12:01.000Z' }
  reply(
    'seasonPlan.save',
    new ApiError({ status: 409, code: Code.OUTDATED, data: { ...data, ...saved } }),
  )
  await openStep('story')
  type('Title, English', 'Mine')
  saveNow()

  await screen.findByRole('region', { name: 'There is a newer revision.' })
  press('Take theirs')

  expect(screen.getByDisplayValue('Theirs')).toBeDefined()
  expect(screen.getByText('Revision 15')).toBeDefined()
  expect(savedPlans()).toHaveLength(1)
  press('Undo')
  expect(screen.getByRole('region', { name: 'There is a newer revision.' })).toBeDefined()
  expect(screen.getByDisplayValue('Mine')).toBeDefined()
})

test('a problem leads to its field in another step, and F8 to the next one', async () => {
  const missions = missionsWith(({ missionId }) =>
    missionId === 7 ? { proof: { kind: 'CODE', code: '' } } : {},
  )
  await openStep('wheel', { title: { en: 'Night', ko: '' }, missions })
  expect(markOf('Story')).toMatch(/has problems1$/)

  fireEvent.click(problems().getByRole('button', { name: /^Mission 7.*Code$/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
  fireEvent.keyDown(window, { key: 'F8' })

  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Story'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title, Korean')))
})

test('the wheel shows its mean while typing, and 99.99 % is not done', async () => {
  await openStep('wheel')
  expect(markOf('Wheel')).toMatch(/done$/)

  type('Chance of prize 6', '3')
  expect(screen.getByText('102.00 % of 100.00 %')).toBeDefined()
  press('Balance the rest')
  expect(screen.getByText('74.3 XP over 60 XP')).toBeDefined()
  expect(markOf('Wheel')).toMatch(/has problems1$/)
  type('Chance of prize 6', '1')
  press('Balance the rest')
  expect(markOf('Wheel')).toMatch(/done$/)
  type('Chance of prize 1', '39.99')

  expect(screen.getByText('99.99 % of 100.00 %')).toBeDefined()
  expect(markOf('Wheel')).toMatch(/has problems1$/)
})

test('a removed prize comes back by Undo, also after later changes', async () => {
  await openStep('wheel')

  press('Remove prize 2')
  type('Free spins a day', '2')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(screen.getByLabelText<HTMLInputElement>('Prize 2').value).toBe('30')
  expect(screen.getByLabelText<HTMLInputElement>('Free spins a day').value).toBe('2')
})

test('another first day moves all rounds, and an edge moves by arrow keys', async () => {
  await openStep('calendar')

  type('First day', '2027-09-01')
  expect(screen.getByText(/^21.Sept.2027$/)).toBeDefined()
  expect(screen.getByText(/^22.Sept.2027$/)).toBeDefined()
  fireEvent.keyDown(screen.getByRole('slider', { name: 'End of round 1' }), { key: 'ArrowRight' })
  expect(screen.getByText('8 days')).toBeDefined()
  type('Weeks', '5')
  fireEvent.blur(screen.getByLabelText('Weeks'))
  expect(screen.getAllByRole('slider')).toHaveLength(5)
})

test('the first digit of a number of weeks removes no rounds', async () => {
  await openStep('calendar')
  const rounds = screen.getAllByRole('slider').length

  type('Weeks', '1')
  expect(screen.getAllByRole('slider')).toHaveLength(rounds)
  type('Weeks', '12')
  fireEvent.keyDown(screen.getByLabelText('Weeks'), { key: 'Enter' })

  expect(screen.getAllByRole('slider')).toHaveLength(12)
})

test('another season on the same days is a conflict', async () => {
  await openStep('calendar')

  type('First day', '2027-01-10')

  expect(screen.getByText(/^Shares days with The Long Night/)).toBeDefined()
})

test('a reader may not change anything', async () => {
  reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
  allowOnly('AUDITOR')
  await openScreen('/seasons/7/edit?step=story')

  const title = await screen.findByLabelText('Title, English')
  expect(title).toHaveProperty('disabled', true)
  expect(screen.getByText(/^Your role reads plans/)).toBeDefined()
})

test('a season that is opened only for reading leaves unsaved text to a later visit', async () => {
  const owner = { operatorId: me.operatorId, seasonId: 7 }
  const kept = { revision: 12, base: samplePlan, draft: { ...samplePlan, title: { en: 'Kept' } } }
  openKept(owner).keep(kept)
  reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
  allowOnly('AUDITOR')
  await openScreen('/seasons/7/edit?step=story')

  expect(await screen.findByDisplayValue(samplePlan.title.en)).toBeDefined()
  fireEvent(window, new Event('pagehide'))
  cleanup()

  expect(openKept(owner).kept).toEqual(kept)
})

test.each([
  ['en', 'Who reaches a tier when', 'Silver', /^Day \d+$/],
  ['ko', '티어 도달 예상', '실버', /^\d+일 차$/],
] as const)('the tiers say in %s who reaches them when', async (language, title, tier, day) => {
  await openStep('tiers', {}, language)

  const table = within(await screen.findByRole('group', { name: title }))
  const row = within(table.getByRole('row', { name: new RegExp(`^${tier}`) }))
  const plan = seasonPlanSchema.parse(samplePlan)
  const { habits, tiers } = simulateSeason(plan, plan.budget.members)
  expect(row.getAllByText(day)).toHaveLength(
    tiers.filter(({ reachedOn }) => reachedOn[1] !== null).length,
  )
  const reaching = habits.filter((_, at) => tiers[at]?.reachedOn[1] !== null)
  const members = reaching.reduce((sum, habit) => sum + habit.members, 0)
  expect(row.getByText(new RegExp(`^${members.toLocaleString('en')}`))).toBeDefined()
  expect(await axeViolations()).toEqual([])
})

test('the tiers say why there is no forecast of an unfinished plan', async () => {
  await openStep('tiers', { title: { en: '', ko: '' } })

  expect(screen.getByText(/^The forecast appears when the plan is complete/)).toBeDefined()
})

test('a reader sees the problems of the server instead of those of hidden codes', async () => {
  reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
  allowOnly('AUDITOR')
  const plan = withoutSecrets(samplePlan)
  reply('seasonPlan.show', { ...shownSeason, plan })
  const router = await openScreen('/seasons/7/edit?step=story')

  expect(await screen.findByText('No problems')).toBeDefined()
  expect(JSON.stringify(plan)).not.toContain('"answer":')
  expect(markOf('Missions')).toMatch(/done$/)
  await router.navigate({
    to: '/seasons/$seasonId/edit',
    params: { seasonId: '7' },
    search: { step: 'publish' },
  })

  expect(await screen.findByRole('region', { name: 'What if' })).toBeDefined()
})
