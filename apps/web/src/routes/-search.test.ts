import { expect, test } from 'vitest'
import {
  completeSearch,
  historySearch,
  orderSearch,
  refundSearch,
  seasonSearch,
} from './-search.ts'

const HASH = `0x${'aB'.repeat(32)}`

test.each([
  [orderSearch, { order: '12' }, { order: 12 }],
  [orderSearch, { order: 12 }, { order: 12 }],
  [orderSearch, { order: '-1' }, {}],
  [orderSearch, { order: '1e3' }, {}],
  [orderSearch, {}, {}],
  [completeSearch, { txHash: HASH }, { txHash: HASH }],
  [completeSearch, { txHash: HASH, order: 3 }, { txHash: HASH, order: 3 }],
  [completeSearch, { txHash: '0x12' }, {}],
  [completeSearch, { txHash: 'javascript:alert(1)' }, {}],
  [completeSearch, { txHash: 12 }, {}],
  [refundSearch, { type: 'OTHER' }, { type: 'OTHER' }],
  [refundSearch, { type: 'other' }, {}],
  [refundSearch, {}, {}],
  [historySearch, { tab: 'Purchased' }, { tab: 'Purchased' }],
  [historySearch, { tab: 'Sold' }, {}],
  [seasonSearch, { season: '2' }, { season: 2 }],
  [seasonSearch, { season: '0' }, {}],
])('%o reads %o as %o', (read, search, expected) => {
  expect(read(search)).toEqual(expected)
})
