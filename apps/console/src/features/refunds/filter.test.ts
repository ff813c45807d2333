import { expect, test } from 'vitest'
import { parseRefundsFilter, toQueueQuery } from './filter.ts'

test('reads the filters of an address and leaves out what it does not know', () => {
  expect(
    parseRefundsFilter({ view: 'mine', type: 'OTHER', member: '48213', page: '2', more: 1 }),
  ).toEqual({ view: 'mine', type: 'OTHER', member: 48_213, page: 2 })
  expect(parseRefundsFilter({ view: 'waiting', type: 'ALL', member: 'x', page: 1 })).toEqual({})
})

test('asks the server for the claim or the state of a list', () => {
  expect(toQueueQuery({})).toEqual({})
  expect(toQueueQuery({ view: 'mine', member: 5 })).toEqual({ claimedBy: 'me', userId: 5 })
  expect(toQueueQuery({ view: 'rule' })).toEqual({ forOperator: 'false' })
  expect(toQueueQuery({ view: 'granted', page: 3 })).toEqual({ state: 'COMPLETED', page: 3 })
})
