import type { CallId } from '@solstice/contract/catalogue'
import { endpoints } from '@solstice/contract/catalogue'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { auditReplies } from './sample-audit.ts'
import { booksReplies } from './sample-books.ts'
import { holdReplies } from './sample-holds.ts'
import { HASH, NOW, page } from './sample-day.ts'
import { revisionReplies } from './sample-revisions.ts'
import { seasonReplies } from './sample-season.ts'
import { statusReplies } from './sample-status.ts'
import { statisticsReplies } from './sample-statistics.ts'
import { memberFileReplies } from './sample-member.ts'
import { memberReplies } from './sample-members.ts'
import { moneyReplies } from './sample-money.ts'
import { noticeReplies } from './sample-notices.ts'
import { objectionReplies } from './sample-objection.ts'
import { refundReplies } from './sample-refunds.ts'

const all: readonly Endpoint[] = Object.values(endpoints)

/** Returns the calls that the contract allows a role. */
export const callsOf = (role: OperatorRole): string[] =>
  all
    .filter(
      ({ access, roles }) => access === 'operator' && (role === 'OWNER' || roles?.includes(role)),
    )
    .map(({ id }) => id)

export const me: CallData<'operator.me'> = {
  operatorId: 2,
  name: 'hana.seo',
  role: 'OWNER',
  kind: 'PERSON',
  email: 'hana.seo@solstice.example',
  expiresAt: null,
  calls: callsOf('OWNER'),
  factors: [
    {
      factorId: 1,
      kind: 'PASSKEY',
      label: 'Work laptop',
      createdAt: '2027-01-02T08:00:00.000Z',
      approvesFrom: '2027-01-02T08:00:00.000Z',
      lastUsedAt: '2027-01-17T11:58:00.000Z',
    },
    {
      factorId: 2,
      kind: 'TOTP',
      label: 'Password and code',
      createdAt: '2027-01-02T08:05:00.000Z',
      approvesFrom: '2027-01-02T08:05:00.000Z',
      lastUsedAt: null,
    },
  ],
  recoveryCodesLeft: 9,
  idleUntil: '2027-01-17T14:27:00.000Z',
  endsAt: '2027-01-17T23:58:00.000Z',
  steppedUpUntil: null,
  approvalsWaiting: 1,
}

const person = (operatorId: number, name: string, role: OperatorRole) => ({
  operatorId,
  name,
  role,
  kind: 'PERSON' as const,
})

const approval: CallData<'approval.show'> = {
  approvalId: 57,
  call: 'payout.setCaps',
  rule: 'CAPS',
  causes: ['RAISE'],
  state: 'WAITING',
  subject: 'treasury:56',
  sentence: { key: 'payout.setCaps', values: { symbol: 'USDS' } },
  changes: [{ field: 'perDay', before: '250', after: '500' }],
  figures: [{ name: 'daySum', value: '120', unit: 'USDS', limit: '250' }],
  reason: 'PRG-311, partner week',
  bodyHash: HASH,
  challenge: 'c2lnbmVkIGlzIHdoYXQgd2FzIHNlZW4',
  requestedBy: person(3, 'mateo.ruiz', 'FINANCE'),
  requestedAt: '2027-01-17T13:30:00.000Z',
  expiresAt: '2027-01-18T13:30:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  isSolo: false,
  approvers: [person(2, 'hana.seo', 'OWNER'), person(4, 'astrid.lund', 'OWNER')],
  formerApprovers: [],
  solo: null,
  needsPasskey: true,
  can: { approve: true, decline: true, withdraw: false },
}

/** A proposal that the signed-in person confirms alone. */
export const solo: CallData<'operator.today'>['solo'][number] = {
  approvalId: 58,
  call: 'payout.unfreeze',
  requestedBy: { operatorId: 2, name: 'hana.seo' },
  confirmer: { operatorId: 2, name: 'hana.seo' },
  confirmableAt: '2027-01-17T14:30:00.000Z',
}

const options = {
  setupId: 'setup',
  passkey: {
    challenge: 'AAAA',
    rp: { name: 'Solstice console' },
    user: { id: 'AAAA', name: 'hana.seo', displayName: 'hana.seo' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      userVerification: 'required' as const,
    },
  },
  totp: {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Solstice:hana.seo?secret=JBSWY3DPEHPK3PXP&issuer=Solstice',
  },
}

const codes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCCC-DDD${'ABCDEFGHIJ'[at]}`)

/** Replies of a server on 17 January 2027; a test checks them against the contract. */
export const sampleReplies: { [Id in CallId]?: CallData<Id> } = {
  ...auditReplies,
  ...booksReplies,
  ...memberReplies,
  ...memberFileReplies,
  ...moneyReplies,
  ...holdReplies,
  ...noticeReplies,
  ...seasonReplies,
  ...revisionReplies,
  ...statisticsReplies,
  ...statusReplies,
  'operator.me': me,
  'operator.today': {
    at: NOW,
    programmeDay: '2027-01-17',
    alarms: [
      {
        kind: 'TREASURY_LOW',
        severity: 'CRITICAL',
        count: 1,
        since: '2027-01-17T13:34:00.000Z',
        detail: 'BNB Chain',
      },
      { kind: 'JOBS_DEAD', severity: 'WARNING', count: 2, since: null, detail: null },
    ],
    refunds: { waiting: 7, oldestAt: '2027-01-16T12:12:00.000Z' },
    payouts: { held: 4, oldestAt: '2027-01-17T09:12:00.000Z' },
    solo: [],
    season: {
      seasonId: 4,
      title: { en: 'The Long Night', ko: '긴 밤' },
      day: 17,
      days: 28,
      round: 3,
      endsAt: '2027-01-28T20:00:00.000Z',
    },
    next: {
      kind: 'ROUND_ENDS',
      at: '2027-01-21T20:00:00.000Z',
      title: { en: 'The Long Night', ko: '긴 밤' },
    },
  },
  'approval.list': { ...page, list: [approval], totalCount: 1 },
  'approval.show': approval,
  'approval.approve': { ...approval, state: 'APPROVED' },
  'approval.decline': { ...approval, state: 'DECLINED' },
  'approval.withdraw': { ...approval, state: 'WITHDRAWN' },
  'operator.listOperators': {
    ...page,
    totalCount: 3,
    list: [
      {
        ...person(4, 'astrid.lund', 'OWNER'),
        email: 'astrid.lund@solstice.example',
        expiresAt: null,
        createdAt: '2026-12-01T08:00:00.000Z',
        disabledAt: null,
        lastSeenAt: '2027-01-17T14:08:00.000Z',
        enrolledAt: '2026-12-01T09:00:00.000Z',
        factors: [{ kind: 'PASSKEY', label: 'Phone' }],
        openSessions: 1,
      },
      {
        ...person(5, 'noah.brandt', 'SUPPORT'),
        email: 'noah.brandt@solstice.example',
        expiresAt: null,
        createdAt: '2027-01-17T06:02:00.000Z',
        disabledAt: null,
        lastSeenAt: null,
        enrolledAt: null,
        factors: [],
        openSessions: 0,
      },
      {
        operatorId: 6,
        name: 'ci-reports',
        role: 'AUDITOR',
        kind: 'MACHINE',
        email: null,
        expiresAt: '2027-03-01T00:00:00.000Z',
        createdAt: '2026-12-01T00:00:00.000Z',
        disabledAt: null,
        lastSeenAt: NOW,
        enrolledAt: null,
        factors: [],
        openSessions: 0,
      },
    ],
  },
  'operator.addOperator': {
    ...person(7, 'elena.fischer', 'AUDITOR'),
    email: 'elena.fischer@solstice.example',
    expiresAt: null,
    token: null,
  },
  'operator.disableOperator': null,
  'operator.listJobKinds': {
    list: [
      {
        kind: 'verification.mail-code',
        lane: 'codes',
        waiting: 3,
        running: 1,
        dead: 2,
        oldestDueAt: '2027-01-17T14:05:00.000Z',
        lateSeconds: 420,
      },
      {
        kind: 'push.send',
        lane: 'push',
        waiting: 12,
        running: 0,
        dead: 0,
        oldestDueAt: null,
        lateSeconds: 0,
      },
    ],
  },
  'operator.listJobs': {
    ...page,
    totalCount: 1,
    list: [
      {
        jobId: 1_204_881,
        kind: 'verification.mail-code',
        state: 'dead',
        attempts: 8,
        dueAt: '2027-01-17T12:00:00.000Z',
        createdAt: '2027-01-17T11:00:00.000Z',
        deadAt: '2027-01-17T13:00:00.000Z',
        lastError: 'The mail server did not answer',
      },
    ],
  },
  'operator.retryJobs': { retried: 2, left: 0 },
  'operator.retryJob': null,
  'operator.health': {
    at: NOW,
    state: 'WARNING',
    version: '1.0.14',
    database: { state: 'OK', answerMs: 1.4 },
    processes: {
      state: 'OK',
      list: [
        {
          processId: 'a1b2c3d4e5',
          role: 'SERVER',
          runsJobs: true,
          version: '1.0.14',
          startedAt: '2027-01-17T06:00:00.000Z',
          seenAt: NOW,
          isAlive: true,
        },
      ],
    },
    faults: { state: 'OK', perMinute: 0 },
    jobs: {
      state: 'WARNING',
      waiting: 15,
      running: 1,
      dead: 2,
      lateSeconds: 420,
      latestKind: 'verification.mail-code',
    },
    pushes: { state: 'OK', waiting: 12, failingServices: [] },
    mail: {
      state: 'WARNING',
      waiting: 3,
      dead: 2,
      lateSeconds: 420,
      lastError: 'The mail server did not answer',
    },
    nodes: {
      state: 'UNKNOWN',
      list: [
        { chainId: 56, networkName: 'BNB Chain', state: 'OK', block: 81_233, headAgeSeconds: 3 },
        {
          chainId: 1,
          networkName: 'Ethereum',
          state: 'UNKNOWN',
          block: null,
          headAgeSeconds: null,
        },
      ],
    },
    prices: { state: 'OK', missing: [], answeredAt: NOW },
    ledger: { state: 'OK', problems: 0, verifiedAt: NOW },
    audit: { state: 'OK', firstBrokenId: null, verifiedAt: null, checkpointAt: NOW },
  },
  'operatorAuth.begin': { loginId: 'A'.repeat(43), expiresAt: NOW, passkey: null },
  'operatorAuth.finish': me,
  'operatorAuth.recover': null,
  'operatorAuth.claimOwner': { enrolmentCode: null },
  'operatorAuth.showEnrolment': {
    name: 'hana.seo',
    email: 'hana.seo@solstice.example',
    role: 'FINANCE',
    expiresAt: '2027-01-18T10:00:00.000Z',
    ...options,
  },
  'operatorAuth.enrol': { operator: me, recoveryCodes: codes },
  ...objectionReplies,
  ...refundReplies,
  'operatorAuth.stepUpOptions': { passkey: null, totp: true },
  'operatorAuth.stepUp': me,
  'operatorAuth.logout': null,
  'operatorAuth.sessions': {
    list: [
      {
        sessionId: 11,
        createdAt: '2027-01-17T11:58:00.000Z',
        lastUsedAt: NOW,
        idleUntil: '2027-01-17T14:27:00.000Z',
        endsAt: '2027-01-17T23:58:00.000Z',
        factor: 'PASSKEY',
        device: 'Chrome · Windows',
        current: true,
      },
      {
        sessionId: 12,
        createdAt: '2027-01-17T08:00:00.000Z',
        lastUsedAt: '2027-01-17T14:00:00.000Z',
        idleUntil: '2027-01-17T14:15:00.000Z',
        endsAt: '2027-01-17T20:00:00.000Z',
        factor: 'TOTP',
        device: 'Safari · iPhone',
        current: false,
      },
    ],
  },
  'operatorAuth.endSession': null,
  'operatorAuth.factorOptions': options,
  'operatorAuth.newRecoveryCodes': { recoveryCodes: codes },
  'operatorAuth.tokens': {
    list: [
      {
        operatorId: 9,
        name: 'ci-deploy',
        role: 'PROGRAMME',
        createdAt: '2026-12-08T09:00:00.000Z',
        expiresAt: '2027-03-08T09:00:00.000Z',
        lastSeenAt: '2027-01-17T14:00:00.000Z',
      },
    ],
  },
  'operatorAuth.rotateToken': {
    operatorId: 9,
    name: 'ci-deploy',
    role: 'PROGRAMME',
    kind: 'MACHINE',
    email: null,
    expiresAt: '2027-04-17T14:12:00.000Z',
    token: 'sol_op_sample-of-a-token-that-is-shown-once',
  },
  'operatorAuth.revokeToken': null,
}
