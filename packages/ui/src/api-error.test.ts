import { expect, test } from 'vitest'
import { ApiError, isUnanswered } from './api-error.ts'

test.each([
  ['nothing', { status: 0 }],
  ['an error page of a proxy whose server is down', { status: 502 }],
  ['an error page of a proxy that timed out', { status: 504 }],
  ['a server error', { status: 500, code: 9999, msg: 'Something went wrong.' }],
  ['a success status without an envelope', { status: 200 }],
])('treats the outcome as unknown after %s', (_label, reply) => {
  expect(isUnanswered(new ApiError(reply))).toBe(true)
})

test.each([
  ['a refusal', new ApiError({ status: 400, code: 2504, msg: 'Withdrawals are paused.' })],
  ['a limit', new ApiError({ status: 429, code: 2902 })],
  ['maintenance', new ApiError({ status: 503, code: 2903 })],
  ['a rejection by a proxy', new ApiError({ status: 413 })],
  ['a bug in the app', new TypeError('undefined')],
])('treats %s as a definite failure', (_label, error) => {
  expect(isUnanswered(error)).toBe(false)
})
