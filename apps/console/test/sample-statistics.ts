import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { page } from './sample-day.ts'

type Statistics = CallData<'statistics.season'>

const START_MS = Date.parse('2026-12-31T20:00:00.000Z')
const dateOf = (day: number) =>
  new Date(START_MS + (day - 1) * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
const DAYS = 28
const TODAY = 17

const plan = Array.from({ length: DAYS }, (_, at) => ({
  day: at + 1,
  date: dateOf(at + 1),
  participants: 4_400,
  xp: at === 0 ? 6_000_000 : 1_500_000,
  tickets: 9_000,
  ticketsUsed: 9_000,
  spins: 13_000,
  checkIns: 4_400,
}))

let held = 0
const days = Array.from({ length: TODAY }, (_, at): Statistics['days'][number] => {
  const xp = {
    spin: 700_000,
    checkIn: 250_000,
    mission: 550_000,
    product: 3_000,
    invite: 900,
    other: 100,
  }
  const xpMade = Object.values(xp).reduce((sum, part) => sum + part, 0)
  held += xpMade - 200_000
  return {
    day: at + 1,
    date: dateOf(at + 1),
    participants: 4_300 - at,
    newParticipants: at === 0 ? 4_300 : 300,
    xp,
    xpMade,
    xpSpent: 200_000,
    xpHeld: held,
    ticketsMade: 9_100,
    ticketsUsed: 8_900,
    checkIns: 4_200,
    spins: 12_899,
    purchases: 71,
    payments: [{ symbol: 'USDS', income: '258.8', returned: at === 3 ? '185' : '0' }],
    rewarded: at % 7 === 6 ? '2500' : '0',
    paid: at % 7 === 6 ? '2300' : '0',
    refusals: 158,
    pushesSent: 4_100,
    pushesDropped: 60,
  }
})

const texts = (en: string, ko: string) => ({ en, ko })

export const seasonStatistics: Statistics = {
  seasonId: 4,
  title: texts('The Long Night', '긴 밤'),
  phase: 'RUNNING',
  startAt: new Date(START_MS).toISOString(),
  endAt: new Date(START_MS + DAYS * 86_400_000).toISOString(),
  today: TODAY,
  totalDays: DAYS,
  round: { number: 3, endsAt: '2027-01-21T20:00:00.000Z' },
  rounds: [1, 2, 3, 4].map((number) => ({
    number,
    firstDay: number * 7 - 6,
    lastDay: number * 7,
  })),
  symbol: 'USDS',
  asOf: '2027-01-17T14:00:00.000Z',
  ledgerTransaction: 812_233,
  plannedMembers: 10_000,
  pool: '10000',
  totals: {
    participants: 9_412,
    xpMade: 32_800_000,
    xpSpent: 3_400_000,
    spins: 219_285,
    payments: [{ symbol: 'USDS', income: '4400', returned: '185' }],
    rewarded: '5700.4',
    paid: '5000',
    owed: '700.4',
  },
  days,
  plan,
  previous: {
    seasonId: 3,
    title: texts('First Frost', '첫서리'),
    days: Array.from({ length: DAYS }, (_, at) => ({
      day: at + 1,
      participants: 3_400,
      xpMade: 1_200_000,
      ticketsMade: 7_000,
      ticketsUsed: 6_900,
    })),
  },
  missions: [
    {
      missionId: 1,
      title: texts('Daily check-in', '출석 체크'),
      completions: 71_400,
      xp: 4_250_000,
      limit: null,
      left: null,
    },
    {
      missionId: 9,
      title: texts('Follow the aurora', '오로라 팔로우'),
      completions: 4_870,
      xp: 974_000,
      limit: 5_000,
      left: 130,
    },
  ],
  wheel: {
    spins: 219_285,
    mean: 54.45,
    declaredMean: 54.5,
    prizes: [
      { xp: 10, observed: 87_407, expected: 87_714, declaredPercent: 40 },
      { xp: 30, observed: 55_062, expected: 54_821.25, declaredPercent: 25 },
      { xp: 1000, observed: 2_171, expected: 2_192.85, declaredPercent: 1 },
    ],
    test: { statistic: 4.4, degrees: 5, p: 0.49 },
  },
  tiers: [
    { name: texts('Bronze', '브론즈'), minXp: 0, members: 4_588, planned: 4_700 },
    { name: texts('Silver', '실버'), minXp: 1_000, members: 3_027, planned: 2_800 },
  ],
  refusals: [
    { code: 2304, text: 'This mission isn’t available right now.', count: 1_204, today: 88 },
    { code: 2303, text: 'You have no spins left.', count: 866, today: 41 },
  ],
}

export const openAlarm: CallData<'alarm.list'>['list'][number] = {
  alarmId: 31,
  rule: 'XP_PACE',
  subject: 'season:4',
  severity: 'CRITICAL',
  values: { season: 'The Long Night', percent: 131, madeXp: 39_300_000, plannedXp: 30_000_000 },
  raisedAt: '2027-01-17T13:05:00.000Z',
  clearedAt: null,
  acknowledged: null,
}

const COMMITTED = { commitment: 'ab'.repeat(32), committedAt: '2027-01-01T20:00:00.000Z' }
const weekOfLeagues = (week: number, startAt: string, endAt: string) => ({
  week,
  startAt,
  endAt,
  ...COMMITTED,
  optedOut: 0,
  apart: 0,
  active: null,
  promoted: 0,
  relegated: 0,
  members: 0,
  leagues: 0,
  rungs: [],
  drawnAt: null,
  closedAt: null,
})

const leagueSeason: CallData<'league.season'> = {
  weeks: [
    {
      ...weekOfLeagues(2, '2027-01-07T20:00:00.000Z', '2027-01-14T20:00:00.000Z'),
      step: 'CLOSED',
      members: 6_904,
      leagues: 231,
      optedOut: 212,
      apart: 34,
      active: 5_870,
      promoted: 1_148,
      relegated: 1_148,
      drawnAt: '2027-01-07T20:01:12.000Z',
      closedAt: '2027-01-14T20:00:48.000Z',
    },
    {
      ...weekOfLeagues(3, '2027-01-14T20:00:00.000Z', '2027-01-21T20:00:00.000Z'),
      step: 'RUNNING',
      members: 7_218,
      leagues: 242,
      optedOut: 240,
      apart: 31,
      drawnAt: '2027-01-14T20:01:40.000Z',
      rungs: [
        { rung: 'FIRST_LIGHT', members: 1_190, leagues: 40, smallest: 29 },
        { rung: 'SUNRISE', members: 4_838, leagues: 162, smallest: 29 },
        { rung: 'MORNING', members: 1_190, leagues: 40, smallest: 29 },
      ],
    },
    {
      ...weekOfLeagues(4, '2027-01-21T20:00:00.000Z', '2027-01-28T20:00:00.000Z'),
      step: 'WAITING',
    },
  ],
}

export const statisticsReplies = {
  'statistics.season': seasonStatistics,
  'statistics.funnel': {
    seasonId: 4,
    asOf: '2027-01-17T14:00:00.000Z',
    steps: [
      { step: 'REGISTERED', members: 14_208 },
      { step: 'JOINED', members: 9_412 },
      { step: 'CHECK_INS', members: 7_031 },
      { step: 'COMPLETED', members: 6_288 },
      { step: 'BOUGHT', members: 1_174 },
      { step: 'REWARDED', members: 5_960 },
    ],
  },
  'league.season': leagueSeason,
  'statistics.today': {
    asOf: '2027-01-17T14:00:00.000Z',
    alarms: { open: 2, critical: 1 },
    season: {
      seasonId: 4,
      title: seasonStatistics.title,
      day: TODAY,
      days: DAYS,
      xp: { actual: 32_800_000, planned: 31_500_000 },
      participants: { actual: 3_906, planned: 4_000 },
      spins: { actual: 12_000, planned: 13_000 },
    },
  },
  'alarm.list': {
    ...page,
    totalCount: 2,
    list: [
      openAlarm,
      {
        alarmId: 30,
        rule: 'STOCK_LOW',
        subject: 'product:3',
        severity: 'WARNING',
        values: { season: 'The Long Night', product: 'Ten tickets', left: 4, stock: 50 },
        raisedAt: '2027-01-17T09:00:00.000Z',
        clearedAt: null,
        acknowledged: {
          by: 'mateo.ruiz',
          at: '2027-01-17T09:20:00.000Z',
          note: 'More stock comes tomorrow',
        },
      },
    ],
  },
  'alarm.acknowledge': {
    ...openAlarm,
    acknowledged: { by: 'hana.seo', at: '2027-01-17T14:12:00.000Z', note: 'PRG-318' },
  },
} satisfies { [Id in CallId]?: CallData<Id> }
