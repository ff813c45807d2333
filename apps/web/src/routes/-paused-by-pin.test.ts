import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { isPausedByPin } from './-paused-by-pin.ts'

beforeEach(() => vi.restoreAllMocks())

test.each([
  ['PIN_REPLACED', true],
  ['PIN_SET', false],
])('a PIN whose hold is %s is said to pause withdrawals: %s', async (reason, isPaused) => {
  vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue({ reason, until: null })

  expect(await isPausedByPin()).toBe(isPaused)
})

test('nothing is said where there is no hold, or no answer', async () => {
  vi.spyOn(queryClient, 'fetchQuery').mockResolvedValueOnce(null)
  expect(await isPausedByPin()).toBe(false)

  vi.spyOn(queryClient, 'fetchQuery').mockRejectedValueOnce(new Error('no answer'))
  expect(await isPausedByPin()).toBe(false)
})
