import { expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import { failureText, isClosedAccount, refusedField } from './refusal.ts'

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

test('returns no field for a failure without a code', () => {
  expect(refusedField(new ApiError({ status: 0 }))).toBeUndefined()
  expect(refusedField(new Error('bug'))).toBeUndefined()
})

test('asks to check the connection after a log-in without a response, and shows the reason after a rejected one', () => {
  const t: Translate<'auth'> = (key) => `<${key}>`
  const refused = new ApiError({ code: 1006, status: 400, msg: 'Wrong password.' })
  const fault = new ApiError({ code: 9999, status: 500 })

  expect(failureText(new ApiError({ status: 0 }), 'Login failed.', t)).toBe(
    'Login failed. <checkConnection>',
  )
  expect(failureText(refused, 'Login failed.', t)).toBe('Wrong password.')
  expect(failureText(fault, 'Login failed.', t)).toBe('Login failed.')
})

test.each([
  [1007, true],
  [1011, true],
  [1006, false],
])('treats code %d as a closed account: %s', (code, isClosed) => {
  expect(isClosedAccount(new ApiError({ code, status: 400 }))).toBe(isClosed)
})
