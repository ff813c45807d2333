import { describe, expect, test } from 'vitest'
import { HOUR_MS } from './duration.ts'
import { CLAIM_MS, holderOf, isHeldByOther, refundAge } from './refund-claim.ts'

const now = new Date('2027-01-17T14:00:00Z')
const claim = { claimedBy: 7, claimedUntil: new Date(now.getTime() + CLAIM_MS) }
const later = (ms: number) => new Date(now.getTime() + ms)

describe('the claim of a refund', () => {
  test('belongs to its operator until it ends, and to nobody from that instant', () => {
    expect(holderOf(claim, later(CLAIM_MS - 1))).toBe(7)
    expect(holderOf(claim, later(CLAIM_MS))).toBeNull()
    expect(holderOf({ claimedBy: null, claimedUntil: null }, now)).toBeNull()
  })

  test('keeps out everybody but its operator', () => {
    expect(isHeldByOther(claim, 8, now)).toBe(true)
    expect(isHeldByOther(claim, 7, now)).toBe(false)
    expect(isHeldByOther(claim, 8, later(CLAIM_MS))).toBe(false)
  })
})

test('a refund is late after a day and overdue after two', () => {
  expect([0, 24 * HOUR_MS - 1].map(refundAge)).toEqual(['fresh', 'fresh'])
  expect([24 * HOUR_MS, 48 * HOUR_MS - 1].map(refundAge)).toEqual(['late', 'late'])
  expect(refundAge(48 * HOUR_MS)).toBe('overdue')
})
