import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  or,
  sql,
} from 'drizzle-orm'
import { notices } from '#/modules/notice/notice.table.ts'
import { payouts, treasuryLanes, treasurySwitch } from '#/modules/payout/payout.table.ts'
import { pushServices } from '#/modules/push/push.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { seasonRounds, seasons } from '#/modules/season/season.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { textList } from '#/platform/process/expressions.ts'
import { jobs } from '#/platform/process/jobs.table.ts'

type Waiting = { count: number; oldestAt: Date | null }

/** Counts the refunds that wait for an operator, as `refund.queue` lists them. */
export async function countWaitingRefunds(
  db: Db,
  overdueBefore: Date,
  requestedUntil?: Date,
): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(refunds.requestedAt) })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'REQUESTED').inlineParams(),
        or(eq(refunds.forOperator, true), lt(refunds.dueAt, overdueBefore)),
        requestedUntil ? lte(refunds.requestedAt, requestedUntil) : undefined,
      ),
    )
  return row ?? { count: 0, oldestAt: null }
}

export async function countHeldPayouts(db: Db, createdUntil?: Date): Promise<Waiting> {
  const isOpen = inArray(payouts.state, ['QUEUED', 'RESERVED', 'SENT']).inlineParams()
  const [row] = await db
    .select({ count: count(), oldestAt: min(payouts.createdAt) })
    .from(payouts)
    .where(
      and(
        isOpen,
        isNotNull(payouts.heldFor),
        createdUntil ? lte(payouts.createdAt, createdUntil) : undefined,
      ),
    )
  return row ?? { count: 0, oldestAt: null }
}

export async function findTreasuryAlarms(db: Db) {
  const lanes = await db
    .select()
    .from(treasuryLanes)
    .where(or(isNotNull(treasuryLanes.frozenAt), isNotNull(treasuryLanes.lowSince)))
    .orderBy(treasuryLanes.chainId)
  const [stopped] = await db.select().from(treasurySwitch)
  return { lanes, stopped }
}

export async function findDeadJobs(db: Db) {
  const [row] = await db
    .select({
      count: count(),
      oldestAt: sql`min(${jobs.deadAt})`.mapWith(instantOrNull),
      kinds: sql<string>`string_agg(distinct ${jobs.kind}, ', ')`,
    })
    .from(jobs)
    .where(isNotNull(jobs.deadAt))
  return row ?? { count: 0, oldestAt: null, kinds: null }
}

/** Returns the newest error of an open job of these kinds. */
export async function findLastError(db: Db, kinds: readonly string[]): Promise<string | null> {
  const [row] = await db
    .select({ lastError: jobs.lastError })
    .from(jobs)
    .where(
      and(
        inArray(jobs.kind, textList(kinds)),
        isNotNull(jobs.lastError),
        // Each side has exactly the condition of a partial index; jobs that are done are not read.
        or(isNotNull(jobs.deadAt), and(isNull(jobs.doneAt), isNull(jobs.deadAt))),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(1)
  return row?.lastError ?? null
}

export async function findFailingServices(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .select({ origin: pushServices.origin })
    .from(pushServices)
    .where(gt(pushServices.failedAt, since))
    .orderBy(pushServices.origin)
  return rows.map(({ origin }) => origin)
}

const isPublished = eq(seasons.state, 'PUBLISHED').inlineParams()

export async function findRunningSeason(db: Db, now: Date) {
  const [row] = await db
    .select({
      id: seasons.id,
      title: seasons.title,
      startAt: seasons.startAt,
      endAt: seasons.endAt,
      round: seasonRounds.number,
      roundEndAt: seasonRounds.endAt,
    })
    .from(seasons)
    .leftJoin(
      seasonRounds,
      and(
        eq(seasonRounds.seasonId, seasons.id),
        lte(seasonRounds.startAt, now),
        gt(seasonRounds.endAt, now),
      ),
    )
    .where(and(isPublished, lte(seasons.startAt, now), gt(seasons.endAt, now)))
    .orderBy(asc(seasons.startAt))
    .limit(1)
  return row
}

export async function findNextSeason(db: Db, now: Date) {
  const [row] = await db
    .select({ title: seasons.title, startAt: seasons.startAt })
    .from(seasons)
    .where(and(isPublished, gt(seasons.startAt, now)))
    .orderBy(asc(seasons.startAt))
    .limit(1)
  return row
}

export async function findNextNotice(db: Db, now: Date) {
  const [row] = await db
    .select({ en: notices.titleEn, ko: notices.titleKo, publishedAt: notices.publishedAt })
    .from(notices)
    .where(and(gt(notices.publishedAt, now), isNull(notices.withdrawnAt)))
    .orderBy(asc(notices.publishedAt))
    .limit(1)
  return row
}
