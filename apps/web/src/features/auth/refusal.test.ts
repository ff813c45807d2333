import { expect, test } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { refusedField } from './refusal.ts'

test.each([
  [1001, 'email'],
  [1002, 'email'],
  [2106, 'email'],
  [1101, 'email'],
  [1003, 'code'],
  [1004, 'code'],
  [1005, 'password'],
  [1009, 'referralCode'],
  [1006, undefined],
  [2902, undefined],
  [9999, undefined],
])('shows code %d at the field %s', (code, field) => {
  expect(refusedField(new ApiError({ code, status: 400 }))).toBe(field)
})

test('has no field for a failure without a code', () => {
  expect(refusedField(new ApiError({ status: 0 }))).toBeUndefined()
  expect(refusedField(new Error('bug'))).toBeUndefined()
})
