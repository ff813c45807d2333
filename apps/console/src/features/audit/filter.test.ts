import { expect, test } from 'vitest'
import { isFiltered, parseAuditFilter, toAuditQuery } from './filter.ts'

test('reads the filters of an address and ignores everything else', () => {
  const search = { actor: 'operator:min', day: '2027-01-17', page: 3, entry: 20416, other: 'x' }

  expect(parseAuditFilter(search)).toEqual({
    actor: 'operator:min',
    day: '2027-01-17',
    page: 3,
    entry: 20416,
  })
})

test.each([{ page: 0 }, { page: -1 }, { page: 'two' }, { page: 1.5 }, {}])(
  'opens the first page for %j',
  (search) => {
    expect(parseAuditFilter(search)).toEqual({})
  },
)

test('a filter by day covers the programme day', () => {
  expect(toAuditQuery({ page: 1, action: 'job.retry', day: '2027-01-17' })).toEqual({
    page: 1,
    action: 'job.retry',
    from: '2027-01-16T20:00:00.000Z',
    to: '2027-01-17T20:00:00.000Z',
  })
})

test.each([
  ['maria', 'operator:maria'],
  ['operator:maria', 'operator:maria'],
  ['member:12', 'member:12'],
  ['system', 'system'],
])('a person is found by the name that the list shows: %s', (actor, sent) => {
  expect(toAuditQuery({ actor })).toEqual({ page: 1, actor: sent })
})

test('a day that is none filters nothing', () => {
  expect(toAuditQuery({ page: 1, day: 'yesterday' })).toEqual({ page: 1 })
})

test('page and entry are no filters', () => {
  expect(isFiltered({ page: 2, entry: 5 })).toBe(false)
  expect(isFiltered({ page: 1, subject: 'member:12' })).toBe(true)
})
