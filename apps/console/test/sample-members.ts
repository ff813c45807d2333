import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { NOW, page } from './sample-day.ts'

type Replies = { [Id in CallId]: CallData<Id> }
type Result = CallData<'search.find'>['list'][number]
type Member = CallData<'operator.findMembers'>['list'][number]

/** A result of the search; only what matters for a test is given. */
export const found = (kind: Result['kind'], id: string, more: Partial<Result>): Result => ({
  kind,
  id,
  userId: null,
  title: '',
  detail: null,
  state: null,
  at: null,
  exact: false,
  ...more,
})

export const MINA = found('MEMBER', '48213', {
  userId: 48_213,
  title: 'MinaHarbor',
  detail: 'm••••r@naver.com',
  state: 'ACTIVE',
  at: '2027-01-02T08:00:00.000Z',
})

/** The results of a search for `mina`. */
export const FOUND: CallData<'search.find'> = {
  list: [
    MINA,
    found('MEMBER', '48071', {
      userId: 48_071,
      title: 'MinaLight24',
      detail: 'm••••t@harbor.example',
      state: 'SUSPENDED',
    }),
    found('ORDER', '76902', {
      userId: 48_213,
      title: 'Starter XP pack',
      detail: '5 USDS',
      state: 'COMPLETED',
    }),
    found('PAYOUT', '2391', {
      userId: 48_213,
      title: 'REWARD',
      detail: '9.26 USDS',
      state: 'CONFIRMED',
      at: '2027-01-16T09:00:00.000Z',
    }),
    found('AUDIT', '20391', {
      userId: 48_213,
      title: 'member.addNote',
      detail: 'member:48213',
      at: '2027-01-16T10:00:00.000Z',
    }),
    found('PRODUCT', '12', { title: 'Mina’s lantern', detail: '20 TICKET', state: 'PUBLISHED' }),
  ],
  filters: [],
}

const member = (userId: number, nickname: string, more: Partial<Member> = {}): Member => ({
  userId,
  email: `${nickname[0]}••••@harbor.example`,
  nickname,
  walletAddress: null,
  status: 'ACTIVE',
  createdAt: '2027-01-02T08:00:00.000Z',
  deletedAt: null,
  language: 'ko',
  tier: 'Silver',
  seasonXp: 2431,
  lastSeenAt: '2027-01-17T14:00:00.000Z',
  ...more,
})

const costs = {
  members: 10_000,
  pool: '10000',
  symbol: 'USDS',
  publishAt: null,
  paused: false,
  roundEnds: [],
}

export const memberReplies: Pick<
  Replies,
  'search.find' | 'operator.findMembers' | 'seasonPlan.list'
> = {
  'search.find': FOUND,
  'operator.findMembers': {
    ...page,
    totalCount: 9412,
    isCountPartial: false,
    nextCursor: '48177',
    list: [
      member(48_213, 'MinaHarbor'),
      member(48_207, 'NorthPineLee', { tier: 'Gold', seasonXp: 5318, language: 'en' }),
      member(48_190, '별빛산책자', { seasonXp: 3204, lastSeenAt: NOW }),
      member(48_158, 'TideRunner7', { status: 'SUSPENDED', tier: null, seasonXp: null }),
      member(48_177, 'EmberFox21', { status: 'DISABLED', lastSeenAt: null }),
    ],
  },
  'seasonPlan.list': {
    list: [
      {
        seasonId: 3,
        state: 'PUBLISHED',
        phase: 'ENDED',
        revision: 9,
        ...costs,
        problems: 0,
        title: { en: 'First Frost', ko: '첫서리' },
        startAt: '2026-10-31T20:00:00.000Z',
        endAt: '2026-11-28T20:00:00.000Z',
        publishedAt: '2026-10-20T08:00:00.000Z',
      },
      {
        seasonId: 4,
        state: 'PUBLISHED',
        phase: 'RUNNING',
        revision: 12,
        ...costs,
        problems: 0,
        title: { en: 'The Long Night', ko: '긴 밤' },
        startAt: '2026-12-31T20:00:00.000Z',
        endAt: '2027-01-28T20:00:00.000Z',
        publishedAt: '2026-12-20T08:00:00.000Z',
      },
      {
        seasonId: 5,
        state: 'DRAFT',
        phase: 'DRAFT',
        revision: 4,
        ...costs,
        problems: 2,
        title: { en: 'Thaw', ko: '해빙' },
        startAt: '2027-02-28T20:00:00.000Z',
        endAt: '2027-03-28T20:00:00.000Z',
        publishedAt: null,
      },
    ],
  },
}
