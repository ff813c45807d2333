import { z } from 'zod'
import { cursorPageOf, idCursorQuery, pageOf, pageQuery, pathId } from './paging.ts'
import { amountText, auditReason as reason, auditText, id, nothing, time } from './schema.ts'
import { count, userStatus } from './season.schemas.ts'
import { explanation } from './explanation.schemas.ts'

const memberParams = z.strictObject({ userId: pathId })

/** The filters of the timeline. */
const timelineGroup = z.enum(['XP', 'MONEY', 'MESSAGES', 'SECURITY', 'REFUSED', 'OPERATORS'])

const timelineEntry = z.object({
  /** Unique in the timeline. `explained` says whether `explanation.ofMember` takes it. */
  entryId: z.string(),
  explained: z.boolean(),
  group: timelineGroup,
  /**
   * The event: the kind of a history entry (CHECK_IN, SPIN, …), of a posting
   * (OPERATOR_ADJUSTMENT, …), the code of an alert, a security event, an operator's action, or one
   * of ORDER, REFUND, WITHDRAWAL, PAYOUT, FRIEND, ALERT, SESSION, REFUSAL, NOTE.
   */
  source: z.enum([
    'HISTORY',
    'LEDGER',
    'ORDER',
    'REFUND',
    'WITHDRAWAL',
    'PAYOUT',
    'FRIEND',
    'ALERT',
    'SECURITY',
    'SESSION',
    'REFUSAL',
    'OPERATOR',
    'NOTE',
  ]),
  kind: z.string(),
  at: time,
  seasonId: id.nullable(),
  /** The name of the mission, product, notice or device, or the text of a note. */
  name: z.string().nullable(),
  /** With a sign; the unit is XP, TICKET, CREDIT or a token's symbol. */
  amounts: z.array(z.object({ amount: z.string(), unit: z.string() })),
  state: z.string().nullable(),
  /** The code and reason of a refusal, and how often it was given. */
  refusal: z
    .object({ code: z.int(), reason: z.string().nullable(), count: z.int().min(1) })
    .nullable(),
  /** The operator who acted or wrote. */
  operator: z.string().nullable(),
})

const note = z.object({
  noteId: id,
  text: z.string(),
  operator: z.string(),
  /** True if the caller wrote it and may remove it. */
  mine: z.boolean(),
  createdAt: time,
})

export const memberSchemas = {
  'member.revealEmail': { params: memberParams, data: z.object({ userId: id, email: z.string() }) },
  'member.timeline': {
    params: memberParams,
    query: z.strictObject({
      /** `latest`, or `nextCursor` of the previous page. */
      before: z
        .string()
        .regex(/^(latest|\d{1,16}\.\d{1,2}\.\d{1,15})$/)
        .default('latest'),
      size: pageQuery.size.default(50),
      group: timelineGroup.optional(),
      seasonId: pathId.optional(),
    }),
    data: z.object({ list: z.array(timelineEntry), nextCursor: z.string().nullable() }),
  },
  'member.season': {
    params: z.strictObject({ userId: pathId, seasonId: pathId }),
    data: z.object({
      seasonId: id,
      title: z.string(),
      status: z.enum(['UPCOMING', 'ONGOING', 'ENDED']),
      startAt: time,
      endAt: time,
      /** False if the member has done nothing in this season. */
      joined: z.boolean(),
      me: userStatus,
      checkIns: count,
      /** The programme days of the season so far. */
      daysSoFar: count,
      spins: count,
      missionsDone: count,
      rounds: z.array(
        z.object({
          roundId: id,
          number: id,
          startAt: time,
          endAt: time,
          xp: count,
          checkInDays: count,
          reward: amountText.nullable(),
          symbol: z.string(),
          /** The outcome of the rule `round`. */
          outcome: z.string(),
        }),
      ),
    }),
  },
  'member.missions': {
    params: z.strictObject({ userId: pathId, seasonId: pathId }),
    data: z.object({
      list: z.array(
        z.object({
          missionId: id,
          name: z.string(),
          available: z.boolean(),
          completed: z.boolean(),
          explanation,
        }),
      ),
    }),
  },
  'member.sessions': {
    params: memberParams,
    data: z.object({
      list: z.array(
        z.object({
          sessionId: id,
          device: z.string(),
          startedAt: time,
          lastSeenAt: time,
          endsAt: time,
        }),
      ),
    }),
  },
  'member.endSessions': {
    params: memberParams,
    body: z.strictObject({ reason }),
    data: z.object({ ended: count }),
  },
  'member.referrals': {
    params: memberParams,
    query: z.strictObject(pageQuery),
    data: pageOf(
      z.object({
        userId: id,
        nickname: z.string(),
        joinedAt: time,
        entryId: z.string(),
        /** The outcome of the rule `friend`. */
        outcome: z.string(),
        checkInDays: count,
        checkInDaysNeeded: count,
        reward: amountText.nullable(),
        symbol: z.string(),
      }),
    ).extend({
      /** The member who invited this one. */
      referrer: z.object({ userId: id, nickname: z.string() }).nullable(),
    }),
  },
  'member.orders': {
    params: memberParams,
    query: z.strictObject(idCursorQuery),
    data: cursorPageOf(
      z.object({
        orderId: id,
        seasonId: id.nullable(),
        name: z.string(),
        price: z.string(),
        unit: z.string(),
        state: z.string(),
        refundId: id.nullable(),
        txHash: z.string().nullable(),
        createdAt: time,
      }),
    ),
  },
  'member.notes': { params: memberParams, query: z.strictObject(pageQuery), data: pageOf(note) },
  'member.addNote': {
    params: memberParams,
    body: z.strictObject({ text: auditText(1000) }),
    data: note,
  },
  'member.removeNote': {
    params: z.strictObject({ userId: pathId, noteId: pathId }),
    data: nothing,
  },
} as const
