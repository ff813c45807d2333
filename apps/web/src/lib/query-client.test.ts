import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient, shouldRetry } from './query-client.ts'

test.each([
  ['no network', new ApiError({ status: 0 }), true],
  ['a fault of the server', new ApiError({ status: 500, code: 9999 }), true],
  ['a refusal', new ApiError({ status: 404, code: 2901 }), false],
  ['an error of our own', new Error('bug'), false],
])('after %s it asks again: %s', (_name, error, expected) => {
  expect(shouldRetry(0, error)).toBe(expected)
})

test('asks three times in all', () => {
  const fault = new ApiError({ status: 503 })

  expect([0, 1, 2].map((failures) => shouldRetry(failures, fault))).toEqual([true, true, false])
})

test('keeps answers 5 minutes and takes none for fresh', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    gcTime: 300_000,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  })
})
