import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { HASH, page } from './sample-day.ts'

const entry = (auditId: number, actor: string, action: string, subject: string) => ({
  auditId,
  at: '2027-01-17T12:20:05.000Z',
  actor,
  action,
  subject,
  reason: null,
  before: null,
  after: null,
  approval: null,
  data: {},
  previousHash: HASH,
  hash: HASH,
})

export const auditReplies: { [Id in CallId]?: CallData<Id> } = {
  'operator.listAudit': {
    ...page,
    totalCount: 20_416,
    nextCursor: null,
    list: [
      {
        ...entry(20_416, 'operator:astrid.lund', 'product.change', 'product:12'),
        reason: 'PRG-309, more XP for the same price',
        before: { xp: 2500, stock: 184, name: 'Grand XP pack' },
        after: { xp: 3000, stock: 400, name: 'Grand XP pack' },
        approval: {
          approvalId: 54,
          requestedBy: 'mateo.ruiz',
          approvedBy: 'astrid.lund',
          solo: false,
          waitedSeconds: 11_520,
          bodyHash: HASH,
        },
      },
      entry(20_415, 'operator:jiwoo.park', 'member.suspend', 'member:12'),
      entry(20_414, 'system', 'approval.expire', 'approval:53'),
    ],
  },
  'audit.history': {
    ...page,
    totalCount: 2,
    nextCursor: null,
    list: [
      {
        ...entry(20_410, 'operator:hana.seo', 'treasury.unfreeze', 'treasury:56'),
        reason: 'INC-92, the node answers again',
        before: { frozen: true, nextNonce: 2409 },
        after: { frozen: false, nextNonce: 2409 },
        approval: {
          approvalId: 52,
          requestedBy: 'mateo.ruiz',
          approvedBy: 'hana.seo',
          solo: false,
          waitedSeconds: 840,
          bodyHash: HASH,
        },
      },
      {
        ...entry(20_402, 'operator:mateo.ruiz', 'treasury.freeze', 'treasury:56'),
        reason: 'The chain is unstable',
        before: { frozen: false },
        after: { frozen: true },
      },
    ],
  },
  'audit.checkpoints': {
    ...page,
    totalCount: 2,
    list: [
      {
        checkpointId: 48,
        createdAt: '2027-01-16T20:00:00.000Z',
        entryId: 20_390,
        entryHash: HASH,
        hash: HASH,
        mailedAt: '2027-01-16T20:00:04.000Z',
        intact: true,
      },
      {
        checkpointId: 47,
        createdAt: '2027-01-15T20:00:00.000Z',
        entryId: 20_211,
        entryHash: HASH,
        hash: HASH,
        mailedAt: null,
        intact: true,
      },
    ],
  },
  'audit.export': { text: '', count: 0, nextAfter: null },
  'operator.listReads': {
    ...page,
    totalCount: 2,
    nextCursor: null,
    list: [
      {
        readId: 9002,
        at: '2027-01-17T13:58:10.000Z',
        operatorId: 5,
        operator: 'noah.brandt',
        userId: 12,
        call: 'operator.showMember',
      },
      {
        readId: 9001,
        at: '2027-01-17T13:41:36.000Z',
        operatorId: 2,
        operator: 'hana.seo',
        userId: 4711,
        call: 'payout.list',
      },
    ],
  },
  'operator.verifyAudit': {
    ok: true,
    count: 20_416,
    firstBrokenId: null,
    lastHash: HASH,
    guarded: true,
    verifiedFrom: 20_000,
    full: null,
  },
}
