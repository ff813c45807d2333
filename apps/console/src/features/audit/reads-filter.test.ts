import { expect, test } from 'vitest'
import { parseReadsFilter, toReadsQuery } from './reads-filter.ts'

test('reads the filters of an address and ignores everything else', () => {
  expect(
    parseReadsFilter({ operator: '5', member: 12, day: '2027-01-17', page: 2, other: 'x' }),
  ).toEqual({ operator: 5, member: 12, day: '2027-01-17', page: 2 })
  expect(parseReadsFilter({ operator: 'min', member: -1, day: 'yesterday', page: 0 })).toEqual({})
})

test('a filter by day covers the programme day', () => {
  expect(toReadsQuery({ member: 12, day: '2027-01-17' })).toEqual({
    page: 1,
    userId: 12,
    from: '2027-01-16T20:00:00.000Z',
    to: '2027-01-17T20:00:00.000Z',
  })
})
