import { z } from 'zod'
import { EVIDENCE_CLASSES, HOLD_SIGNALS } from '@solstice/rules/hold/evidence'
import { hasWords, HOLD_ANSWERS, HOLD_APPEAL_MAX, HOLD_STATES } from '@solstice/rules/hold/hold'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { amountText, auditReason, id, time } from './schema.ts'
import { count } from './season.schemas.ts'

const holdState = z.enum(HOLD_STATES)
const holdSignal = z.enum(HOLD_SIGNALS)
const evidenceClass = z.enum(EVIDENCE_CLASSES)
const holdAnswer = z.enum(HOLD_ANSWERS)

const params = z.strictObject({ holdId: pathId })
const amount = z.object({ symbol: z.string(), amount: amountText })
const appeal = z.object({
  text: z.string(),
  at: time,
  /** The time by which the appeal is answered; never after the hold ends. */
  answerBy: time,
})

const memberHold = z.object({
  holdId: id,
  state: holdState,
  openedAt: time,
  /** The hold ends at this time at the latest, in the member's favour. */
  until: time,
  /** Null while it applies. */
  endedAt: time.nullable(),
  evidence: z.array(evidenceClass).min(1),
  /** A rounded number of similar accounts, so that it identifies no group. */
  accountsAtLeast: z.int().min(5),
  /** The amounts that wait because of this hold; empty once it has ended. */
  amounts: z.array(amount),
  appeal: appeal.nullable(),
  canAppeal: z.boolean(),
  /** An operator's last decision, with the template of the answer (`hold-texts.ts`). */
  decision: z
    .object({ decision: z.enum(['RELEASE', 'UPHOLD']), answer: holdAnswer, at: time })
    .nullable(),
})

/** The holds that were opened in one month in UTC, and what has become of them so far. */
const publishedMonth = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  held: count,
  released: count,
  upheld: count,
  /** Holds that ended without a decision; an upheld one is counted as upheld only. */
  lapsed: count,
  appealed: count,
  /** Holds that an operator ended after an appeal or after upholding them. */
  reversed: count,
})

const published = z.object({
  /** The newest month first, of the last twelve; months without a hold are left out. */
  months: z.array(publishedMonth),
  /** Holds that apply now. */
  open: count,
  /** The last appeals that were answered, at most 100, and how many ended the hold. */
  lastAppeals: z.object({ answered: count, reversed: count }),
})

const operatorHold = z.object({
  holdId: id,
  userId: id,
  nickname: z.string(),
  state: holdState,
  score: count,
  signals: z.array(holdSignal),
  evidence: z.array(evidenceClass),
  /** Holds that were found together have the same group. */
  groupId: id,
  /** Holds of the group, and those that apply now. */
  groupHolds: count,
  groupOpen: count,
  amounts: z.array(amount),
  openedAt: time,
  until: time,
  endedAt: time.nullable(),
  appealedAt: time.nullable(),
  decidedAt: time.nullable(),
})

/** Values are counts, times, durations or shortened identifiers. */
const facts = z.record(z.string(), z.union([z.string(), z.number()]))

const shownHold = operatorHold.extend({
  /** The facts per signal; members never see them. */
  facts: z.array(
    z.object({
      signal: holdSignal,
      evidence: evidenceClass,
      /** The points that the signal adds; DEVICE and NETWORK share one cap. */
      weight: count,
      /** Members of the group that share it. */
      members: count,
      values: facts,
    }),
  ),
  /** The score at which a hold opens. */
  threshold: count,
  members: z.array(
    z.object({
      userId: id,
      nickname: z.string(),
      joinedAt: time,
      /** The signals that this member shares with the held one. */
      signals: z.array(holdSignal),
      score: count,
      holdId: id.nullable(),
      state: holdState.nullable(),
    }),
  ),
  held: z.array(
    amount.extend({
      /** PAYOUT is queued, WITHDRAWABLE is a referral balance, CLAIMABLE waits for a later root. */
      kind: z.enum(['PAYOUT', 'WITHDRAWABLE', 'CLAIMABLE']),
    }),
  ),
  appeal: appeal.nullable(),
  decisions: z.array(
    z.object({
      decision: z.enum(['RELEASE', 'UPHOLD']),
      answer: holdAnswer,
      reason: z.string(),
      until: time.nullable(),
      by: z.string(),
      at: time,
    }),
  ),
  /** The latest time until which it can be upheld. */
  latestUntil: time,
  can: z.object({ decide: z.boolean() }),
})

export const holdSchemas = {
  'hold.mine': { data: z.object({ list: z.array(memberHold) }) },
  'hold.appeal': {
    params,
    /** Line breaks are allowed, other control characters are not. */
    body: z.strictObject({
      text: z
        .string()
        .trim()
        .min(1)
        .max(HOLD_APPEAL_MAX)
        .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)+$/u)
        .refine(hasWords),
    }),
    data: memberHold,
  },
  'hold.published': { data: published },
  'hold.figures': { data: published },
  'hold.queue': {
    query: z.strictObject({
      ...pageQuery,
      /** `waiting`: undecided. `appealed`: with an appeal that was not answered. */
      filter: z.enum(['waiting', 'appealed', 'upheld', 'ended', 'all']).default('waiting'),
      evidence: evidenceClass.optional(),
      groupId: pathId.optional(),
      userId: pathId.optional(),
      /** Opened at least this many hours ago. */
      ageHours: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    data: pageOf(operatorHold).extend({
      counts: z.object({
        waiting: count,
        appealed: count,
        lapsingSoon: count,
        upheld: count,
        /** Null if none waits. */
        oldestWaitingAt: time.nullable(),
      }),
    }),
  },
  'hold.show': { params, data: shownHold },
  'hold.decide': {
    params,
    body: z
      .strictObject({
        decision: z.enum(['RELEASE', 'UPHOLD']),
        /** FAMILY, EXPLAINED and MISTAKE release; SAME_PERSON and NOT_EXPLAINED uphold. */
        answer: holdAnswer,
        /** Required to uphold: a time after now and not after `latestUntil`. */
        until: time.optional(),
        reason: auditReason,
        /** GROUP decides every hold of the group that applies now. */
        scope: z.enum(['MEMBER', 'GROUP']).default('MEMBER'),
      })
      .refine(({ decision, until }) => (decision === 'UPHOLD') === (until !== undefined), {
        path: ['until'],
      })
      .refine(
        ({ decision, answer }) =>
          (decision === 'UPHOLD') === (answer === 'SAME_PERSON' || answer === 'NOT_EXPLAINED'),
        { path: ['answer'] },
      ),
    data: shownHold,
  },
} as const
