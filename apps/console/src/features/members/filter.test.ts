import { expect, test } from 'vitest'
import { isFiltered, parseMembersFilter, toMembersQuery } from './filter.ts'

test('reads the filters of an address and ignores everything else', () => {
  const filter = {
    text: 'mina',
    status: 'SUSPENDED',
    language: 'ko',
    wallet: 'yes',
    joinedFrom: '2027-01-01',
    joinedTo: '2027-01-17',
    season: 4,
    before: '48177',
  }

  expect(parseMembersFilter({ ...filter, other: 'x' })).toEqual(filter)
})

test.each([
  { status: 'GONE' },
  { language: 'fr' },
  { wallet: true },
  { joinedFrom: '17 January' },
  { joinedTo: '2027-13-41' },
  { season: 'four' },
  { before: -1 },
  { text: '  ' },
  { text: ['mina'] },
])('ignores %j', (search) => {
  expect(parseMembersFilter(search)).toEqual({})
})

test('takes a number in the address as text, and cuts a text that no member has', () => {
  expect(parseMembersFilter({ text: 48_213 })).toEqual({ text: '48213' })
  expect(parseMembersFilter({ text: 'a'.repeat(300) }).text).toHaveLength(254)
})

test('both programme days of the range belong to it', () => {
  const query = toMembersQuery({ joinedFrom: '2027-01-01', joinedTo: '2027-01-17', season: 4 })

  expect(query).toEqual({
    size: 50,
    seasonId: 4,
    joinedFrom: '2026-12-31T20:00:00.000Z',
    joinedTo: '2027-01-17T20:00:00.000Z',
  })
})

test('a later page without filters is not filtered', () => {
  expect(isFiltered({ before: '48177' })).toBe(false)
  expect(isFiltered({ before: '48177', wallet: 'no' })).toBe(true)
})
