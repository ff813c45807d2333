import { expect, test } from 'vitest'
import { comparedRevisions, parseCompareSearch } from './compare-search.ts'

const LIST = [
  { revision: 9, kind: 'LIVE' as const },
  { revision: 8, kind: 'LIVE' as const },
  { revision: 7, kind: 'PUBLISH' as const },
  { revision: 6, kind: 'SAVE' as const },
  { revision: 5, kind: 'SAVE' as const },
]

test.each([
  [{}, { from: 7, to: 9 }],
  [{ to: 7 }, { from: 6, to: 7 }],
  [{ from: 5 }, { from: 5, to: 9 }],
  [
    { from: 6, to: 5 },
    { from: 6, to: 5 },
  ],
  [
    { from: 1, to: 2 },
    { from: 1, to: 2 },
  ],
])('the address %j compares %j', (search, compared) => {
  expect(comparedRevisions(search, LIST)).toEqual(compared)
})

test('a single revision has nothing to be compared with', () => {
  expect(comparedRevisions({}, LIST.slice(-1))).toBeNull()
  expect(comparedRevisions({}, [])).toBeNull()
})

test.each([
  [
    { from: '3', to: 12 },
    { from: 3, to: 12 },
  ],
  [{ from: '-1', to: 'x' }, {}],
  [{ from: '1.5', to: '0' }, {}],
])('reads only numbers of revisions from the address: %j', (search, expected) => {
  expect(parseCompareSearch(search)).toEqual(expected)
})
