import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { roundsQuery } from './api.ts'
import type { Round, Season } from './api.ts'
import { RoundCard } from './round-card.tsx'

// The router would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }))

beforeAll(() => loadTexts('season'))

function textOf(rounds: readonly object[], me: object = {}): string {
  const queries = new QueryClient()
  queries.setQueryData(roundsQuery(1).queryKey, rounds.map(settledRound))
  const none = { receivedReward: '0', pendingReward: '0', waitingReward: '0', estimate: null }
  // The card reads only these fields.
  const season = {
    seasonId: 1,
    currentRoundId: null,
    endAt: '2027-08-01T00:00:00.000Z',
    me: { ...none, rewardSymbol: 'USDS', ...me },
  } as Season
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <RoundCard season={season} />
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

function settledRound(more: object, at: number): Round {
  return {
    roundId: at + 1,
    number: at + 1,
    startAt: '2027-06-01T00:00:00.000Z',
    endAt: '2027-06-08T00:00:00.000Z',
    status: 'ENDED',
    pool: '5000',
    symbol: 'USDS',
    myXp: 120,
    myCheckInDays: 3,
    myExcusedDay: null,
    myReward: '0',
    myRewardState: null,
    isMyFirstReward: false,
    ...more,
  }
}

test('shows received, pending and waiting rewards as three amounts', () => {
  const content = textOf([], { receivedReward: '12.5', pendingReward: '3', waitingReward: '7' })

  expect(content).toContain('Received +12.50 USDS')
  expect(content).toContain('On its way 3.00 USDS')
  expect(content).toContain('Waiting for your wallet 7.00 USDS')
})

test('explains a round without a reward by too few check-in days, and shows how many there were', () => {
  const content = textOf([{ myReward: '8', myRewardState: 'PAID' }, { myCheckInDays: 2 }])

  expect(content).toContain('Round 2: no reward. You checked in on 2 of 3 days.')
  expect(content).toContain('2 of 3 days. Why?')
  expect(content).not.toContain('Round 1: no reward')
})

test('combines rounds without XP in one line, and explains a share that is too small', () => {
  const content = textOf([{ myXp: 0, myCheckInDays: 0 }, { myXp: 0, myCheckInDays: 0 }, {}])

  expect(content).toContain('Rounds 1, 2: no reward. You earned no round XP.')
  expect(content).toContain('Round 3: no reward. Your share of the pool was too small to pay out.')
})

test('shows no reason for a round that is not settled yet', () => {
  expect(textOf([{ myReward: null, myXp: 0 }])).not.toContain('no reward')
})
