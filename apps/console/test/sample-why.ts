import type { CallData } from '@solstice/contract/wire'

type Why = CallData<'explanation.ofMember'>

/** `Why +157 XP?`: base 50, fifth day 100, Silver 5 % of 150. */
export const explainedCheckIn: Why = {
  entryId: 'history:312',
  rule: 'check-in',
  ruleVersion: 1,
  outcome: 'GRANTED',
  seasonVersion: 7,
  seasonId: 4,
  name: 'Daily check-in',
  at: '2027-01-17T05:14:00.000Z',
  inputs: {
    baseXp: 50,
    bonusEvery: 5,
    bonusXp: 100,
    number: 15,
    lastDay: '2027-01-16',
    seasonXp: 2161,
    level: 22,
    levelPercent: 0,
    tier: 'Silver',
    tierId: 2,
    tierPercent: 5,
  },
  sums: [
    {
      unit: 'XP',
      parts: [
        { part: 'BASE', amount: '50' },
        { part: 'FIFTH_BONUS', amount: '100' },
        { part: 'LEVEL_BONUS', amount: '0' },
        { part: 'TIER_BONUS', amount: '7' },
      ],
      total: '157',
    },
  ],
  steps: [
    { check: 'WINDOW_OPEN', passed: true },
    { check: 'FIRST_TODAY', passed: true },
  ],
  days: [],
  next: null,
  ledgerTransactionId: 812_190,
  replayed: true,
  equalsLedger: true,
  hiddenInputs: {},
  refusal: null,
  links: [
    { kind: 'LEDGER', id: '812190' },
    { kind: 'SEASON', id: '4' },
  ],
}

const nothingCredited = {
  ...explainedCheckIn,
  sums: [],
  ledgerTransactionId: null,
  replayed: true,
  equalsLedger: null,
}

/** A mission that the member had already done on that day. */
export const explainedRefusal: Why = {
  ...nothingCredited,
  entryId: 'refusal:9',
  rule: 'mission',
  outcome: 'DONE_TODAY',
  name: 'Tide of the day',
  at: '2027-01-17T07:03:00.000Z',
  inputs: { code: 2304, reason: 'DONE_TODAY', count: 2, doneAt: '2027-01-17T05:17:00.000Z' },
  steps: [
    { check: 'SEASON', passed: true },
    { check: 'NOT_DONE', passed: false },
  ],
  refusal: {
    code: 2304,
    reason: 'DONE_TODAY',
    call: 'mission.execute',
    count: 2,
    lastAt: '2027-01-17T07:03:00.000Z',
  },
  links: [{ kind: 'SEASON', id: '4' }],
}

/** A payout that waits for the next programme day. */
export const explainedHold: Why = {
  ...nothingCredited,
  entryId: 'payout:2402',
  rule: 'payout',
  outcome: 'DAY_CAP',
  seasonVersion: null,
  seasonId: null,
  name: null,
  at: '2027-01-17T14:12:00.000Z',
  inputs: { amount: '9.26', symbol: 'USDS', purpose: 'REWARD', until: '2027-01-17T20:00:00.000Z' },
  steps: [],
  replayed: null,
  next: { kind: 'TIME', at: '2027-01-17T20:00:00.000Z', inputs: {} },
  hiddenInputs: { perDay: '10000', paidToAll: '9998.5' },
  links: [
    { kind: 'PAYOUT', id: '2402' },
    { kind: 'TRANSACTION', id: `0x${'ab'.repeat(32)}` },
  ],
}

/** A round in which the member checked in on too few days. */
export const explainedNothing: Why = {
  ...nothingCredited,
  entryId: 'round:12',
  rule: 'round',
  outcome: 'TOO_FEW_DAYS',
  name: null,
  inputs: { number: 2, xp: 880, allXp: 1_204_000, checkInDays: 2, checkInDaysNeeded: 3 },
  steps: [
    { check: 'XP', passed: true },
    { check: 'DAYS', passed: false },
  ],
  days: [
    { day: '2027-01-08', counted: true },
    { day: '2027-01-09', counted: false },
    { day: '2027-01-10', counted: true },
  ],
  links: [],
}
