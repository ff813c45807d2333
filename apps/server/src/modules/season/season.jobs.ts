import { beginPartition } from '#/platform/books/ledger-partitions.ts'
import { continueFrom, DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { announceToNext } from './announcement.service.ts'
import { notifyNextMembers } from './opening.service.ts'
import { expireNextRewards } from './round.service.ts'
import { publishScheduled } from './season-schedule.service.ts'
import type { SeasonSources } from './season-sources.ts'
import {
  ANNOUNCE_SEASON,
  BEGIN_PARTITION,
  EXPIRE_REWARDS,
  OPEN_SEASON,
  PUBLISH_SEASON,
  SETTLE_ROUND,
  type Announcement,
  type AssessmentCursor,
  type ExpireRewards,
  type JobSubject,
  type ScheduledPublication,
  type SettleRound,
} from './season.queue.ts'
import { needsAssessment, settleNextMembers } from './settlement.service.ts'

export const beginSeasonPartition: JobKind<JobSubject> = {
  kind: BEGIN_PARTITION,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    await beginPartition(ctx.db, { period: `season:${payload.id}`, at: ctx.now() })
  },
}

/** The season stores how far its members are notified, because a batch must not be repeated. */
export const openSeason: JobKind<JobSubject> = {
  kind: OPEN_SEASON,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    const state = await notifyNextMembers(ctx, payload.id)
    return state === 'unfinished' ? continueFrom(payload) : undefined
  },
}

/** The announcement stores how far the participants are notified. */
export const announceSeason: JobKind<Announcement> = {
  kind: ANNOUNCE_SEASON,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    const state = await announceToNext(ctx, payload)
    return state === 'unfinished' ? continueFrom(payload) : undefined
  },
}

/** Covers a node that is silent for about twenty minutes. */
const UNKNOWN_COVER_RETRIES = DEFAULT_RETRIES.slice(0, 12)

/** A schedule that was decided or replaced meanwhile is left as it is. */
export const publishSeason = (
  read: (ctx: AppContext, seasonId: number) => Promise<SeasonSources>,
): JobKind<ScheduledPublication> => ({
  kind: PUBLISH_SEASON,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload, attempt }) => {
    const sources = await read(ctx, payload.seasonId)
    await publishScheduled(ctx, payload, {
      sources,
      retryAfterMs: UNKNOWN_COVER_RETRIES[attempt - 1],
    })
  },
})

/**
 * Settles a round after all accounts were assessed once more, because the daily assessment may have
 * run before the last check-ins of the round. A round without members pays nobody. The round stores
 * how far it is settled.
 */
export const settleRounds = (
  assessNext: (ctx: AppContext, from?: AssessmentCursor) => Promise<AssessmentCursor | undefined>,
): JobKind<SettleRound> => ({
  kind: SETTLE_ROUND,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    const { id, assessment } = payload
    if (assessment !== 'done' && (await needsAssessment(ctx, id))) {
      const next = await assessNext(ctx, assessment)
      return continueFrom<SettleRound>({ id, assessment: next ?? 'done' })
    }
    const state = await settleNextMembers(ctx, id)
    return state === 'unfinished' ? continueFrom(payload) : undefined
  },
})

/** A repeated batch finds no reward that still waits, so the job itself stores the position. */
export const expireSeasonRewards: JobKind<ExpireRewards> = {
  kind: EXPIRE_REWARDS,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    const after = await expireNextRewards(ctx, payload.id, payload.after)
    return after && continueFrom({ ...payload, after })
  },
}
