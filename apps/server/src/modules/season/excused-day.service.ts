import { clip } from '@solstice/rules/availability'
import { DAY_MS, SECOND_MS } from '@solstice/rules/duration'
import { daysOfRound, decideDay, excusedDayOf, windowOfDay } from '@solstice/rules/excused-day'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { closeDays, closedDays } from '#/modules/status/availability.service.ts'
import { notifyEach } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findParticipantsEnd } from './announcement.queries.ts'
import { queueExcusedDay, type ExcusedDay } from './excused-day.queue.ts'
import {
  countSeasonVersion,
  findExcusedMembers,
  findMissedDays,
  findOpenRounds,
  findRoundDays,
  insertDecisions,
  lockExcusedDay,
  saveFollowed,
} from './excused-day.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** Decides about the ended days of all rounds that run or wait for their settlement. */
export async function decideOpenRounds(ctx: Context): Promise<void> {
  await closeDays(ctx)
  for (const roundId of await findOpenRounds(ctx.db, ctx.now())) {
    await decideDaysOfRound(ctx, roundId)
  }
}

/**
 * Decides about every ended day of a round that is not decided yet. The key of a decision is its
 * round and day, so that of two processes only one decides, and only that one notifies members. A
 * settlement calls it first and never depends on the job.
 */
export async function decideDaysOfRound(ctx: Context, roundId: number): Promise<void> {
  const now = ctx.now()
  const round = await findRoundDays(ctx.db, roundId)
  if (!round) return
  const days = daysOfRound(round).filter(
    (day) => windowOfDay(day).endAt <= now && !round.decided.includes(day),
  )
  const [first] = days
  if (first === undefined) return
  await closeDays(ctx)
  const closed = await closedDays(ctx.db, first)
  const { seasonId } = round
  const decisions = days.map((day) => {
    const window = windowOfDay(day)
    const known = closed.find((each) => each.day === day && each.service === 'PROGRAMME')
    const { windowMs, unavailableMs, excused } = decideDay(day, clip(known?.gaps ?? [], window))
    return {
      roundId,
      seasonId,
      day,
      windowEndsAt: window.endAt,
      windowSeconds: Math.floor(windowMs / SECOND_MS),
      unavailableSeconds: Math.floor(unavailableMs / SECOND_MS),
      excused,
      decidedAt: now,
    }
  })
  await ctx.db.transaction(async (tx) => {
    const made = (await insertDecisions(tx, decisions)).filter(({ excused }) => excused)
    if (made.length === 0) return
    await countSeasonVersion(tx, seasonId)
    for (const { day } of made) await queueExcusedDay(tx, { roundId, day }, now)
  })
}

/** The number of members of one transaction. */
const FOLLOW_BATCH = 5000
/** Later, for example after a long outage, nobody wonders about the day any more. */
const ANNOUNCED_WITHIN_MS = 2 * DAY_MS

/**
 * Notifies the next members for whom a day is excused, and has those checked who may be qualified
 * friends now. Alerts and position are committed together, so that each member is notified once.
 */
export function followExcusedDay(
  ctx: Context,
  of: ExcusedDay,
  {
    queueQualifications,
    count = FOLLOW_BATCH,
  }: {
    queueQualifications: (tx: Db, memberIds: readonly number[], now: Date) => Promise<void>
    count?: number
  },
): Promise<'unfinished' | 'finished'> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockExcusedDay(tx, of)
    if (!found || found.finishedAt) return 'finished'
    const now = ctx.now()
    const { seasonId, notifiedMember: after } = found
    const end = await findParticipantsEnd(tx, { seasonId, after, count })
    const last = end.last ?? after
    const memberIds = await findExcusedMembers(tx, { ...of, seasonId, after, last })
    await queueQualifications(tx, memberIds, now)
    const isNews = now.getTime() - found.windowEndsAt.getTime() < ANNOUNCED_WITHIN_MS
    if (isNews && memberIds.length > 0) {
      await notifyEach(tx, ctx, memberIds, { code: 'DAY_EXCUSED', data: { seasonId } })
    }
    const finishedAt = end.size < count ? now : null
    const added = isNews ? memberIds.length : 0
    await saveFollowed(tx, of, { notifiedMember: last, added, finishedAt })
    return finishedAt ? 'finished' : 'unfinished'
  })
}

/** Returns the day of each round that is excused for one member. */
export async function excusedDaysOf(
  db: Db,
  of: { memberId: number; seasonId: number },
  rounds: readonly { roundId: number; checkInDays: number; excusedDays: readonly ProgrammeDay[] }[],
): Promise<ReadonlyMap<number, ProgrammeDay>> {
  const days = rounds.flatMap((round) => round.excusedDays)
  const { memberId, seasonId } = of
  const byMember = await findMissedDays(db, { seasonId, days, memberIds: [memberId] })
  const missed = byMember.get(memberId) ?? []
  return new Map(
    rounds.flatMap(({ roundId, checkInDays, excusedDays }) => {
      const day = excusedDayOf({
        checkInDays,
        missed: missed.filter((each) => excusedDays.includes(each)),
      })
      return day ? [[roundId, day] as const] : []
    }),
  )
}
