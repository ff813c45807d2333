import { expect, test } from 'vitest'
import { seekAgain, sought } from './sought.ts'

const fault = new Error('no network')

test.each([
  ['in the list of before', 7, { isFetchedAfterMount: false, error: null }, 7],
  ['not in the list of before', undefined, { isFetchedAfterMount: false, error: null }, undefined],
  ['not in the list of now', undefined, { isFetchedAfterMount: true, error: null }, null],
  ['asked for in vain', undefined, { isFetchedAfterMount: true, error: fault }, undefined],
  ['there, and asked for in vain', 7, { isFetchedAfterMount: true, error: fault }, 7],
])('returns the state of an item that is %s', (_, found, query, expected) => {
  expect(sought(query, found).data).toBe(expected)
})

test('polls for a missing item for a limited time', () => {
  expect(seekAgain(1000, 1000)).toBe(2000)
  expect(seekAgain(1000, 20_999)).toBe(2000)
  expect(seekAgain(1000, 21_000)).toBe(false)
})
