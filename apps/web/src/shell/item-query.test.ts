import { expect, test } from 'vitest'
import { itemPollInterval, itemQuery } from './item-query.ts'

const fault = new Error('no network')

test.each([
  ['in the cached list', 7, { isFetchedAfterMount: false, error: null }, 7],
  ['not in the cached list', undefined, { isFetchedAfterMount: false, error: null }, undefined],
  ['not in the fetched list', undefined, { isFetchedAfterMount: true, error: null }, null],
  [
    'missing after a failed fetch',
    undefined,
    { isFetchedAfterMount: true, error: fault },
    undefined,
  ],
  ['there, and missing after a failed fetch', 7, { isFetchedAfterMount: true, error: fault }, 7],
])('returns the state of an item that is %s', (_, found, query, expected) => {
  expect(itemQuery(query, found).data).toBe(expected)
})

test('polls for a missing item for a limited time', () => {
  expect(itemPollInterval(1000, 1000)).toBe(2000)
  expect(itemPollInterval(1000, 20_999)).toBe(2000)
  expect(itemPollInterval(1000, 21_000)).toBe(false)
})
