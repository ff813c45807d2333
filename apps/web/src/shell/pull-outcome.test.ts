import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, translate } from '#/lib/i18n.ts'
import { MAX_REFRESH_MS, pullOutcome } from './pull-outcome.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['answered', () => Promise.resolve(true), 'done'],
  ['only partly answered', () => Promise.resolve(false), 'failed'],
  ['broken off', () => Promise.reject(new Error('gone')), 'failed'],
] as const)('reports the outcome of reads that were %s immediately', async (_, reads, outcome) => {
  expect(await pullOutcome(reads())).toBe(outcome)
})

test('reports reads that take more than ten seconds as slow, not as failed', async () => {
  await loadTexts('shell')
  const outcome = pullOutcome(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(MAX_REFRESH_MS)

  expect(await outcome).toBe('slow')
  expect(translate('shell:refresh.slow')).toBe('This is taking longer than usual.')
})
