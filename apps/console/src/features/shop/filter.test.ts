import { expect, test } from 'vitest'
import { parseOrdersFilter, parsePaymentsFilter } from './filter.ts'

test('reads the filters of the lists and leaves out what it does not know', () => {
  expect(
    parseOrdersFilter({ state: 'OPEN', product: '3', member: 48_213, before: '90', page: 2 }),
  ).toEqual({ state: 'OPEN', product: 3, member: 48_213, before: 90 })
  expect(parseOrdersFilter({ state: 'LOST', product: -1 })).toEqual({})
  expect(parsePaymentsFilter({ kind: 'done', before: 5 })).toEqual({ kind: 'done', before: 5 })
  expect(parsePaymentsFilter({ kind: 'unknown' })).toEqual({})
})
