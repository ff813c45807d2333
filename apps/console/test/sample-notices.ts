import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { NOW, page } from './sample-day.ts'

const title = { en: 'Round 3 is halfway done', ko: '3라운드가 절반 지났어요' }
const content = {
  en: 'Connect a wallet to share in the 2,500 USDS this Thursday at midnight.',
  ko: '지갑을 연결하면 목요일 자정에 2,500 USDS 나눔에 함께할 수 있어요.',
}

const notice: CallData<'notice.publish'> = {
  noticeId: 12,
  type: 'NOTICE',
  title,
  content,
  publishedAt: '2027-01-16T06:00:00.000Z',
  withdrawnAt: null,
  publishedBy: 'operator:astrid.lund',
  changedAt: null,
  reads: 1804,
}

/** Later than the real time of a test, so that it can still be changed. */
const scheduled: CallData<'notice.publish'> = {
  ...notice,
  noticeId: 13,
  type: 'EVENT',
  title: { en: 'The last weekend', ko: '마지막 주말' },
  publishedAt: '2998-01-20T06:00:00.000Z',
  publishedBy: null,
  reads: 0,
}

const campaign: CallData<'notice.listCampaigns'>['list'][number] = {
  campaignId: 7,
  noticeId: 12,
  code: 'NOTICE',
  title: title.en,
  audience: { seasonId: 4, language: 'ko', wallet: 'no' },
  exclude: { lastCheckInBefore: '2027-01-09T20:00:00.000Z' },
  startedBy: 'operator:astrid.lund',
  dueAt: '2027-01-16T06:00:00.000Z',
  moment: { kind: 'ROUND_END', seasonId: 4, round: 3, offsetMinutes: -1440 },
  isMomentKnown: true,
  holdOutPercent: 10,
  state: 'SENDING',
  stoppedFor: null,
  devices: 4106,
  sent: 3790,
  waiting: 212,
  dropped: 104,
}

const round = (number: number, startAt: string, endAt: string) => ({ number, startAt, endAt })

/** Replies about notices, campaigns and maintenance. */
export const noticeReplies: { [Id in CallId]?: CallData<Id> } = {
  'notice.listAll': { ...page, totalCount: 2, list: [scheduled, notice] },
  'notice.publish': notice,
  'notice.change': scheduled,
  'notice.withdraw': { ...notice, withdrawnAt: NOW },
  'notice.show': {
    ...scheduled,
    campaigns: [
      { campaignId: 7, dueAt: '2027-01-16T06:00:00.000Z', state: 'SENDING', members: 3482 },
    ],
  },
  'notice.listCampaigns': {
    ...page,
    totalCount: 2,
    list: [
      campaign,
      {
        ...campaign,
        campaignId: 6,
        title: 'The season opens',
        state: 'CANCELLED',
        stoppedFor: 'LIMIT',
      },
    ],
  },
  'notice.startCampaign': campaign,
  'notice.cancelCampaign': { ...campaign, state: 'CANCELLED', stoppedFor: 'OPERATOR' },
  'notice.testCampaign': { nickname: 'HanaSky', devices: 1, sent: 2, failed: 0 },
  'notice.listSeasons': {
    list: [
      {
        seasonId: 4,
        title: { en: 'The Long Night', ko: '긴 밤' },
        startAt: '2027-01-03T20:00:00.000Z',
        endAt: '2027-01-31T20:00:00.000Z',
        rounds: [
          round(1, '2027-01-03T20:00:00.000Z', '2027-01-10T20:00:00.000Z'),
          round(2, '2027-01-10T20:00:00.000Z', '2027-01-17T20:00:00.000Z'),
          round(3, '2027-01-17T20:00:00.000Z', '2027-01-24T20:00:00.000Z'),
        ],
        tiers: [
          { tierId: 31, name: { en: 'Ember', ko: '불씨' } },
          { tierId: 32, name: { en: 'Aurora', ko: '오로라' } },
        ],
      },
    ],
  },
  'notice.countAudience': {
    members: 3482,
    devices: 4106,
    switchedOff: { members: 311, devices: 340 },
    asleep: 212,
    secondPush: 18,
    lines: [
      { fact: 'language', isExcluded: false, members: 6180 },
      { fact: 'wallet', isExcluded: false, members: 3482 },
    ],
    isEstimate: false,
    countedAt: NOW,
  },
  'notice.sampleAudience': {
    list: [
      {
        userId: 48_213,
        nickname: 'MinaHarbor',
        language: 'ko',
        hasWallet: false,
        createdAt: '2026-12-02T08:00:00.000Z',
      },
    ],
    isPartial: true,
  },
  'notice.showCampaign': {
    ...campaign,
    notice: {
      title,
      content,
      publishedAt: notice.publishedAt,
      withdrawnAt: null,
      reads: notice.reads,
    },
    createdAt: '2027-01-15T10:00:00.000Z',
    begunAt: '2027-01-16T06:00:00.000Z',
    addressedAt: '2027-01-16T06:00:08.000Z',
    cancelledAt: null,
    expectedMembers: 3870,
    memberLimit: 10_000,
    testedAt: '2027-01-15T09:58:00.000Z',
    members: 3482,
    heldOut: 388,
    switchedOff: 340,
    droppedFor: [
      { reason: 'SWITCHED_OFF', devices: 61 },
      { reason: 'DEVICE_GONE', devices: 43 },
    ],
    hours: [
      { hour: '2027-01-16T06:00:00.000Z', sent: 3401, dropped: 71, reads: 822 },
      { hour: '2027-01-16T07:00:00.000Z', sent: 250, dropped: 22, reads: 411 },
      { hour: '2027-01-16T09:00:00.000Z', sent: 139, dropped: 11, reads: 571 },
    ],
    effect: {
      measuredAt: '2027-01-17T06:00:00.000Z',
      days: 1,
      measures: [
        {
          name: 'CHECK_IN',
          reached: { members: 3482, acted: 1612 },
          heldOut: { members: 388, acted: 121 },
        },
        {
          name: 'VISIT',
          reached: { members: 3482, acted: 2004 },
          heldOut: { members: 388, acted: 201 },
        },
        { name: 'PURCHASE', reached: { members: 0, acted: 0 }, heldOut: { members: 0, acted: 0 } },
      ],
    },
  },
  'maintenance.show': {
    on: false,
    enabled: true,
    title: { en: 'System Maintenance', ko: '시스템 점검' },
    description: { en: 'We are moving to a larger database.', ko: '더 큰 데이터베이스로 옮겨요.' },
    scheduledTime: '2998-01-20T06:00:00.000Z',
    estimatedDuration: 90,
    version: 4,
    announced: true,
    externalProject: 'solstice-app',
  },
  'maintenance.set': {
    on: false,
    enabled: false,
    title: { en: 'System Maintenance', ko: '시스템 점검' },
    description: { en: '', ko: '' },
    scheduledTime: null,
    estimatedDuration: null,
    version: 5,
    announced: false,
    externalProject: null,
  },
  'maintenance.history': {
    ...page,
    totalCount: 1,
    list: [
      {
        enabled: true,
        title: { en: 'Database upgrade', ko: '데이터베이스 교체' },
        description: { en: '', ko: '' },
        scheduledTime: null,
        estimatedDuration: 45,
        version: 3,
        announced: true,
        setAt: '2027-01-05T02:00:00.000Z',
        replacedAt: '2027-01-05T02:38:00.000Z',
        closedFrom: '2027-01-05T02:00:00.000Z',
        closedUntil: '2027-01-05T02:38:00.000Z',
      },
    ],
  },
}
