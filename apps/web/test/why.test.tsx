import { schemas } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { openScreen } from './open-screen.tsx'
import { mockReply, recordedReplies } from './replies.ts'

type Explanation = CallData<'explanation.mine'>

const HISTORY = '/rewards/dashboard/2/history?tab=Earned'

const checkIn: Explanation = {
  entryId: 'history:12',
  rule: 'check-in',
  ruleVersion: 1,
  outcome: 'GRANTED',
  seasonVersion: 3,
  seasonId: 2,
  name: 'Daily check-in',
  at: '2026-06-09T05:41:00.000Z',
  inputs: {
    number: 15,
    baseXp: 50,
    bonusEvery: 5,
    bonusXp: 100,
    level: 4,
    levelPercent: 0,
    tier: 'Gold',
    tierPercent: 10,
  },
  sums: [
    {
      unit: 'XP',
      parts: [
        { part: 'BASE', amount: '50' },
        { part: 'FIFTH_BONUS', amount: '100' },
        { part: 'TIER_BONUS', amount: '15' },
      ],
      total: '165',
    },
  ],
  steps: [],
  days: [],
  next: null,
  ledgerTransactionId: 212,
}

const round: Explanation = {
  ...checkIn,
  entryId: 'round:2',
  rule: 'round',
  outcome: 'TOO_FEW_DAYS',
  name: null,
  inputs: {
    number: 2,
    startAt: '2026-06-01T20:00:00.000Z',
    endAt: '2026-06-08T20:00:00.000Z',
    xp: 340,
    checkInDays: 2,
    checkInDaysNeeded: 3,
    members: 412,
    pool: '1000',
    symbol: 'USDS',
  },
  sums: [],
  days: ['02', '03', '04', '05', '06', '07', '08'].map((day, at) => ({
    day: `2026-06-${day}`,
    counted: at < 2,
  })),
  next: {
    kind: 'ROUND',
    at: '2026-06-15T20:00:00.000Z',
    inputs: { number: 3, checkInDays: 1, checkInDaysNeeded: 3 },
  },
  ledgerTransactionId: null,
}

const held: Explanation = {
  ...checkIn,
  entryId: 'withdrawal:1',
  rule: 'payout',
  outcome: 'PAUSED',
  seasonId: null,
  seasonVersion: null,
  name: null,
  inputs: {
    purpose: 'WITHDRAWAL',
    amount: '18.08',
    symbol: 'USDS',
    event: 'PASSWORD_RESET',
    eventAt: '2026-06-09T15:05:00.000Z',
    until: '2026-06-11T15:05:00.000Z',
  },
  sums: [],
  ledgerTransactionId: null,
}

const dialog = () => screen.findByRole('dialog')
const row = (name: string) => within(screen.getByText(name).closest('div') ?? document.body)

beforeEach(() => mockReply('explanation.mine', checkIn))

describe('the explanation of a credit', () => {
  test('opens from its entry in the history, with the sum, its record and the rule', async () => {
    await openScreen(HISTORY, 'normal')
    const [first] = await screen.findAllByRole('button', { name: /^Why\?/ })
    expect(screen.queryByRole('dialog')).toBeNull()

    fireEvent.click(first ?? document.body)

    const sheet = within(await dialog())
    expect(await sheet.findByRole('heading', { name: 'Why 165 XP?' })).toBeDefined()
    expect(
      sheet.getByText(/This was your 15th, and every 5th one brings 100 XP more/),
    ).toBeDefined()
    expect(row('Gold bonus, 10% of 150').getByText('+ 15')).toBeDefined()
    expect(sheet.getByText('165 XP')).toBeDefined()
    expect(sheet.getByText('Recorded as entry 212')).toBeDefined()
    expect(sheet.getByRole('link', { name: 'See the rule, version 3' })).toBeDefined()
    expect(sheet.getByRole('link', { name: 'Something’s wrong' }).getAttribute('href')).toContain(
      'subject=Question%20about%20history%3A12',
    )
  })

  test('shows the time of the history, whatever the zone of the device', async () => {
    await openScreen(`${HISTORY}&why=history:12`, 'normal')

    const sheet = within(await dialog())
    expect(await sheet.findByText('Check-in · 9 Jun 09:41 (UTC+4)')).toBeDefined()
  })

  test('opens with the address and closes without leaving the screen', async () => {
    await openScreen(`${HISTORY}&why=history:12`, 'normal')
    const sheet = within(await dialog())
    await sheet.findByRole('heading', { name: 'Why 165 XP?' })

    fireEvent.click(sheet.getByRole('button', { name: 'Close' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('heading', { level: 1, name: 'History' })).toBeDefined()
  })

  test('is not requested for an address that names no entry', async () => {
    mockReply('explanation.mine', new Error('not expected'))

    await openScreen(`${HISTORY}&why=<script>`, 'normal')

    await screen.findByRole('heading', { level: 1, name: 'History' })
    await screen.findAllByText('Round 1 reward')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the explanation of a round without a reward', () => {
  test('shows the days, the own numbers and the next chance with the check-in', async () => {
    mockReply('explanation.mine', round)

    await openScreen('/rewards/dashboard/2?why=round:2', 'normal')

    const sheet = within(await dialog())
    expect(await sheet.findByRole('heading', { name: 'Why 0 USDS in round 2?' })).toBeDefined()
    expect(sheet.getByText('Round 2 · 2 June to 8 June')).toBeDefined()
    expect(sheet.getAllByText(/: checked in$/)).toHaveLength(2)
    expect(sheet.getAllByText(/: no check-in$/)).toHaveLength(5)
    expect(row('Your days').getByText('2 of 3 needed')).toBeDefined()
    expect(sheet.getByText(/Round 3 runs until 15 June. You have 1 of 3 days./)).toBeDefined()
    expect(await sheet.findByRole('link', { name: /^Check in for \d+ XP$/ })).toBeDefined()
  })
})

describe('the explanation of a reward that was not paid', () => {
  test.each([
    ['expired', 'EXPIRED', 'EXPIRED'],
    ['waits for a wallet', 'WAITING_FOR_WALLET', 'WAITING'],
    ['is under way', 'GRANTED', 'PENDING'],
  ])('names nothing as credited if it %s', async (_, outcome, state) => {
    const share = [{ part: 'SHARE' as const, amount: '12.5' }]
    const sums = [{ unit: 'USDS', parts: share, total: '12.5' }]
    const inputs = { ...round.inputs, reward: '12.5', state }
    mockReply('explanation.mine', { ...round, outcome, inputs, sums, next: null })

    await openScreen('/rewards/dashboard/2?why=round:2', 'normal')

    const sheet = within(await dialog())
    expect(await sheet.findByText('Your share of the pool')).toBeDefined()
    expect(sheet.queryByText('Credited')).toBeNull()
  })
})

describe('the explanation of a mission', () => {
  const done: Explanation = {
    ...checkIn,
    entryId: 'mission:2.1',
    outcome: 'DONE_TODAY',
    sums: [],
    next: { kind: 'TIME', at: '2026-06-10T21:00:00.000Z', inputs: {} },
  }

  test('shows the next chance in the time of the list of missions', async () => {
    mockReply('explanation.mine', done)

    await openScreen('/rewards/dashboard/2?why=mission:2.1', 'normal')

    const sheet = within(await dialog())
    expect(await sheet.findByText('You can do it again from 11 June, 01:00 (UTC+4).')).toBeDefined()
  })

  test('offers no chance that is over', async () => {
    const next = { kind: 'TIME' as const, at: '2026-06-08T21:00:00.000Z', inputs: {} }
    mockReply('explanation.mine', { ...done, next })

    await openScreen('/rewards/dashboard/2?why=mission:2.1', 'normal')

    const sheet = within(await dialog())
    await sheet.findByRole('heading', { name: 'Why can’t I check in again?' })
    expect(sheet.queryByText('Your next chance')).toBeNull()
  })
})

describe('the explanation of a hold', () => {
  test('shows its time to scale and what still works', async () => {
    mockReply('explanation.mine', held)

    await openScreen('/more/withdraw-confirmed?why=withdrawal:1', 'normal')

    const sheet = within(await dialog())
    expect(await sheet.findByRole('heading', { name: '18.08 USDS is on hold' })).toBeDefined()
    expect(sheet.getByText('48 hours at most')).toBeDefined()
    // 12 of 48 hours are over at the fixed time of the tests.
    expect(sheet.getByText('Now').style.left).toBe('25%')
    expect(sheet.getByText(/You can keep playing/)).toBeDefined()
    expect(sheet.getByRole('link', { name: 'Change password' })).toBeDefined()
  })
})

describe('the sheet', () => {
  test('shows its frame while the explanation is loading', async () => {
    await openScreen(`${HISTORY}&why=history:12`, 'loading')

    const sheet = within(await dialog())
    expect(sheet.getByRole('heading', { name: 'Why?' })).toBeDefined()
    expect(sheet.getByRole('button', { name: 'Close' })).toBeDefined()
  })

  test('offers to try again when the server fails', async () => {
    mockReply('explanation.mine', new ApiError({ code: Code.SERVER_ERROR, status: 400 }))
    await openScreen(`${HISTORY}&why=history:12`, 'normal')
    const sheet = within(await dialog())
    expect(await sheet.findByText(/We couldn’t load the explanation/)).toBeDefined()
    mockReply('explanation.mine', checkIn)

    fireEvent.click(sheet.getByRole('button', { name: 'Try again' }))

    expect(await sheet.findByRole('heading', { name: 'Why 165 XP?' })).toBeDefined()
  })

  test('says that an entry is gone, and offers no second attempt', async () => {
    mockReply('explanation.mine', new ApiError({ code: Code.NOT_FOUND, status: 404 }))

    await openScreen(`${HISTORY}&why=history:12`, 'normal')

    const sheet = within(await dialog())
    expect(await sheet.findByRole('heading', { name: 'No longer available' })).toBeDefined()
    expect(sheet.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('explanations', () => {
  test.each([
    ['a round without a reward', '/rewards/dashboard/2', /^Why\? Round/],
    ['an unavailable mission', '/rewards/dashboard/3', 'Why? Daily check-in'],
    ['an entry of the history', '/rewards/dashboard/2/history/34', 'Why?'],
    ['a friend', '/rewards/invite-event', /us\*\*\*4/],
    ['an alert', '/more/notice', /^Why no push\? New sign-in/],
  ])('open from %s', async (_, path, name) => {
    await openScreen(path, 'normal')
    const [button] = await screen.findAllByRole('button', { name })

    fireEvent.click(button ?? document.body)

    expect(
      await within(await dialog()).findByRole('heading', { name: 'Why 165 XP?' }),
    ).toBeDefined()
  })

  test('are not offered for a push that is no longer stored', async () => {
    const { data } = recordedReplies['alert.list {"before":"latest"}'] ?? {}
    const alerts = schemas['alert.list'].data.parse(data)
    const [first, ...others] = alerts.list.slice(0, 2)
    const old = others.map((alert) => ({ ...alert, createdAt: '2026-06-03T03:00:00.000Z' }))
    mockReply('alert.list', { ...alerts, list: first ? [first, ...old] : [], hasNext: false })

    await openScreen('/more/notice', 'normal')

    expect(await screen.findByText('Refund complete')).toBeDefined()
    expect(screen.getAllByRole('button', { name: /^Why no push\?/ })).toHaveLength(1)
  })

  test('open from the screen of an unavailable mission', async () => {
    const recorded = recordedReplies['mission.show {"seasonId":2,"missionId":3}']?.data
    const mission = schemas['mission.show'].data.parse(recorded)
    mockReply('mission.show', { ...mission, available: false, unavailableReason: 'DONE_TODAY' })
    await openScreen('/rewards/dashboard/2/missions/3', 'normal')

    fireEvent.click(await screen.findByRole('button', { name: 'Why?' }))

    expect(await dialog()).toBeDefined()
  })
})
