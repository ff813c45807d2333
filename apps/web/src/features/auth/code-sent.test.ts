import { expect, test } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { earlierCode, secondsUntil } from './code-sent.ts'

const SENT = { expiresAt: '2026-06-23T05:05:00.000Z', resendAt: '2026-06-23T05:01:00.000Z' }

test('a refusal that tells of a code sent before leads to it; any other does not', () => {
  expect(earlierCode(new ApiError({ status: 429, code: 2902, data: SENT }))).toEqual(SENT)
  expect(earlierCode(new ApiError({ status: 429, code: 2902, data: null }))).toBeUndefined()
  expect(earlierCode(new Error('offline'))).toBeUndefined()
})

test('the wait is told in whole seconds, and never as none', () => {
  const opensMs = Date.parse(SENT.resendAt)

  expect(secondsUntil(SENT.resendAt, opensMs - 41_200)).toBe(42)
  expect(secondsUntil(SENT.resendAt, opensMs + 5000)).toBe(1)
})
