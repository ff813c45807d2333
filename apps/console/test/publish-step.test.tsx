import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { samplePlan } from './sample-plan.ts'
import { draftSeason, shownSeason } from './sample-season.ts'
import { reply, sentCalls } from './server.ts'

type Shown = CallData<'seasonPlan.show'>

const STEP = '/seasons/7/edit?step=publish'
const COVERED: Shown['gate'] = [{ key: 'COVER', state: 'OK', values: { available: '12000' } }]
const SEEN = { en: '2027-01-17T14:00:00.000Z', ko: '2027-01-17T14:01:00.000Z' }
const ready: Shown = { ...shownSeason, gate: COVERED, previewed: SEEN }
const simulated: CallData<'seasonPlan.simulate'> = {
  revision: 12,
  simulatedAt: '2027-01-17T14:12:00.000Z',
  simulation: {
    members: 10_000,
    days: 28,
    xp: 0,
    tickets: 0,
    spins: 0,
    checkIns: 0,
    reward: '10000',
    rewardSymbol: 'USDS',
    habits: [],
    daily: [],
    tiers: [],
    costPerMember: { reward: '1', xp: 0, tickets: 0 },
  },
  spread: null,
  sizes: [],
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const figure = (label: string) =>
  screen.getAllByText(label, { selector: 'dt' })[0]?.nextSibling?.textContent

async function openStep(shown: Shown = ready, language: 'en' | 'ko' = 'en') {
  reply('seasonPlan.show', shown)
  reply('seasonPlan.simulate', simulated)
  await openScreen(STEP, { language })
  return within(
    await screen.findByRole('list', { name: language === 'en' ? 'Publish gate' : '게시 조건' }),
  )
}

type Gate = Awaited<ReturnType<typeof openStep>>

const stateOf = (gate: Gate, text: string | RegExp) =>
  gate.getByText(text).closest('li')?.dataset['state']

describe('the publish step', () => {
  test('counts invites in the budget by the terms of the server', async () => {
    const terms = { firstInviteXp: 100, totalInviteXp: 500 }
    const budget: Shown['gate'][number] = { key: 'BUDGET', state: 'OK', values: terms }
    const gate = await openStep({ ...ready, gate: [...COVERED, budget] })

    expect(gate.getByText(/\(300 K for invites\)/)).toBeDefined()
    expect(stateOf(gate, /^Within budget at 10,000/)).toBe('OK')
  })

  test('simulates the plan and says what is published', async () => {
    const gate = await openStep()

    expect(
      screen.getByText(
        /^From 1 Mar 00:00 UTC\+4 to 28 Mar 24:00 UTC\+4, at most 10,000 USDS, [\d.]+\sM XP at 10,000 members, [\d.]+ % under budget\.$/,
      ),
    ).toBeDefined()
    expect(figure('Rewards')).toBe('10,000 USDS')
    expect(figure('Check-ins')).toBe('124,000')
    for (const text of ['No problems', 'Both languages complete', 'Within budget at 10,000']) {
      expect(stateOf(gate, text)).toBe('OK')
    }
    await waitFor(() => expect(stateOf(gate, 'Preview opened in Korean')).toBe('OK'))
    expect(await axeViolations()).toEqual([])
  })

  test('shows what farms would take and what holds keep back, and nothing without farms', async () => {
    await openStep()
    const before = figure('XP')
    expect(screen.queryByText('What farms would take')).toBeNull()

    type('Farm accounts', '10')

    expect(await screen.findByText('What farms would take')).toBeDefined()
    expect(screen.getByText(/^1,000 accounts of farms besides the members/)).toBeDefined()
    const amountOf = (label: string) =>
      Number.parseFloat(
        screen.getByText(label).closest('li')?.querySelector('b')?.textContent?.replace(/,/g, '') ??
          '',
      )
    const held = amountOf('Kept back by holds, at least')
    const leaves = amountOf('Could leave the programme')
    expect(held).toBeGreaterThan(0)
    expect(held / (held + leaves)).toBeCloseTo(0.8, 2)
    expect(figure('XP')).toBe(before)
    expect(await axeViolations()).toEqual([])
  })

  test('answers the sliders at once', async () => {
    await openStep()
    const before = figure('XP')

    fireEvent.change(screen.getByLabelText('Members'), { target: { value: '20000' } })

    expect(figure('Check-ins')).toBe('248,000')
    expect(figure('XP')).not.toBe(before)
    fireEvent.change(screen.getByLabelText('Daily'), { target: { value: '100' } })
    expect(figure('Check-ins')).toBe('560,000')
    press('Back to the budget')
    expect(figure('XP')).toBe(before)
    const missions = screen.getByLabelText('Missions done')
    fireEvent.change(missions, { target: { value: '0' } })
    expect(figure('XP')).not.toBe(before)
  })

  test('turns red over the budget and leads to the field', async () => {
    const plan = { ...samplePlan, checkIn: { ...samplePlan.checkIn, baseXp: 900 } }
    const gate = await openStep({ ...ready, plan })

    expect(stateOf(gate, 'Over budget at 10,000')).toBe('FAIL')
    expect(screen.getByRole('button', { name: /^Ask to publish/ })).toHaveProperty('disabled', true)
    fireEvent.click(gate.getByRole('button', { name: 'Over budget at 10,000' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Rewards, budget' })).toBeDefined()
    await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe('budget.xp'))
  })

  test('counts problems and missing texts, and leads to the first of each', async () => {
    const plan = { ...samplePlan, title: { en: 'Night', ko: '' } }
    const gate = await openStep({ ...ready, plan })

    expect(stateOf(gate, '1 text is missing')).toBe('FAIL')
    expect(gate.getByText('Budget not simulated yet')).toBeDefined()
    expect(gate.getByText('Budget with more members not simulated yet')).toBeDefined()
    fireEvent.click(gate.getByRole('button', { name: '1 text is missing' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Story' })).toBeDefined()
    await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe('title.ko'))
  })

  test('asks for both previews of the saved revision', async () => {
    const gate = await openStep({ ...ready, previewed: { en: SEEN.en, ko: null } })

    expect(stateOf(gate, 'Preview opened in English')).toBe('OK')
    expect(stateOf(gate, 'Open the preview in Korean')).toBe('FAIL')
    expect(screen.getByText(/conditions? (is|are) open\.$/)).toBeDefined()
  })

  test('shows the problems that only the server knows', async () => {
    const problem = {
      path: 'startAt',
      code: 'SEASON_OVERLAPS',
      values: { season: 4 },
      text: 'Season 4 runs until then',
    } as const
    const gate = await openStep({ ...ready, problems: [problem] })

    await waitFor(() => expect(stateOf(gate, '1 problem')).toBe('FAIL'))
  })

  test('publishes with the confirmed warnings after the simulation was stored', async () => {
    const gate = await openStep({ ...ready, gate: [] })
    expect(screen.getByRole('button', { name: /^Ask to publish/ })).toHaveProperty('disabled', true)
    for (const checkbox of gate.getAllByRole('checkbox')) fireEvent.click(checkbox)
    reply('seasonPlan.publish', { ...draftSeason, state: 'PUBLISHED', phase: 'PUBLISHED' })

    press('Ask to publish The Long Night')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('C4')).toBeDefined()
    expect(dialog.getByText('1 Mar 00:00 to 28 Mar 24:00')).toBeDefined()
    expect(await axeViolations()).toEqual([])
    type('Reason', 'PRG-12, the season of March')
    type(/^Type /, 'The Long Night')
    fireEvent.click(dialog.getByRole('button', { name: 'Ask to publish The Long Night' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentCalls('seasonPlan.simulate').map(({ input }) => input.body)).toEqual([
      { revision: 12, seed: 1 },
    ])
    const [sent] = sentCalls('seasonPlan.publish')
    expect(sent?.input).toMatchObject({
      params: { seasonId: 7 },
      body: { reason: 'PRG-12, the season of March' },
    })
    expect(sent?.input.body).toHaveProperty('confirmed', expect.arrayContaining(['COVER']))
  })

  test('leads to the proposal when a second person has to approve', async () => {
    await openStep()
    await confirmWarnings()
    reply(
      'seasonPlan.publish',
      new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data: { approvalId: 61 } }),
    )

    press('Ask to publish The Long Night')
    const dialog = within(await screen.findByRole('dialog'))
    type('Reason', 'PRG-12')
    type(/^Type /, 'The Long Night')
    fireEvent.click(dialog.getByRole('button', { name: 'Ask to publish The Long Night' }))

    expect(await screen.findByText('Open proposal 61')).toBeDefined()
  })

  test('schedules at a time before the start only', async () => {
    await openStep()
    await confirmWarnings()
    reply('seasonPlan.schedule', {
      seasonId: 7,
      publishAt: '2027-02-20T08:00:00.000Z',
      state: 'WAITING',
      problems: [],
    })
    type('Publish', 'later')

    press('Ask to schedule The Long Night')
    expect(screen.getByText('Enter a date and a time')).toBeDefined()
    type('Publish at', '2027-03-01T00:00')
    expect(screen.getByText('Publish before the season starts')).toBeDefined()
    type('Publish at', '2027-01-01T00:00')
    expect(screen.getByText('This time has passed')).toBeDefined()
    type('Publish at', '2027-02-20T12:00')
    press('Ask to schedule The Long Night')
    const dialog = within(await screen.findByRole('dialog'))
    type('Reason', 'PRG-13')
    type(/^Type /, 'The Long Night')
    fireEvent.click(dialog.getByRole('button', { name: 'Ask to schedule The Long Night' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentCalls('seasonPlan.schedule')[0]?.input.body).toMatchObject({
      publishAt: '2027-02-20T08:00:00.000Z',
      reason: 'PRG-13',
    })
  })

  test('ends a schedule', async () => {
    reply('seasonPlan.unschedule', { seasonId: 7 })
    await openStep({
      ...ready,
      season: { ...draftSeason, phase: 'SCHEDULED' },
      schedule: {
        publishAt: '2027-02-20T08:00:00.000Z',
        state: 'WAITING',
        problems: [],
        gate: [],
        confirmed: [],
        operator: 'mateo.ruiz',
      },
    })

    expect(await screen.findByText(/^Will be published on 20.Feb.12:00/)).toBeDefined()
    press('End the schedule')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'End the schedule' }))

    await waitFor(() => expect(sentCalls('seasonPlan.unschedule')).toHaveLength(1))
  })

  test('says why a schedule was suspended', async () => {
    await openStep({
      ...ready,
      season: { ...draftSeason, phase: 'SUSPENDED' },
      schedule: {
        publishAt: '2027-01-16T08:00:00.000Z',
        state: 'SUSPENDED',
        problems: [
          {
            path: 'startAt',
            code: 'SEASON_OVERLAPS',
            values: {},
            text: 'Season 4 runs until then',
          },
        ],
        gate: [],
        confirmed: [],
        operator: null,
      },
    })

    const note = await screen.findByText(/was stopped, because the gate was closed/)
    expect(note.textContent).toContain('Another season runs on these days')
  })

  test('unpublishes a season that has not begun', async () => {
    const published = { ...draftSeason, state: 'PUBLISHED', phase: 'PUBLISHED' } as const
    reply('seasonPlan.unpublish', {
      seasonId: 7,
      state: 'DRAFT',
      revision: 13,
      endAt: draftSeason.endAt,
      paused: false,
      missionsOff: [],
    })
    await openStep({ ...ready, season: published })

    press('Unpublish')
    const dialog = within(await screen.findByRole('dialog'))
    type('Reason', 'PRG-14, wrong month')
    type(/^Type /, 'The Long Night')
    fireEvent.click(dialog.getByRole('button', { name: 'Unpublish' }))

    await waitFor(() =>
      expect(sentCalls('seasonPlan.unpublish')[0]?.input.body).toEqual({
        reason: 'PRG-14, wrong month',
      }),
    )
  })

  test('stores the simulation of the saved revision with its seed', async () => {
    await openStep()

    type('Seed', '42')
    press('Store with revision 12')

    await waitFor(() =>
      expect(sentCalls('seasonPlan.simulate')[0]?.input.body).toEqual({ revision: 12, seed: 42 }),
    )
    await waitFor(() => expect(screen.queryByText('Computing…')).toBeNull())
  })

  test('is readable in Korean', async () => {
    const gate = await openStep(ready, 'ko')

    expect(stateOf(gate, '두 언어 모두 완성')).toBe('OK')
    expect(screen.getByText(/^프로그램 시간 3월 1일 00:00부터 3월 28일 24:00까지/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })
})

/** Accepts every warning of the gate, once the server's part of it has arrived. */
async function confirmWarnings() {
  await screen.findByText('Pools covered')
  for (const checkbox of screen.queryAllByRole('checkbox', { name: /^I / })) {
    fireEvent.click(checkbox)
  }
}
