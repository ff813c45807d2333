import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { page } from './sample-day.ts'

type Row = CallData<'hold.queue'>['list'][number]

const row: Row = {
  holdId: 7,
  userId: 48213,
  nickname: 'MinaHarbor',
  state: 'OPEN',
  score: 105,
  signals: ['FUNDING', 'DEVICE', 'STAR'],
  evidence: ['MONEY', 'SIGN_UP', 'INVITES'],
  groupId: 3,
  groupHolds: 12,
  groupOpen: 11,
  amounts: [{ symbol: 'USDS', amount: '18.08' }],
  openedAt: '2027-01-15T10:12:00.000Z',
  until: '2027-01-29T10:12:00.000Z',
  endedAt: null,
  appealedAt: '2027-01-16T09:41:00.000Z',
  decidedAt: null,
}

const rows: Row[] = [
  row,
  {
    ...row,
    holdId: 9,
    userId: 48177,
    nickname: 'OrbitJae',
    signals: ['FUNDING', 'RHYTHM'],
    evidence: ['MONEY', 'ACTIVITY'],
    amounts: [{ symbol: 'USDS', amount: '62.50' }],
    openedAt: '2027-01-14T22:12:00.000Z',
    until: '2027-01-28T22:12:00.000Z',
    appealedAt: null,
  },
  {
    ...row,
    holdId: 11,
    userId: 48140,
    nickname: '별빛산책자',
    signals: ['EMAIL', 'NETWORK'],
    evidence: ['SIGN_UP'],
    groupId: 4,
    groupHolds: 3,
    groupOpen: 3,
    amounts: [],
    openedAt: '2027-01-17T09:00:00.000Z',
    until: '2027-01-31T09:00:00.000Z',
    appealedAt: null,
  },
]

const NAMES = ['TideRunner7', 'EmberFox21', 'HanRiver22', 'PolarisKim', 'QuietMoon5', 'OrbitJae']

const members: CallData<'hold.show'>['members'] = NAMES.map((nickname, at) => ({
  userId: 48_171 + at,
  nickname,
  joinedAt: `2027-01-03T0${at}:14:00.000Z`,
  signals: at % 2 === 0 ? ['FUNDING', 'STAR'] : at === 1 ? ['FUNDING', 'DEVICE'] : ['RHYTHM'],
  score: 105 - at,
  holdId: at === 5 ? null : 20 + at,
  state: at === 5 ? null : 'OPEN',
}))

const months: CallData<'hold.figures'>['months'] = [
  { month: '2027-01', held: 12, released: 3, upheld: 2, lapsed: 1, appealed: 5, reversed: 3 },
  { month: '2026-12', held: 7, released: 4, upheld: 1, lapsed: 2, appealed: 4, reversed: 2 },
]

/** Replies about holds of a server on 17 January 2027. */
export const holdReplies: { [Id in CallId]?: CallData<Id> } = {
  'hold.queue': {
    ...page,
    list: rows,
    totalCount: 3,
    counts: {
      waiting: 3,
      appealed: 1,
      lapsingSoon: 1,
      upheld: 2,
      oldestWaitingAt: '2027-01-14T22:12:00.000Z',
    },
  },
  'hold.show': {
    ...row,
    facts: [
      {
        signal: 'FUNDING',
        evidence: 'MONEY',
        weight: 50,
        members: 4,
        values: {
          firstJoinedAt: '2027-01-03T00:14:00.000Z',
          lastJoinedAt: '2027-01-03T04:14:00.000Z',
        },
      },
      { signal: 'STAR', evidence: 'INVITES', weight: 25, members: 3, values: {} },
      { signal: 'DEVICE', evidence: 'SIGN_UP', weight: 30, members: 1, values: {} },
    ],
    threshold: 100,
    members,
    held: [
      { kind: 'PAYOUT', symbol: 'USDS', amount: '12.08' },
      { kind: 'WITHDRAWABLE', symbol: 'USDS', amount: '6' },
    ],
    appeal: {
      text: '동생과 저는 아버지께 첫 BNB를 받았어요. 같이 살아서 와이파이도 같이 써요.',
      at: '2027-01-16T09:41:00.000Z',
      answerBy: '2027-01-21T09:41:00.000Z',
    },
    decisions: [
      {
        decision: 'UPHOLD',
        answer: 'NOT_EXPLAINED',
        reason: 'SUP-4201, same source as ten others',
        until: '2027-01-29T10:12:00.000Z',
        by: 'noah.brandt',
        at: '2027-01-15T18:00:00.000Z',
      },
    ],
    latestUntil: '2027-07-14T10:12:00.000Z',
    can: { decide: true },
  },
  'hold.figures': { months, open: 11, lastAppeals: { answered: 9, reversed: 5 } },
}
