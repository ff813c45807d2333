import { describe, expect, test } from 'vitest'
import {
  ALARM_ROLES,
  ALARM_RULES,
  alarmsOf,
  plannedByNow,
  type AlarmFacts,
  type SeasonFacts,
} from './alarm.ts'
import { DAY_MS, HOUR_MS } from './duration.ts'

const now = new Date('2027-01-17T14:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)

const season: SeasonFacts = {
  seasonId: 4,
  title: 'The Long Night',
  madeXp: 1000,
  plannedXp: 1000,
  wheel: { spins: 5000, p: 0.4 },
  missions: [{ missionId: 7, title: 'Follow us', limit: 100, left: 10 }],
  products: [{ productId: 3, name: 'Tickets', stock: 50, left: 5 }],
  invites: { promised: 80n, budget: 100n },
}

/** Nothing is wrong, but every value is at its limit. */
/** Pays its debts and a round in six days exactly; the round after a week does not count yet. */
const cover = {
  chainId: 1,
  symbol: 'USDS',
  balance: 10n,
  owed: 3n,
  settlements: [
    { at: new Date(now.getTime() + 6 * DAY_MS), amount: 7n },
    { at: new Date(now.getTime() + 7 * DAY_MS), amount: 100n },
  ],
  withdrawn: 0n,
}

const calm: AlarmFacts = {
  now,
  seasons: [{ ...season, madeXp: 1100 }],
  payouts: { count: 1, oldestAt: hoursAgo(24) },
  refunds: { count: 1, oldestAt: hoursAgo(24) },
  holds: { count: 1, oldestAt: hoursAgo(48) },
  lanes: [{ chainId: 1, isFrozen: false, isLow: false }],
  isStopped: false,
  cover: [cover],
  deadJobs: [],
  late: { seconds: 120, kind: 'mail.code' },
  faultsPerMinute: 0.8,
  pushes: { sent: 80, dropped: 20 },
  ledgerProblems: 0,
  brokenAuditEntry: null,
  failedLogins: 4,
  adjustments: [{ name: 'min', today: 6, mean: 2 }],
  suspended: [],
  books: { differences: [], silent: [] },
}

const rulesOf = (facts: Partial<AlarmFacts>) =>
  alarmsOf({ ...calm, ...facts }).map(({ rule, subject, severity }) => [rule, subject, severity])
const ofSeason = (change: Partial<SeasonFacts>) => rulesOf({ seasons: [{ ...season, ...change }] })

test('raises nothing while every value is at its limit', () => {
  expect(alarmsOf(calm)).toEqual([])
})

test.each<[string, Partial<SeasonFacts>, string[]]>([
  ['XP just over 110 % of the plan', { madeXp: 1101 }, ['XP_PACE', 'season:4', 'WARNING']],
  ['XP at 125 % of the plan', { madeXp: 1250 }, ['XP_PACE', 'season:4', 'WARNING']],
  ['XP just over 125 % of the plan', { madeXp: 1251 }, ['XP_PACE', 'season:4', 'CRITICAL']],
  [
    'a wheel off its odds',
    { wheel: { spins: 9, p: 0.00099 } },
    ['WHEEL_ODDS', 'season:4', 'CRITICAL'],
  ],
  [
    'a mission with less than a tenth left',
    { missions: [{ missionId: 7, title: 'Follow us', limit: 100, left: 9 }] },
    ['MISSION_LIMIT', 'season:4/mission:7', 'WARNING'],
  ],
  [
    'a stock with less than a tenth left',
    { products: [{ productId: 3, name: 'Tickets', stock: 50, left: 4 }] },
    ['STOCK_LOW', 'product:3', 'WARNING'],
  ],
  [
    'invitations over 80 % of the budget',
    { invites: { promised: 81n, budget: 100n } },
    ['INVITE_BUDGET', 'season:4', 'WARNING'],
  ],
  [
    'a used-up budget for invitations',
    { invites: { promised: 100n, budget: 100n } },
    ['INVITE_BUDGET', 'season:4', 'CRITICAL'],
  ],
])('raises an alarm about %s', (_, change, alarm) => {
  expect(ofSeason(change)).toEqual([alarm])
})

test.each<[string, Partial<AlarmFacts>, string[]]>([
  [
    'a payout held for more than a day',
    { payouts: { count: 2, oldestAt: hoursAgo(24.01) } },
    ['PAYOUT_HELD', '', 'WARNING'],
  ],
  [
    'a refund that waits for more than a day',
    { refunds: { count: 2, oldestAt: hoursAgo(25) } },
    ['REFUND_WAITING', '', 'WARNING'],
  ],
  [
    'a fair-play hold that waits for more than two days',
    { holds: { count: 2, oldestAt: hoursAgo(48.01) } },
    ['HOLD_WAITING', '', 'WARNING'],
  ],
  ['stopped payouts', { isStopped: true }, ['TREASURY_FROZEN', '', 'CRITICAL']],
  [
    'a frozen chain',
    { lanes: [{ chainId: 5, isFrozen: true, isLow: false }] },
    ['TREASURY_FROZEN', 'chain:5', 'CRITICAL'],
  ],
  [
    'a low balance',
    { lanes: [{ chainId: 5, isFrozen: false, isLow: true }] },
    ['TREASURY_LOW', 'chain:5', 'WARNING'],
  ],
  [
    'less money than falls due within seven days',
    { cover: [{ ...cover, balance: 9n }] },
    ['COVER_SHORT', 'chain:1/token:USDS', 'WARNING'],
  ],
  [
    'dead jobs of one kind',
    { deadJobs: [{ kind: 'mail.code', count: 3 }] },
    ['JOB_DEAD', 'job-kind:mail.code', 'WARNING'],
  ],
  [
    'jobs later than two minutes',
    { late: { seconds: 121, kind: 'x' } },
    ['JOBS_LATE', '', 'WARNING'],
  ],
  ['a fault every minute', { faultsPerMinute: 1 }, ['FAULTS', '', 'WARNING']],
  ['many faults', { faultsPerMinute: 10 }, ['FAULTS', '', 'CRITICAL']],
  [
    'more than a fifth of dropped pushes',
    { pushes: { sent: 79, dropped: 21 } },
    ['PUSHES_DROPPED', '', 'WARNING'],
  ],
  ['a broken ledger', { ledgerProblems: 1 }, ['LEDGER_BROKEN', '', 'CRITICAL']],
  ['a broken audit log', { brokenAuditEntry: 812 }, ['AUDIT_BROKEN', '', 'CRITICAL']],
  ['five failed sign-ins', { failedLogins: 5 }, ['OPERATOR_LOGINS', '', 'CRITICAL']],
  [
    'three times the usual adjustments',
    { adjustments: [{ name: 'min', today: 7, mean: 2 }] },
    ['OPERATOR_ADJUSTMENTS', 'operator:min', 'WARNING'],
  ],
  [
    'a treasury that differs from its books',
    {
      books: {
        differences: [
          {
            subject: 'books:1/coin',
            network: 'BNB Chain',
            symbol: 'BNB',
            difference: '-0.000001',
            block: 8,
            transfers: [],
          },
        ],
        silent: [],
      },
    },
    ['BOOKS_DIFFER', 'books:1/coin', 'CRITICAL'],
  ],
  [
    'a treasury that was not reconciled',
    {
      books: {
        differences: [],
        silent: [{ subject: 'books:1', network: 'BNB Chain', since: '2027-01-15T21:00:00.000Z' }],
      },
    },
    ['BOOKS_SILENT', 'books:1', 'WARNING'],
  ],
  [
    'a suspended schedule',
    { suspended: [{ seasonId: 9, title: 'First Frost', problems: 2 }] },
    ['SCHEDULE_SUSPENDED', 'season:9', 'CRITICAL'],
  ],
])('raises an alarm about %s', (_, change, alarm) => {
  expect(rulesOf(change)).toEqual([alarm])
})

test('ignores few pushes, few adjustments, and a season or budget without a plan', () => {
  expect(rulesOf({ pushes: { sent: 0, dropped: 19 } })).toEqual([])
  expect(rulesOf({ adjustments: [{ name: 'min', today: 4, mean: 0 }] })).toEqual([])
  expect(ofSeason({ plannedXp: 0, madeXp: 1_000_000 })).toEqual([])
  expect(ofSeason({ invites: { promised: 5n, budget: 0n } })).toEqual([])
  expect(ofSeason({ wheel: { spins: 3, p: null } })).toEqual([])
})

test('has no two alarms with the same rule and subject', () => {
  const found = rulesOf({
    isStopped: true,
    lanes: [
      { chainId: 5, isFrozen: true, isLow: true },
      { chainId: 6, isFrozen: true, isLow: true },
    ],
    seasons: [
      { ...season, madeXp: 9999 },
      { ...season, seasonId: 5, madeXp: 9999 },
    ],
  })
  const keys = found.map(([rule, subject]) => `${rule} ${subject}`)

  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toHaveLength(7)
})

test('names the percentage of the plan', () => {
  const [alarm] = alarmsOf({ ...calm, seasons: [{ ...season, madeXp: 1300 }] })

  expect(alarm?.values).toEqual({
    season: 'The Long Night',
    percent: 130,
    madeXp: 1300,
    plannedXp: 1000,
  })
})

test('mails every rule to some role besides owners', () => {
  for (const rule of ALARM_RULES) expect(ALARM_ROLES[rule].length).toBeGreaterThan(0)
})

describe('plannedByNow', () => {
  const startAt = new Date('2027-01-01T20:00:00.000Z')
  const at = (days: number) =>
    plannedByNow([100, 40, 20], { startAt, now: new Date(startAt.getTime() + days * DAY_MS) })

  test.each([
    [-1, 0],
    [0, 0],
    [0.1, 50],
    [0.5, 50],
    [0.75, 75],
    [1, 100],
    [1.5, 120],
    [2.25, 145],
    [3, 160],
    [9, 160],
  ])('expects after %d days %d XP', (days, xp) => {
    expect(at(days)).toBeCloseTo(xp, 9)
  })
})
