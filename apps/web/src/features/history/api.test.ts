import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { inviteHistoryQuery } from '#/features/account/api.ts'
import { friendsQuery, withdrawalsQuery } from '#/features/invite/api.ts'
import { alertsQuery } from '#/features/notice/api.ts'
import { call } from '#/lib/api.ts'
import { historyQuery, ticketsQuery } from './api.ts'

vi.mock('#/lib/api.ts', () => ({ call: vi.fn() }))

test.each([
  ['the history', historyQuery(2, 'Earned')],
  ['the ticket history', ticketsQuery(2)],
  ['the alerts', alertsQuery],
  ['the list of friends', friendsQuery()],
  ['the list of withdrawals', withdrawalsQuery()],
  ['the invite history', inviteHistoryQuery],
])('%s continues at the cursor of the previous page, until there is none', async (_, options) => {
  const asked: unknown[] = []
  const cursors = ['40.3', null]
  vi.mocked(call).mockImplementation(async (_endpoint, input) => {
    // The type of `call` covers all calls; these have a cursor.
    const { query } = input as unknown as { query: { before: string } }
    asked.push(query.before)
    return { list: [], nextCursor: cursors.shift() }
  })
  // All these queries have the same page parameter; only their entries differ.
  const observer = new InfiniteQueryObserver(
    new QueryClient(),
    options as unknown as ReturnType<typeof ticketsQuery>,
  )
  await observer.refetch()

  const { hasNextPage } = await observer.fetchNextPage()

  expect(asked).toEqual(['latest', '40.3'])
  expect(hasNextPage).toBe(false)
})
