import { expect, test } from 'vitest'
import { ApiError, isUnanswered } from './api-error.ts'

test.each([
  ['nothing', { status: 0 }],
  ['the page of a proxy without its server', { status: 502 }],
  ['the page of a proxy that waited too long', { status: 504 }],
  ['a fault of the server', { status: 500, code: 9999, msg: 'Something went wrong.' }],
  ['something else than an envelope where a "yes" should be', { status: 200 }],
])('treats the outcome as unknown after %s', (_label, reply) => {
  expect(isUnanswered(new ApiError(reply))).toBe(true)
})

test.each([
  ['a refusal', new ApiError({ status: 400, code: 2504, msg: 'Withdrawals are paused.' })],
  ['a limit', new ApiError({ status: 429, code: 2902 })],
  ['maintenance', new ApiError({ status: 503, code: 2903 })],
  ['the refusal of a proxy', new ApiError({ status: 413 })],
  ['a mistake of the app', new TypeError('undefined')],
])('treats %s as a definite failure', (_label, error) => {
  expect(isUnanswered(error)).toBe(false)
})
