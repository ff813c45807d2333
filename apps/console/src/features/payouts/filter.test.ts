import { expect, test } from 'vitest'
import { isFiltered, parsePayoutsFilter, toPayoutsQuery } from './filter.ts'

test('an address keeps known filters and drops everything else', () => {
  const filter = parsePayoutsFilter({
    state: 'QUEUED',
    purpose: 'STEAL',
    heldFor: 'DAY_CAP',
    symbol: 'USDS',
    chain: '56',
    member: 'x',
    from: '2027-01-17',
    to: '17 January',
    page: 1,
  })

  expect(filter).toEqual({
    state: 'QUEUED',
    heldFor: 'DAY_CAP',
    symbol: 'USDS',
    chain: 56,
    from: '2027-01-17',
  })
})

test('a programme day is a range of instants, and its end belongs to it', () => {
  const query = toPayoutsQuery({ from: '2027-01-17', to: '2027-01-17', chain: 56, page: 3 })

  expect(query).toEqual({
    chainId: 56,
    from: '2027-01-16T20:00:00.000Z',
    to: '2027-01-17T20:00:00.000Z',
  })
})

test('a page alone is no filter', () => {
  expect([isFiltered({ page: 3 }), isFiltered({ member: 7 })]).toEqual([false, true])
})
