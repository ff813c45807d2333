import { expect, test } from 'vitest'
import { holdFor } from './payout.ts'
import { decideHold, type HoldFacts } from './payout-hold.ts'

const now = new Date('2026-06-23T08:00:00Z')
const until = new Date('2026-06-25T08:00:00Z')
const facts: HoldFacts = {
  status: 'ACTIVE',
  isDeleted: false,
  frozenAt: null,
  lastPause: undefined,
  fairPlay: undefined,
}
const lastPause = { kind: 'WALLET_REGISTERED', at: now } as const

test.each<[string, Partial<HoldFacts>, object | undefined]>([
  ['an active member', {}, undefined],
  ['a suspended member', { status: 'SUSPENDED' }, { why: 'MEMBER_SUSPENDED' }],
  ['a disabled member', { status: 'DISABLED' }, { why: 'MEMBER_DISABLED' }],
  ['a deleted member', { status: 'DISABLED', isDeleted: true }, undefined],
  ['a member who reported a theft', { frozenAt: now }, { why: 'FROZEN' }],
  [
    'a deleted member whose theft was reported',
    { status: 'DISABLED', isDeleted: true, frozenAt: now },
    { why: 'FROZEN' },
  ],
  ['a member with a new wallet', { lastPause }, { why: 'PAUSED', event: lastPause.kind, until }],
  [
    'a deleted member with a new wallet',
    { status: 'DISABLED', isDeleted: true, lastPause },
    { why: 'PAUSED', event: lastPause.kind, until },
  ],
  [
    'a member whose pause is over',
    { lastPause: { kind: 'PIN_SET', at: new Date(now.getTime() - 48 * 3_600_000) } },
    undefined,
  ],
  [
    'a member with a fair-play hold in a pause',
    { fairPlay: { holdId: 7, until }, lastPause },
    { why: 'FAIR_PLAY', holdId: 7, until },
  ],
  ['a member whose fair-play hold has ended', { fairPlay: { holdId: 7, until: now } }, undefined],
  ['a frozen member in a pause', { frozenAt: now, lastPause }, { why: 'FROZEN' }],
  [
    'a suspended member who is frozen',
    { status: 'SUSPENDED', frozenAt: now },
    { why: 'MEMBER_SUSPENDED' },
  ],
])('%s has the expected hold', (_, change, hold) => {
  expect(decideHold({ ...facts, ...change }, now)).toEqual(hold)
})

test('a fair-play hold stops payouts until its time and no refund', () => {
  const hold = decideHold({ ...facts, fairPlay: { holdId: 7, until } }, now)

  expect(holdFor('WITHDRAWAL', hold)).toEqual({ why: 'FAIR_PLAY', holdId: 7, until })
  expect(holdFor('REWARD', hold)).toEqual({ why: 'FAIR_PLAY', holdId: 7, until })
  expect(holdFor('REFUND', hold)).toBeUndefined()
})
