import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, showToast, useToast } from './toast.ts'

const shown = () => useToast.getState().current?.message

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  dismissToast()
  vi.useRealTimers()
})

test('stays for 3000 ms and no longer', () => {
  showToast('Saved')

  vi.advanceTimersByTime(2999)
  expect(shown()).toBe('Saved')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

test('replaces the current toast with a new one, which gets its own full time', () => {
  showToast('first')
  vi.advanceTimersByTime(2000)
  showToast('second')

  expect(shown()).toBe('second')
  vi.advanceTimersByTime(2999)
  expect(shown()).toBe('second')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

test('can stay longer and carry a close button', () => {
  showToast('Please login again', { durationMs: 5000, closable: true })

  vi.advanceTimersByTime(4900)
  expect(useToast.getState().current).toMatchObject({
    message: 'Please login again',
    closable: true,
  })
})
