import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { isPausedByPin } from './-paused-by-pin.ts'

beforeEach(() => vi.restoreAllMocks())

test.each([
  ['PIN_REPLACED', true],
  ['PIN_SET', false],
])(
  'reports for a PIN hold with reason %s whether withdrawals are paused: %s',
  async (reason, isPaused) => {
    vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue({ reason, until: null })

    expect(await isPausedByPin()).toBe(isPaused)
  },
)

test('reports no pause without a hold or a response', async () => {
  vi.spyOn(queryClient, 'fetchQuery').mockResolvedValueOnce(null)
  expect(await isPausedByPin()).toBe(false)

  vi.spyOn(queryClient, 'fetchQuery').mockRejectedValueOnce(new Error('no answer'))
  expect(await isPausedByPin()).toBe(false)
})
