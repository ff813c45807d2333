import { expect, test } from 'vitest'
import {
  completeSearch,
  historySearch,
  orderSearch,
  refundSearch,
  seasonSearch,
  whySearch,
} from './-search.ts'

const HASH = `0x${'aB'.repeat(32)}`

test.each([
  ['a number as text', { order: '12' }, { order: 12 }],
  ['a number', { order: 12 }, { order: 12 }],
  ['less than one', { order: '-1' }, {}],
  ['a power', { order: '1e3' }, {}],
  ['nothing', {}, {}],
])('reads an order as a positive integer: %s', (_, search, expected) => {
  expect(orderSearch(search)).toEqual(expected)
})

test.each([
  ['a hash', { txHash: HASH }, { txHash: HASH }],
  ['a hash and an order', { txHash: HASH, order: 3 }, { txHash: HASH, order: 3 }],
  ['half a hash', { txHash: '0x12' }, {}],
  ['a script', { txHash: 'javascript:alert(1)' }, {}],
  ['a number', { txHash: 12 }, {}],
])('accepts only a complete hash for a finished purchase: %s', (_, search, expected) => {
  expect(completeSearch(search)).toEqual(expected)
})

test.each([
  ['an entry', 'history:12', { why: 'history:12' }],
  ['a mission of a season', 'mission:2.13', { why: 'mission:2.13' }],
  ['a friend', 'friend:1782000000000.1', { why: 'friend:1782000000000.1' }],
  ['a path', '../users/me', {}],
  ['a script', '<script>', {}],
  ['a number', 12, {}],
  ['nothing', undefined, {}],
])('accepts only the name of an entry to explain: %s', (_, why, expected) => {
  expect(whySearch({ why })).toEqual(expected)
})

test('omits a missing or unknown refund type, so that the first one applies', () => {
  expect(refundSearch({})).toEqual({})
  expect(refundSearch({ type: 'other' })).toEqual({})
  expect(refundSearch({ type: 'OTHER' })).toEqual({ type: 'OTHER' })
})

test('accepts two history tabs and a numeric season', () => {
  expect(historySearch({ tab: 'Purchased' })).toEqual({ tab: 'Purchased' })
  expect(historySearch({ tab: 'Sold' })).toEqual({})
  expect(seasonSearch({ season: '2' })).toEqual({ season: 2 })
  expect(seasonSearch({ season: '0' })).toEqual({})
})
