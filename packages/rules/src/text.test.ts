import { expect, test } from 'vitest'
import { withoutTrailing } from './text.ts'

test.each([
  ['1500', '0', '15'],
  ['0', '0', ''],
  ['000', '0', ''],
  ['', '0', ''],
  ['105', '0', '105'],
  ['/a//', '/', '/a'],
  ['/', '/', ''],
])('%j without trailing %j is %j', (text, sign, left) => {
  expect(withoutTrailing(text, sign)).toBe(left)
})
