import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'
import {
  isOperatorPassword,
  isOperatorSessionOpen,
  newFactorApprovesFrom,
  operatorIdleUntil,
  operatorTokenExpiresAt,
} from './operator.ts'

const START = new Date('2026-06-23T08:00:00.000Z')
const after = (ms: number) => new Date(START.getTime() + ms)

describe("an operator's password", () => {
  test.each([
    ['fourteen chars', false],
    ['fifteen letters', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['별'.repeat(15), true],
    // Fourteen characters of two code units each.
    ['🌞'.repeat(14), false],
    ['🌞'.repeat(128), true],
  ])('%j is accepted: %s', (password, isAccepted) => {
    expect(isOperatorPassword(password)).toBe(isAccepted)
  })
})

describe("an operator's session", () => {
  const session = { lastUsedAt: START, endsAt: after(12 * HOUR_MS), endedAt: null }

  test('ends after fifteen minutes without use', () => {
    expect(operatorIdleUntil(session)).toEqual(after(15 * MINUTE_MS))
    expect(isOperatorSessionOpen(session, after(15 * MINUTE_MS - 1))).toBe(true)
    expect(isOperatorSessionOpen(session, after(15 * MINUTE_MS))).toBe(false)
  })

  test('ends at its last instant, however recently it was used', () => {
    const used = { ...session, lastUsedAt: after(12 * HOUR_MS - MINUTE_MS) }

    expect(operatorIdleUntil(used)).toEqual(after(12 * HOUR_MS))
    expect(isOperatorSessionOpen(used, after(12 * HOUR_MS - 1))).toBe(true)
    expect(isOperatorSessionOpen(used, after(12 * HOUR_MS))).toBe(false)
  })

  test('is over once it was ended', () => {
    expect(isOperatorSessionOpen({ ...session, endedAt: START }, START)).toBe(false)
  })
})

test('a token is valid for ninety days', () => {
  expect(operatorTokenExpiresAt(START)).toEqual(after(90 * 24 * HOUR_MS))
})

describe('a new factor', () => {
  const trusted = { kind: 'PASSKEY', approvesFrom: START } as const

  test.each([
    ['a passkey that approves from now on', trusted, START],
    ['a passkey that does not approve yet', { ...trusted, approvesFrom: after(1) }, after(DAY_MS)],
    ['a passkey that never approves', { ...trusted, approvesFrom: null }, after(DAY_MS)],
    ['a code', { kind: 'TOTP', approvesFrom: START } as const, after(DAY_MS)],
  ])('confirmed by %s approves from then', (_name, confirmed, expected) => {
    expect(newFactorApprovesFrom(confirmed, START)).toEqual(expected)
  })
})
