import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#/duration.ts'
import {
  accountsAtLeast,
  answerBy,
  decideAppeal,
  hasWords,
  isReversal,
  mayOpenAgain,
  mayUphold,
  monthsBefore,
  publishedMonth,
} from './hold.ts'

const at = (day: number) => new Date(Date.UTC(2026, 5, 1) + day * DAY_MS)

describe('a hold', () => {
  test('is not opened again by evidence that held before, or by a device or network', () => {
    expect(mayOpenAgain([], ['DEVICE'])).toBe(true)
    expect(mayOpenAgain(['EMAIL', 'STAR'], ['EMAIL'])).toBe(false)
    expect(mayOpenAgain(['EMAIL'], ['EMAIL', 'DEVICE', 'NETWORK'])).toBe(false)
    expect(mayOpenAgain(['EMAIL'], ['EMAIL', 'FUNDING'])).toBe(true)
  })

  test('can be upheld until a time after now and within 180 days of its start', () => {
    expect(mayUphold(at(0), at(180), at(10))).toBe(true)
    expect(mayUphold(at(0), new Date(at(180).getTime() + 1), at(10))).toBe(false)
    expect(mayUphold(at(0), at(10), at(10))).toBe(false)
  })

  test('shows a rounded number of accounts', () => {
    expect([1, 9, 10, 19, 20, 49, 50, 99].map(accountsAtLeast)).toEqual([
      5, 5, 10, 10, 20, 20, 50, 50,
    ])
  })

  test('is counted in the month in which it began', () => {
    expect(publishedMonth(new Date('2026-06-30T23:59:59Z'))).toBe('2026-06')
    expect(monthsBefore(new Date('2026-06-30T23:59:59Z'), 11)).toBe('2025-07')
    expect(monthsBefore(new Date('2026-12-31T00:00:00Z'), 0)).toBe('2026-12')
  })
})

describe('an appeal', () => {
  const open = { isEnded: false, appeal: null, isAppealed: false }

  test('is recorded once, repeated with the same text, and refused with another', () => {
    const appealed = { isEnded: false, appeal: 'Hi', isAppealed: true }

    expect(decideAppeal(open, 'Hi')).toBe('record')
    expect(decideAppeal(appealed, 'Hi')).toBe('repeated')
    expect(decideAppeal(appealed, 'Ho')).toBe('appealed-before')
    expect(decideAppeal({ ...open, isEnded: true }, 'Hi')).toBe('ended')
    expect(decideAppeal({ ...appealed, isEnded: true }, 'Hi')).toBe('repeated')
  })

  test('needs a letter or a number', () => {
    const written = ['\u200b\u2060', ' \n', '…', '🙂', '네', '1']

    expect(written.filter(hasWords)).toEqual(['네', '1'])
  })

  test('is answered within five days, or before the hold ends', () => {
    expect(answerBy(at(0), at(14))).toEqual(at(5))
    expect(answerBy(at(12), at(14))).toEqual(at(14))
  })

  test('and upholding turn a release into a reversal', () => {
    expect(isReversal({ isAppealed: false, isUpheld: false })).toBe(false)
    expect(isReversal({ isAppealed: true, isUpheld: false })).toBe(true)
    expect(isReversal({ isAppealed: false, isUpheld: true })).toBe(true)
  })
})
