import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { NOW, page } from './sample-day.ts'
import { explainedCheckIn } from './sample-why.ts'

type Entry = CallData<'member.timeline'>['list'][number]

export const shownMember: CallData<'operator.showMember'> = {
  userId: 48_213,
  email: 'm••••r@naver.com',
  nickname: 'MinaHarbor',
  walletAddress: '0x71C4a95B0e3D2f8C6b1A7d4E9f0C3b2A8d6E9E2F',
  status: 'ACTIVE',
  createdAt: '2026-12-30T08:00:00.000Z',
  deletedAt: null,
  language: 'ko',
  payoutsFrozenAt: null,
  withdrawalsPausedUntil: null,
  openSessions: 2,
  lastSeenAt: '2027-01-17T14:00:00.000Z',
  currentSeasonId: 4,
  counts: { orders: 3, payouts: 2, friends: 4, notes: 1 },
  balances: [
    { asset: 'CREDIT', scope: '', balance: '120' },
    { asset: 'REFERRAL', scope: '', balance: '4000000' },
    { asset: 'SEASON_XP', scope: 'season:4', balance: '2431' },
    { asset: 'TICKET', scope: 'season:4', balance: '4' },
    { asset: 'XP', scope: 'season:4', balance: '2231' },
  ],
}

/** An entry of the timeline; only what matters is given. */
export const entry = (entryId: string, at: string, more: Partial<Entry>): Entry => ({
  entryId,
  explained: true,
  group: 'XP',
  source: 'HISTORY',
  kind: 'MISSION',
  at,
  seasonId: 4,
  name: null,
  amounts: [],
  state: null,
  refusal: null,
  operator: null,
  ...more,
})

const xp = (amount: string) => ({ amounts: [{ amount, unit: 'XP' }] })

export const timeline: CallData<'member.timeline'> = {
  list: [
    entry('refusal:9', '2027-01-17T07:03:00.000123Z', {
      group: 'REFUSED',
      source: 'REFUSAL',
      kind: 'REFUSAL',
      name: 'Tide of the day',
      refusal: { code: 2304, reason: 'DONE_TODAY', count: 2 },
    }),
    entry('history:314', '2027-01-17T05:17:00.000Z', { name: 'Tide of the day', ...xp('63') }),
    entry('history:313', '2027-01-17T05:16:00.000Z', { kind: 'SPIN', ...xp('50') }),
    entry('history:312', '2027-01-17T05:14:00.000Z', { kind: 'CHECK_IN', ...xp('157') }),
    entry('history:311', '2027-01-17T05:14:00.000Z', {
      kind: 'TICKET',
      amounts: [{ amount: '2', unit: 'TICKET' }],
    }),
    entry('alert:77', '2027-01-16T17:40:00.000Z', {
      group: 'MESSAGES',
      source: 'ALERT',
      kind: 'REWARD',
      state: 'QUEUED',
      seasonId: null,
    }),
    entry('note:5', '2027-01-16T15:05:00.000Z', {
      explained: false,
      group: 'OPERATORS',
      source: 'NOTE',
      kind: 'NOTE',
      name: 'Asked about round 2, explained.',
      operator: 'jiwoo.park',
      seasonId: null,
    }),
    entry('payout:2391', '2027-01-16T08:31:00.000Z', {
      group: 'MONEY',
      source: 'PAYOUT',
      kind: 'PAYOUT',
      name: 'REWARD',
      amounts: [{ amount: '9.26', unit: 'USDS' }],
      state: 'CONFIRMED',
      seasonId: null,
    }),
    entry('session:12', '2027-01-15T10:00:00.000Z', {
      explained: false,
      group: 'SECURITY',
      source: 'SESSION',
      kind: 'SESSION',
      name: 'Chrome · Android',
      state: 'STARTED',
      seasonId: null,
    }),
  ],
  nextCursor: '1768471200000000.3.12',
}

export const season: CallData<'member.season'> = {
  seasonId: 4,
  title: 'The Long Night',
  status: 'ONGOING',
  startAt: '2026-12-31T20:00:00.000Z',
  endAt: '2027-01-28T20:00:00.000Z',
  joined: true,
  me: {
    level: 25,
    seasonXp: 2431,
    xpBalance: 2231,
    xpToNextLevel: 69,
    levelMinXp: 2400,
    nextLevelMinXp: 2500,
    tickets: 4,
    ticketRatePerDay: 2,
    rank: 3512,
    tier: 'Silver',
    tierId: 2,
    tierEmblem: 'silver',
    nextTier: { tierId: 3, name: 'Gold', minXp: 5000 },
    levelBonusPercent: 0,
    tierBonusPercent: 5,
    estimatedReward: '8.4',
    receivedReward: '18.34',
    pendingReward: '0',
    waitingReward: '0',
    rewardSymbol: 'USDS',
    estimate: null,
  },
  checkIns: 15,
  daysSoFar: 17,
  spins: 21,
  missionsDone: 6,
  rounds: [
    {
      roundId: 11,
      number: 1,
      startAt: '2026-12-31T20:00:00.000Z',
      endAt: '2027-01-07T20:00:00.000Z',
      xp: 912,
      checkInDays: 7,
      reward: '9.08',
      symbol: 'USDS',
      outcome: 'GRANTED',
    },
    {
      roundId: 12,
      number: 2,
      startAt: '2027-01-07T20:00:00.000Z',
      endAt: '2027-01-14T20:00:00.000Z',
      xp: 880,
      checkInDays: 2,
      reward: null,
      symbol: 'USDS',
      outcome: 'TOO_FEW_DAYS',
    },
  ],
}

/** The part of an explanation that members see, without amounts. */
const asMember: CallData<'explanation.mine'> = {
  entryId: 'mission:4.1',
  rule: 'check-in',
  ruleVersion: 1,
  outcome: 'DONE_TODAY',
  seasonVersion: 7,
  seasonId: 4,
  name: 'Daily check-in',
  at: NOW,
  inputs: { number: 15 },
  sums: [],
  steps: [],
  days: [],
  next: null,
  ledgerTransactionId: null,
}

const missions: CallData<'member.missions'> = {
  list: [
    {
      missionId: 1,
      name: 'Daily check-in',
      available: false,
      completed: true,
      explanation: asMember,
    },
    {
      missionId: 13,
      name: 'Partner quest',
      available: true,
      completed: false,
      explanation: {
        ...asMember,
        entryId: 'mission:4.13',
        rule: 'mission',
        outcome: 'AVAILABLE',
        name: 'Partner quest',
      },
    },
  ],
}

const note: CallData<'member.addNote'> = {
  noteId: 5,
  text: 'Asked about round 2, explained.',
  operator: 'hana.seo',
  mine: true,
  createdAt: '2027-01-16T15:05:00.000Z',
}

const friend = {
  userId: 48_301,
  nickname: 'HanRiver8',
  joinedAt: '2027-01-09T06:00:00.000Z',
  entryId: 'friend:1768600000000.1',
  outcome: 'CHECK_INS_MISSING',
  checkInDays: 1,
  checkInDaysNeeded: 3,
  reward: null,
  symbol: 'USDS',
}

const payout: CallData<'payout.list'>['list'][number] = {
  payoutId: 2391,
  purpose: 'REWARD',
  key: 'reward:12:48213',
  userId: 48_213,
  address: '0x71C4a95B0e3D2f8C6b1A7d4E9f0C3b2A8d6E9E2F',
  amount: '9.26',
  symbol: 'USDS',
  chainId: 56,
  state: 'CONFIRMED',
  nonce: 2390,
  txHash: `0x${'ab'.repeat(32)}`,
  heldFor: null,
  notBefore: null,
  failure: null,
  createdAt: '2027-01-16T08:29:00.000Z',
  confirmedAt: '2027-01-16T08:31:00.000Z',
}

/** Replies about one member on 17 January 2027. */
export const memberFileReplies: { [Id in CallId]?: CallData<Id> } = {
  'operator.showMember': shownMember,
  'member.timeline': timeline,
  'member.season': season,
  'member.missions': missions,
  'explanation.ofMember': explainedCheckIn,
  'member.revealEmail': { userId: 48_213, email: 'minaharbor@naver.com' },
  'member.sessions': {
    list: [
      {
        sessionId: 12,
        device: 'Chrome · Android',
        startedAt: '2027-01-15T10:00:00.000Z',
        lastSeenAt: '2027-01-17T14:00:00.000Z',
        endsAt: '2027-02-15T10:00:00.000Z',
      },
      {
        sessionId: 9,
        device: 'Safari · iPhone',
        startedAt: '2027-01-02T10:00:00.000Z',
        lastSeenAt: '2027-01-11T09:00:00.000Z',
        endsAt: '2027-02-02T10:00:00.000Z',
      },
    ],
  },
  'member.endSessions': { ended: 2 },
  'member.referrals': {
    ...page,
    totalCount: 4,
    list: [
      friend,
      {
        ...friend,
        userId: 48_287,
        nickname: 'PineCone3',
        entryId: 'friend:1768500000000.1',
        outcome: 'CLAIMED',
        checkInDays: 5,
        reward: '1',
      },
    ],
    referrer: { userId: 47_900, nickname: 'NorthPineLee' },
  },
  'member.orders': {
    ...page,
    totalCount: 3,
    nextCursor: null,
    list: [
      {
        orderId: 76_902,
        seasonId: 4,
        name: 'Starter XP pack',
        price: '5',
        unit: 'USDS',
        state: 'COMPLETED',
        refundId: 31,
        txHash: `0x${'cd'.repeat(32)}`,
        createdAt: '2027-01-12T09:00:00.000Z',
      },
      {
        orderId: 76_110,
        seasonId: 4,
        name: 'Ticket bundle',
        price: '300',
        unit: 'XP',
        state: 'COMPLETED',
        refundId: null,
        txHash: null,
        createdAt: '2027-01-05T09:00:00.000Z',
      },
    ],
  },
  'payout.list': {
    ...page,
    totalCount: 2,
    isCountPartial: false,
    sums: [{ symbol: 'USDS', count: 2, amount: '157.34' }],
    list: [
      {
        ...payout,
        payoutId: 2402,
        state: 'QUEUED',
        heldFor: 'DAY_CAP',
        notBefore: '2027-01-17T20:00:00.000Z',
        nonce: null,
        txHash: null,
        createdAt: NOW,
        confirmedAt: null,
      },
      payout,
    ],
  },
  'member.notes': { ...page, totalCount: 1, list: [note] },
  'member.addNote': note,
  'member.removeNote': null,
  'operator.suspendMember': { userId: 48_213, status: 'SUSPENDED' },
  'operator.disableMember': { userId: 48_213, status: 'DISABLED' },
  'operator.restoreMember': { userId: 48_213, status: 'ACTIVE' },
  'operator.adjustBalance': {
    transactionId: 812_240,
    asset: 'XP',
    scope: 'season:4',
    balance: '2731',
  },
}
