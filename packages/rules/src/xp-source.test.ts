import { expect, test } from 'vitest'
import { isReturn, xpSourceOf } from './xp-source.ts'

test.each([
  ['CHECK_IN', 'checkIn'],
  ['SPIN', 'spin'],
  ['MISSION', 'mission'],
  ['PRODUCT', 'product'],
  ['PURCHASE', 'product'],
  ['INVITE', 'invite'],
  ['OPERATOR_ADJUSTMENT', 'other'],
  ['A_KIND_OF_TOMORROW', 'other'],
])('attributes the XP of %s to %s', (kind, source) => {
  expect(xpSourceOf(kind)).toBe(source)
})

test('treats refunds and reversals as returns, and nothing else', () => {
  expect(['REFUND', 'REVERSAL', 'PRODUCT', 'SPIN'].map(isReturn)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
