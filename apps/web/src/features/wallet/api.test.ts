import { expect, test, vi } from 'vitest'
import { QueryClient } from '@tanstack/react-query'
import { bookmarksQuery } from './api.ts'

const SAVED = Array.from({ length: 200 }, (_, at) => ({ id: at + 1 }))

// Mocks the server, which returns at most one hundred entries per page.
vi.mock('#/lib/api.ts', () => ({
  call: async (_: object, { query }: { query: { page: number; size: number } }) => {
    const { page, size } = query
    if (size > 100) throw new Error('9992')
    const list = SAVED.slice((page - 1) * size, page * size)
    return { list, hasNext: page * size < SAVED.length }
  },
}))

test('reads all pages of a full address book', async () => {
  const bookmarks = await new QueryClient().fetchQuery(bookmarksQuery)

  expect(bookmarks.map(({ id }) => id)).toEqual(SAVED.map(({ id }) => id))
})
