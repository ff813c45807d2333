import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CODE_TTL_MS,
  CODE_MAX_TRIES,
  CODE_RESEND_AFTER_MS,
  COMPLETE_CODE_TTL_MS,
  decideCodeEntry,
  isCode,
  readCode,
} from './verification.ts'

const noon = new Date('2026-06-23T12:00:00.000Z')
const after = (ms: number) => new Date(noon.getTime() + ms)

test('a code is valid for five minutes, can be resent after one, allows five attempts, and its completion is valid for half an hour', () => {
  expect([CODE_TTL_MS, CODE_RESEND_AFTER_MS, CODE_MAX_TRIES, COMPLETE_CODE_TTL_MS]).toEqual([
    300_000, 60_000, 5, 1_800_000,
  ])
})

describe('readCode', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['1 2\t3\n4 5 6', '123456'],
  ])('parses %j as %j', (input, code) => {
    expect(readCode(input)).toBe(code)
    expect(isCode(readCode(input))).toBe(true)
  })

  test.each(['', '12345', '1234567', '12345a', '１２３４５６', '12.456', '+12345', '123456\u0000'])(
    'finds no code in %j',
    (input) => {
      expect(isCode(readCode(input))).toBe(false)
    },
  )

  test('finds the six digits between any spaces and dashes', () => {
    const parts = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 9 }),
        fc.array(fc.constantFrom(' ', '-', '\t'), { maxLength: 3 }),
      ),
      { minLength: 6, maxLength: 6 },
    )

    fc.assert(
      fc.property(parts, (pieces) => {
        const typed = pieces.map(([digit, gap]) => `${digit}${gap.join('')}`).join('')
        expect(readCode(typed)).toBe(pieces.map(([digit]) => digit).join(''))
      }),
    )
  })
})

describe('decideCodeEntry', () => {
  test.each([
    ['the right digits in time', { triesUsed: 0, expiresAt: after(1) }, true, 'right'],
    ['the right digits at the last attempt', { triesUsed: 4, expiresAt: after(1) }, true, 'right'],
    ['wrong digits', { triesUsed: 0, expiresAt: after(1) }, false, 'wrong'],
    [
      'the right digits at the moment the code expires',
      { triesUsed: 0, expiresAt: noon },
      true,
      'expired',
    ],
    [
      'the right digits after five attempts',
      { triesUsed: 5, expiresAt: after(1) },
      true,
      'expired',
    ],
    ['wrong digits after five attempts', { triesUsed: 5, expiresAt: after(1) }, false, 'expired'],
    ['any digits when no code was sent', undefined, true, 'wrong'],
  ])('decides an entry with %s', (_label, state, matches, kind) => {
    expect(decideCodeEntry(state, matches, noon)).toEqual({ kind })
  })

  test('never succeeds after expiry, after the last attempt or with wrong digits', () => {
    const entry = fc.record({
      remainingMs: fc.integer({ min: -CODE_TTL_MS, max: CODE_TTL_MS }),
      triesUsed: fc.nat({ max: 2 * CODE_MAX_TRIES }),
      matches: fc.boolean(),
    })

    fc.assert(
      fc.property(entry, ({ remainingMs, triesUsed, matches }) => {
        const { kind } = decideCodeEntry(
          { expiresAt: after(remainingMs), triesUsed },
          matches,
          noon,
        )
        const allowed = remainingMs > 0 && triesUsed < CODE_MAX_TRIES
        expect(kind).toBe(allowed ? (matches ? 'right' : 'wrong') : 'expired')
      }),
    )
  })
})
