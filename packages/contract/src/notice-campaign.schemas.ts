import { z } from 'zod'
import { DROP_REASONS, MOMENT_OFFSET_MAX_MINUTES, MOMENTS } from '@solstice/rules/campaign'
import { EFFECT_DAYS, HOLD_OUT_MAX_PERCENT } from '@solstice/rules/hold-out'
import { LANGUAGES } from './messages.ts'
import { campaignState, noticeTexts, shownTexts } from './notice.schemas.ts'
import { digits, pageOf, pageQuery, pathId } from './paging.ts'
import { auditReason, id, time } from './schema.ts'

const yesOrNo = z.enum(['yes', 'no'])

/** The facts about members that an audience may name; an empty audience includes all members. */
const facts = {
  language: z.enum(LANGUAGES).optional(),
  /** Selects members with or without a registered wallet. */
  wallet: yesOrNo.optional(),
  joinedFrom: time.optional(),
  joinedBefore: time.optional(),
  /** Members who take part in this season. */
  seasonId: id.optional(),
  /** Members in this tier of its season now. */
  tierId: id.optional(),
  /** Members without a check-in since; those who never checked in belong to them. */
  lastCheckInBefore: time.optional(),
  /** Members with or without a completed order. */
  bought: yesOrNo.optional(),
}

const audience = z.strictObject(facts)
/** Members to whom any of these facts applies are left out. */
const exclude = z.strictObject(facts)

const idInQuery = digits(z.coerce.number().pipe(id)).optional()

/** An audience in a query; the facts of left-out members begin with `not`. */
const audienceQuery = {
  ...facts,
  seasonId: idInQuery,
  tierId: idInQuery,
  notLanguage: facts.language,
  notWallet: facts.wallet,
  notJoinedFrom: facts.joinedFrom,
  notJoinedBefore: facts.joinedBefore,
  notSeasonId: idInQuery,
  notTierId: idInQuery,
  notLastCheckInBefore: facts.lastCheckInBefore,
  notBought: facts.bought,
}

const count = z.int().min(0)

const reach = { members: count, devices: count }

const moment = z.strictObject({
  kind: z.enum(MOMENTS),
  seasonId: id,
  round: z.int().positive().max(1000).optional(),
  offsetMinutes: z.int().min(-MOMENT_OFFSET_MAX_MINUTES).max(MOMENT_OFFSET_MAX_MINUTES).default(0),
})

const campaign = z.object({
  campaignId: id,
  noticeId: id,
  code: z.string(),
  title: z.string(),
  audience: z.object(facts),
  exclude: z.object(facts),
  startedBy: z.string(),
  /** For a moment, the time that follows from the season as it is now. */
  dueAt: time,
  moment: z.object({ ...moment.shape, offsetMinutes: z.int() }).nullable(),
  /** False if the season of the moment is not published any more; the campaign then waits. */
  isMomentKnown: z.boolean(),
  holdOutPercent: count,
  state: campaignState,
  /** Why it was stopped: by an operator, with its notice, or at the most members it may reach. */
  stoppedFor: z.enum(['OPERATOR', 'NOTICE', 'LIMIT']).nullable(),
  /** The number of targeted devices so far, and the results. */
  devices: count,
  sent: count,
  waiting: count,
  dropped: count,
})

const groupResult = z.object({ members: count, acted: count })

const measure = z.object({
  name: z.enum(['CHECK_IN', 'VISIT', 'PURCHASE']),
  reached: groupResult,
  heldOut: groupResult,
})

const campaignEffect = z.object({
  measuredAt: time,
  /** The days since the first push, at most those during which actions count. */
  days: z.int().min(0).max(EFFECT_DAYS),
  measures: z.array(measure),
})

export const noticeCampaignSchemas = {
  'notice.countAudience': {
    query: z.strictObject({
      ...audienceQuery,
      /** When it would be sent; now if left out. */
      at: time.optional(),
    }),
    data: z.object({
      ...reach,
      /** Members excluded because they disabled notices, with their devices. */
      switchedOff: z.object(reach),
      /** Members whose quiet hours delay the push until their morning. */
      asleep: count,
      /** Members who also belong to a campaign within a day of this one. */
      secondPush: count,
      /** The facts in their order, each with the members left after it. */
      lines: z.array(z.object({ fact: z.string(), isExcluded: z.boolean(), members: count })),
      /** True if the numbers are estimated from a sample, as they are for very many devices. */
      isEstimate: z.boolean(),
      countedAt: time,
    }),
  },
  'notice.listSeasons': {
    data: z.object({
      list: z.array(
        z.object({
          seasonId: id,
          title: shownTexts,
          startAt: time,
          endAt: time,
          rounds: z.array(z.object({ number: z.int().positive(), startAt: time, endAt: time })),
          tiers: z.array(z.object({ tierId: id, name: shownTexts })),
        }),
      ),
    }),
  },
  'notice.sampleAudience': {
    query: z.strictObject(audienceQuery),
    data: z.object({
      list: z.array(
        z.object({
          userId: id,
          nickname: z.string(),
          language: z.enum(LANGUAGES),
          hasWallet: z.boolean(),
          createdAt: time,
        }),
      ),
      /** True if more devices exist than were examined. */
      isPartial: z.boolean(),
    }),
  },
  'notice.testCampaign': {
    body: z.strictObject(noticeTexts),
    data: z.object({ nickname: z.string(), devices: count, sent: count, failed: count }),
  },
  'notice.startCampaign': {
    body: z
      .strictObject({
        /** The notice that is sent. */
        noticeId: id.optional(),
        /** A new notice instead, which appears when the campaign begins. */
        notice: z.strictObject(noticeTexts).optional(),
        audience: audience.default({}),
        exclude: exclude.default({}),
        dueAt: time.optional(),
        moment: moment.optional(),
        /** The share of members in percent who get no push, so that the effect can be measured. */
        holdOutPercent: z.int().min(0).max(HOLD_OUT_MAX_PERCENT).default(0),
        /** States that no test was sent. Programs, which have no phone, may leave it out. */
        untested: z.boolean().optional(),
        reason: auditReason.optional(),
      })
      .refine(({ noticeId, notice }) => (noticeId === undefined) !== (notice === undefined), {
        error: 'Either a notice or its texts',
        path: ['notice'],
      })
      .refine(({ dueAt, moment: at }) => dueAt === undefined || at === undefined, {
        error: 'Either a time or a moment',
        path: ['moment'],
      })
      .refine(
        ({ moment: at }) =>
          at === undefined || at.kind.startsWith('ROUND') === (at.round !== undefined),
        { error: 'A round is named for moments of a round only', path: ['moment', 'round'] },
      ),
    data: campaign,
  },
  'notice.listCampaigns': { query: z.strictObject(pageQuery), data: pageOf(campaign) },
  'notice.showCampaign': {
    params: z.strictObject({ campaignId: pathId }),
    data: campaign.extend({
      notice: z.object({
        title: shownTexts,
        content: shownTexts,
        publishedAt: time,
        withdrawnAt: time.nullable(),
        reads: count,
      }),
      createdAt: time,
      begunAt: time.nullable(),
      addressedAt: time.nullable(),
      cancelledAt: time.nullable(),
      /** Null for campaigns of an earlier release, and for those that maintenance started. */
      expectedMembers: count.nullable(),
      memberLimit: count.nullable(),
      testedAt: time.nullable(),
      /** Members who were addressed and held out so far, and devices with notices disabled. */
      members: count,
      heldOut: count,
      switchedOff: count,
      droppedFor: z.array(z.object({ reason: z.enum(DROP_REASONS), devices: count })),
      hours: z.array(z.object({ hour: time, sent: count, dropped: count, reads: count })),
      effect: campaignEffect.nullable(),
    }),
  },
  'notice.cancelCampaign': {
    params: z.strictObject({ campaignId: pathId }),
    body: z.strictObject({ reason: auditReason }),
    data: campaign,
  },
} as const
