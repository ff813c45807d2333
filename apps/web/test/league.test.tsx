import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sampleLeague } from '#/features/league/sample-league.ts'
import type { Mine } from '#/features/league/api.ts'
import { openScreen } from './open-screen.tsx'
import { clearMockReplies, mockReply } from './replies.ts'

const PATH = '/rewards/dashboard/2/league'

beforeEach(() => clearMockReplies())

async function openLeague(change: Partial<Mine> = {}): Promise<void> {
  mockReply('league.mine', { ...sampleLeague(), ...change })
  await openScreen(PATH, 'normal')
  await screen.findByRole('heading', { level: 1, name: 'Your league' })
}

test('shows the members, both lines and the distance to the upper one', async () => {
  await openLeague()

  const list = await screen.findByRole('list', { name: 'The members of your league' })
  const lines = within(list).getAllByRole('listitem')
  const texts = lines.map(({ textContent }) => textContent)
  expect(lines).toHaveLength(32)
  expect(texts[5]).toBe('Top 5 move up to Morning')
  expect(texts[6]).toContain('MinaHarbor (You)')
  expect(texts[26]).toBe('Last 5 move down to First Light')
  expect(screen.getByText('42 XP more and you’re in the top 5')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Sunrise' })).toBeDefined()
})

test('shows the others of a separate league without their names, and leads to the hold', async () => {
  const { league } = sampleLeague()
  const list = league.list.map((row) =>
    row.place === 6 ? row : { ...row, userId: null, nickname: null },
  )
  await openLeague({ league: { ...league, list, isApart: true, promotes: 0, relegates: 0 } })

  expect(await screen.findAllByText('Member')).toHaveLength(29)
  const hold = screen.getByRole('link', { name: 'See why' })
  expect(hold.getAttribute('href')).toBe('/more/holds')
})

test('says that the own rung is too small this week, and from which one the member moves', async () => {
  const { league } = sampleLeague()
  await openLeague({ league: { ...league, ownRung: 'MORNING', rungAbove: 'HIGH_NOON' } })

  expect(
    await screen.findByText(
      'Too few members are in Morning this week, so you play in Sunrise. You move up or down from Morning.',
    ),
  ).toBeDefined()
  expect(screen.getByText('Top 5 move up to High Noon')).toBeDefined()
})

test('leaves the leagues and joins them again', async () => {
  await openLeague()
  mockReply('league.takePart', { takesPart: false })
  const out = { state: 'OPTED_OUT', takesPart: false, league: null } as const

  fireEvent.click(await screen.findByRole('button', { name: 'About your league' }))
  mockReply('league.mine', { ...sampleLeague(), ...out })
  fireEvent.click(screen.getByRole('switch', { name: /Take part in leagues/, hidden: true }))

  expect(await screen.findByText('You’re not in the leagues')).toBeDefined()
  mockReply('league.takePart', { takesPart: true })
  mockReply('league.mine', sampleLeague())
  fireEvent.click(screen.getByRole('button', { name: 'Join the leagues' }))
  expect(await screen.findByText('Top 5 move up to Morning')).toBeDefined()
})

/** A league of the second week. */
const RESULT = {
  week: 2,
  rung: 'SUNRISE',
  toRung: 'MORNING',
  isApart: false,
  place: 3,
  members: 30,
  outcome: 'PROMOTED',
  xp: 900,
} as const

test.each([
  ['BEFORE_SEASON', 'Leagues start with the season'],
  ['FIRST_WEEK', 'Leagues start on Fri 26 June'],
  ['DRAWING', 'We’re drawing the leagues'],
  ['RANKED', 'You’re in the top 100'],
  ['NEXT_WEEK', 'Your league is coming up'],
  ['ENDED', 'The season is over'],
] as const)('says why there is no league: %s', async (state, title) => {
  const ended = state === 'ENDED'
  await openLeague({ state, league: null, ...(ended && { week: null, last: RESULT }) })

  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeDefined()
  expect(screen.queryAllByText(/^Week 2: 3 of 30 in Sunrise/)).toHaveLength(ended ? 1 : 0)
})

test.each(['BEFORE_SEASON', 'FIRST_WEEK'] as const)(
  'says that a season without a second week has no leagues: %s',
  async (state) => {
    await openLeague({ state, league: null, nextDrawAt: null })

    const title = 'No leagues this season'
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeDefined()
  },
)

test('names the week of the last league unless it was the week before', async () => {
  const week = { number: 5, startAt: '2026-06-19T00:00:00Z', endAt: '2026-06-26T00:00:00Z' }
  await openLeague({ week, last: RESULT })

  expect(await screen.findByText(/^Week 2: 3 of 30 in Sunrise/)).toBeDefined()
  expect(screen.getByText(/^In week 2 you came 3 of 30/)).toBeDefined()
})

test('shows the league as soon as it is drawn', async () => {
  await openLeague({ state: 'DRAWING', league: null })
  await screen.findByRole('heading', { level: 2, name: 'We’re drawing the leagues' })

  mockReply('league.mine', sampleLeague())

  const list = { name: 'The members of your league' }
  expect(await screen.findByRole('list', list, { timeout: 20_000 })).toBeDefined()
})

test('says that a week in a separate league moved nobody, also after the hold has ended', async () => {
  const { week } = sampleLeague()
  if (!week) throw new Error('The sample has no week')
  await openLeague({
    week: { ...week, number: 3 },
    last: { ...RESULT, isApart: true, members: 12, outcome: 'STAYED' },
  })

  expect(
    await screen.findByText(
      'Last week you played in a separate league because of a hold. You stay in Morning.',
    ),
  ).toBeDefined()
})
