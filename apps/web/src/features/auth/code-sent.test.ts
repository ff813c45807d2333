import { expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { earlierCode, secondsUntil } from './code-sent.ts'

const SENT = { expiresAt: '2026-06-23T05:05:00.000Z', resendAt: '2026-06-23T05:01:00.000Z' }

test('returns the earlier code of a rejection that contains one, and nothing for any other error', () => {
  expect(earlierCode(new ApiError({ status: 429, code: 2902, data: SENT }))).toEqual(SENT)
  expect(earlierCode(new ApiError({ status: 429, code: 2902, data: null }))).toBeUndefined()
  expect(earlierCode(new Error('offline'))).toBeUndefined()
})

test('returns the wait in whole seconds, and at least one', () => {
  const opensMs = Date.parse(SENT.resendAt)

  expect(secondsUntil(SENT.resendAt, opensMs - 41_200)).toBe(42)
  expect(secondsUntil(SENT.resendAt, opensMs + 5000)).toBe(1)
})
