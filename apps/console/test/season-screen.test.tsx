import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { funnelQuery, statisticsQuery } from '#/features/season/api.ts'
import { STALE_AFTER_MS } from '#/shell/loaded.tsx'
import { axeViolations, openScreen } from './open-screen.tsx'
import { callsOf, me } from './sample-replies.ts'
import { openAlarm, seasonStatistics } from './sample-statistics.ts'
import { fault, reply, sentCalls } from './server.ts'

const FIGURES = [
  'XP per day',
  'Participants per day',
  'Wheel, observed %',
  'Funnel',
  'Tiers',
  'Leagues',
  'USDS in and out',
  'Refused',
  'XP made, held, spent',
  'Tickets per day',
  'Pushes per day',
  'Missions completed',
]

const figure = (name: string) => screen.findByRole('figure', { name })

describe('the dashboard of a season', () => {
  test('names the day, the round, and the last aggregation with its ledger transaction', async () => {
    await openScreen('/seasons/4')

    expect(await screen.findByText(/Day 17 of 28, round 3 ends/)).toBeDefined()
    expect(
      screen.getByText(/As of 17 Jan 18:00 UTC\+4, ledger transaction 812,233\./),
    ).toBeDefined()
    expect(screen.getByText('32,800,000')).toBeDefined()
  })

  test('offers changes of the season also while the statistics fail', async () => {
    reply('statistics.season', fault())
    await openScreen('/seasons/4')

    expect(await screen.findByRole('heading', { name: 'Change the running season' })).toBeDefined()
  })

  test('is read again before it counts as stale', () => {
    for (const { refetchInterval } of [statisticsQuery(4), funnelQuery(4)]) {
      expect(refetchInterval).toBeLessThan(STALE_AFTER_MS)
    }
  })

  test.each([
    ['en', 'Came on the last day', 'Came today'],
    ['ko', '마지막 날 참여', '오늘 참여'],
  ] as const)('names in %s the last day after the end', async (language, name, before) => {
    const [day] = seasonStatistics.days
    if (!day) throw new Error('The sample has days')
    const { totalDays } = seasonStatistics
    const days = [
      ...seasonStatistics.days,
      { ...day, day: totalDays, participants: 3_333 },
      // A reward that was paid after the end.
      { ...day, day: totalDays + 3, participants: 1 },
    ]
    reply('statistics.season', { ...seasonStatistics, phase: 'ENDED', today: null, days })
    await openScreen('/seasons/4', { language })

    const tile = (await screen.findByText(name)).parentElement
    expect(tile?.textContent).toContain('3,333')
    expect(screen.queryByText(before)).toBeNull()
  })

  test.each([
    ['en', 'Came on the first day', '4,400 planned', ['Came today', 'Came on the last day']],
    ['ko', '첫날 참여', '계획 4,400명', ['오늘 참여', '마지막 날 참여']],
  ] as const)(
    'names in %s the first day before the start',
    async (language, name, note, others) => {
      const [day] = seasonStatistics.days
      if (!day) throw new Error('The sample has days')
      const days = [{ ...day, participants: 0 }]
      reply('statistics.season', { ...seasonStatistics, phase: 'UPCOMING', today: null, days })
      await openScreen('/seasons/4', { language })

      const tile = (await screen.findByText(name)).parentElement
      expect(tile?.textContent).toBe(`${name}–${note}`)
      for (const other of others) expect(screen.queryByText(other)).toBeNull()
    },
  )

  test.each(FIGURES)('shows %s also as a table', async (name) => {
    await openScreen('/seasons/4')
    const shown = within(await figure(name))

    expect(shown.queryByRole('table')).toBeNull()
    fireEvent.click(shown.getByRole('button', { name: `Table: ${name}` }))

    expect(shown.getByRole('table')).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  test('lists the exact values of a day beside the plan and the season before', async () => {
    await openScreen('/seasons/4')
    const shown = within(await figure('XP per day'))
    fireEvent.click(shown.getByRole('button', { name: 'Table: XP per day' }))

    const header = shown.getAllByRole('columnheader').map((cell) => cell.textContent)
    const [first] = shown.getAllByRole('row').slice(1)
    expect(header).toEqual([
      'Day',
      'Spins',
      'Check-ins',
      'Missions',
      'Shop',
      'Invitations',
      'Adjustments',
      'Plan',
      'First Frost',
    ])
    expect(Array.from(first?.children ?? [], (cell) => cell.textContent)).toEqual([
      '1',
      '700,000',
      '250,000',
      '550,000',
      '3,000',
      '900',
      '100',
      '6,000,000',
      '1,200,000',
    ])
  })

  test('shows the days of the round or of the last week alone', async () => {
    await openScreen('/seasons/4')
    const shown = within(await figure('Tickets per day'))
    fireEvent.click(shown.getByRole('button', { name: 'Table: Tickets per day' }))
    expect(shown.getAllByRole('row')).toHaveLength(29)

    fireEvent.click(screen.getByRole('button', { name: 'Round 3' }))
    expect(shown.getAllByRole('row')).toHaveLength(8)
    fireEvent.click(screen.getByRole('button', { name: '7 days' }))
    expect(shown.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '17',
    ])
  })

  test('says whether the wheel follows its odds', async () => {
    await openScreen('/seasons/4')
    expect(await screen.findByText('Fair, p = 0.49')).toBeDefined()
  })

  test('marks a wheel that deviates', async () => {
    const wheel = { ...seasonStatistics.wheel, test: { statistic: 40, degrees: 5, p: 0.0000002 } }
    reply('statistics.season', { ...seasonStatistics, wheel })
    await openScreen('/seasons/4')
    expect(await screen.findByText('Off its odds, p < 0.001')).toBeDefined()
  })

  test('explains why a season that has not started shows nothing', async () => {
    reply('statistics.season', { ...seasonStatistics, phase: 'UPCOMING', today: null, days: [] })
    await openScreen('/seasons/4')
    expect(await screen.findByText(/^The season has not started/)).toBeDefined()
  })
})

describe('the file of a plot', () => {
  const files: Blob[] = []
  const names: string[] = []
  beforeEach(() => {
    files.length = 0
    names.length = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob) // The plots create no media sources.
      return 'blob:file'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
  })

  test('has the same values as the table, without separators', async () => {
    await openScreen('/seasons/4')
    const shown = within(await figure('Funnel'))
    fireEvent.click(shown.getByRole('button', { name: 'CSV: Funnel' }))

    expect(names).toEqual(['season-4-funnel.csv'])
    const lines = (await files[0]?.text())?.replace('\uFEFF', '').split('\r\n')
    expect(lines?.slice(0, 3)).toEqual([
      'Step,Members,%',
      'Registered,14208,100',
      'Joined the season,9412,66',
    ])
  })
})

describe('alarms', () => {
  test('are listed with the page on which to act, and acknowledged with a reason', async () => {
    await openScreen('/alarms')
    const sentence = 'The Long Night: members have earned 131 % of the XP planned so far.'
    const link = await screen.findByRole('link', { name: sentence })
    expect(link.getAttribute('href')).toBe('/seasons/4')
    expect(screen.getByText('More stock comes tomorrow')).toBeDefined()

    fireEvent.click(screen.getByRole('button', { name: `Acknowledge: ${sentence}` }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('The alarm stays open until its cause is gone.')).toBeDefined()
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'PRG-318' } })
    expect(await axeViolations()).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentCalls('alarm.acknowledge').map(({ input }) => [input.params, input.body])).toEqual([
      [{ alarmId: 31 }, { reason: 'PRG-318' }],
    ])
  })

  test('that are cleared have no button', async () => {
    const cleared = { ...openAlarm, clearedAt: '2027-01-17T14:00:00.000Z' }
    reply('alarm.list', { page: 1, size: 20, hasNext: false, totalCount: 1, list: [cleared] })
    await openScreen('/alarms?state=cleared')

    expect(await screen.findByText(/^Cleared 17 Jan 18:00/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
    expect(sentCalls('alarm.list')[0]?.input.query).toMatchObject({ state: 'cleared' })
  })

  test('cannot be acknowledged by an auditor', async () => {
    reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
    await openScreen('/alarms')

    expect(await screen.findByText('More stock comes tomorrow')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
  })

  test('are one press away from the top bar', async () => {
    await openScreen('/seasons/4')
    const bells = await screen.findAllByRole('link', { name: /alarm/i })
    expect(bells[0]?.getAttribute('href')).toBe('/alarms')
  })
})
