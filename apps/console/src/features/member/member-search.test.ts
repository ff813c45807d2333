import { expect, test } from 'vitest'
import { parseMemberSearch } from './member-search.ts'

test('reads tab, filters and the explained entry of an address', () => {
  expect(
    parseMemberSearch({ tab: 'orders', group: 'XP', season: 4, page: '2', entry: 'history:12' }),
  ).toEqual({ tab: 'orders', group: 'XP', season: 4, page: 2, entry: 'history:12' })
})

test('leaves out what every address has: the timeline and the first page', () => {
  expect(parseMemberSearch({ tab: 'timeline', page: 1 })).toEqual({})
})

test.each([
  ['tab', 'secrets'],
  ['group', 'ALL'],
  ['season', -1],
  ['page', 'two'],
  ['entry', 'javascript:alert(1)'],
  ['entry', 'history:12/../why'],
  ['entry', 12],
])('ignores %s with the value %s', (name, value) => {
  expect(parseMemberSearch({ [name]: value })).toEqual({})
})

test.each(['mission:3.13', 'friend:1768600000000.2', 'now'])('takes the entry %s', (entry) => {
  expect(parseMemberSearch({ entry })).toEqual({ entry })
})
