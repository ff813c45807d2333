import { notifyAll } from '#/platform/books/alerts.ts'
import { beginPartition } from '#/platform/books/ledger-partitions.ts'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { membersToNotifyOfSeason } from './round.queries.ts'
import { expireRewards, settleRound } from './round.service.ts'
import {
  BEGIN_PARTITION,
  EXPIRE_REWARDS,
  OPEN_SEASON,
  SETTLE_ROUND,
  type JobSubject,
} from './season.queue.ts'

export const beginSeasonPartition: JobKind<JobSubject> = {
  kind: BEGIN_PARTITION,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) =>
    beginPartition(ctx.db, { period: `season:${payload.id}`, at: ctx.now() }),
}

export const openSeason: JobKind<JobSubject> = {
  kind: OPEN_SEASON,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => notifyAll(ctx.db, ctx, membersToNotifyOfSeason(payload.id)),
}

export const settleRounds: JobKind<JobSubject> = {
  kind: SETTLE_ROUND,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => settleRound(ctx, payload.id),
}

export const expireSeasonRewards: JobKind<JobSubject> = {
  kind: EXPIRE_REWARDS,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => expireRewards(ctx, payload.id),
}
