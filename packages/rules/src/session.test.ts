import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from './duration.ts'
import {
  ACCESS_TTL_MS,
  decideReissue,
  REISSUE_GRACE_MS,
  sessionTtlMs,
  type SessionState,
} from './session.ts'

const now = new Date('2026-06-23T12:00:00.000Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const after = (ms: number) => new Date(now.getTime() + ms)

function aSession(state: Partial<SessionState> = {}): SessionState {
  return {
    generation: 5,
    received: true,
    rotatedAt: before(HOUR_MS),
    expiresAt: after(HOUR_MS),
    ended: false,
    ...state,
  }
}

test('an access token is valid for fifteen minutes, a session for a day, and a session that stays logged in for fourteen', () => {
  expect(ACCESS_TTL_MS).toBe(15 * 60_000)
  expect(sessionTtlMs(false)).toBe(24 * HOUR_MS)
  expect(sessionTtlMs(true)).toBe(14 * 24 * HOUR_MS)
})

describe('a presented refresh token', () => {
  test.each([
    ['the newest', aSession(), 5, 'rotate'],
    ['the previous one, while its successor is unused', aSession({ received: false }), 4, 'repeat'],
    [
      'the previous one, at the end of the grace period',
      aSession({ rotatedAt: before(10_000) }),
      4,
      'repeat',
    ],
    [
      'the previous one, a moment after the grace period',
      aSession({ rotatedAt: before(10_001) }),
      4,
      'reused',
    ],
    ['an older one, even inside the grace period', aSession({ rotatedAt: now }), 3, 'reused'],
    ['an older one, although the newest is unused', aSession({ received: false }), 3, 'reused'],
    ['one that was never issued', aSession(), 6, 'ended'],
    ['any token of an ended session', aSession({ ended: true }), 5, 'ended'],
    ['any token at the moment the session expires', aSession({ expiresAt: now }), 5, 'expired'],
    ['an older one of an expired session', aSession({ expiresAt: now }), 1, 'expired'],
  ] as const)('decides on %s', (_label, state, presented, decision) => {
    expect(decideReissue(state, presented, now)).toBe(decision)
  })

  const states = fc.record({
    generation: fc.nat({ max: 8 }),
    received: fc.boolean(),
    rotatedAt: fc.integer({ min: 0, max: 3 * REISSUE_GRACE_MS }).map(before),
    expiresAt: fc.integer({ min: -HOUR_MS, max: HOUR_MS }).map(after),
    ended: fc.boolean(),
  })

  test('is rejected after the session ended or expired', () => {
    fc.assert(
      fc.property(states, fc.nat({ max: 10 }), (state, presented) => {
        fc.pre(state.ended || now >= state.expiresAt)
        expect(['ended', 'expired']).toContain(decideReissue(state, presented, now))
      }),
    )
  })

  test('rotates only if it is the newest, and is repeated only if it is the one before', () => {
    fc.assert(
      fc.property(states, fc.nat({ max: 10 }), (state, presented) => {
        const decision = decideReissue(state, presented, now)
        const behind = state.generation - presented
        expect(decision === 'rotate' ? behind : 0).toBe(0)
        expect(decision === 'repeat' ? behind : 1).toBe(1)
      }),
    )
  })

  test('is reported as reused if its successor was used and its grace period is over', () => {
    fc.assert(
      fc.property(states, (state) => {
        fc.pre(!state.ended && now < state.expiresAt && state.generation > 0)
        fc.pre(state.received && now.getTime() - state.rotatedAt.getTime() > REISSUE_GRACE_MS)
        expect(decideReissue(state, state.generation - 1, now)).toBe('reused')
      }),
    )
  })
})
