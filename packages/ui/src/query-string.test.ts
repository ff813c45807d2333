import { expect, test } from 'vitest'
import { toQueryString } from './query-string.ts'

test.each([
  [{}, ''],
  [{ page: 1, sort: 'desc' }, '?page=1&sort=desc'],
  [{ id: [1, 2] }, '?id=1&id=2'],
  [{ a: null, b: undefined, c: [null, 3] }, '?c=3'],
  [{ empty: [] }, ''],
  [{ flag: false, zero: 0, blank: '' }, '?flag=false&zero=0&blank='],
  [{ q: 'a b&c' }, '?q=a+b%26c'],
])('writes %j as "%s": arrays as repeated keys, nothing for null', (params, expected) => {
  expect(toQueryString(params)).toBe(expected)
})
