import { expect, test } from 'vitest'
import { isFiltered, parseHoldsFilter, toHoldsQuery } from './filter.ts'

test('reads the filters of an address and ignores everything else', () => {
  const filter = { filter: 'upheld', evidence: 'MONEY', hours: '48', group: 3, page: 2 }

  expect(parseHoldsFilter({ ...filter, hours: 48, other: 'x' })).toEqual(filter)
})

test.each([
  { filter: 'waiting' },
  { filter: 'GONE' },
  { evidence: 'DEVICE' },
  { hours: 12 },
  { group: -1 },
  { page: 1 },
])('leaves %j out of the address', (search) => {
  expect(parseHoldsFilter(search)).toEqual({})
})

test('asks for the holds that wait, page by page', () => {
  expect(toHoldsQuery({ hours: '24', group: 3, page: 2 })).toEqual({
    filter: 'waiting',
    page: 2,
    size: 20,
    ageHours: 24,
    groupId: 3,
  })
})

test('a later page without filters is not filtered', () => {
  expect(isFiltered({ page: 2, filter: 'ended' })).toBe(false)
  expect(isFiltered({ evidence: 'INVITES' })).toBe(true)
})
