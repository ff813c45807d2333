import {
  afterQuietHours,
  pushProfileOf,
  reminderInstant,
  type QuietHours,
} from '@solstice/rules/alert'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { findNotReminded } from './alert.queries.ts'
import { notifyOnce } from './alert.service.ts'
import type { Occasion, ReminderSource } from './reminder.ts'

export const REMIND = 'alert.remind'
const EVERY_MS = 10 * MINUTE_MS
const STRETCH_SIZE = 500
/** Bounds one run of the job; the next run continues after the last member examined. */
const STRETCHES_PER_RUN = 20

/**
 * The position in a round: the members up to this one are done for this occasion. A round begins
 * without a position.
 */
export type Remind = { source: number; occasion: string; afterMemberId: number } | null

/**
 * Checks all open occasions, notifies the members whose reminder is due, and enqueues its own next
 * round. `afterwards` runs at the same interval. A round over many members takes several runs.
 */
export function remind(
  sources: readonly ReminderSource[],
  afterwards: (ctx: AppContext) => Promise<void>,
): JobKind<Remind> {
  return {
    kind: REMIND,
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    lane: 'campaigns',
    handle: async (ctx, { payload, signal }) => {
      const position = await remindFrom(ctx, sources, payload, signal)
      if (position) return continueFrom(position)
      await afterwards(ctx)
      return queueReminders(ctx, new Date(ctx.now().getTime() + EVERY_MS))
    },
  }
}

/** Examines a limited number of stretches, and returns where to continue if members are left. */
async function remindFrom(
  ctx: AppContext,
  sources: readonly ReminderSource[],
  begin: Remind,
  signal: AbortSignal,
): Promise<Remind> {
  let stretches = 0
  for (const [index, source] of sources.entries()) {
    if (begin && index < begin.source) continue
    const occasions = await source.occasions(ctx)
    const resumed = index === begin?.source ? begin : undefined
    // An occasion that has ended meanwhile is not found: its source then begins again.
    const first = Math.max(
      0,
      occasions.findIndex(({ name }) => name === resumed?.occasion),
    )
    for (const occasion of occasions.slice(first)) {
      const isResumed = occasion.name === resumed?.occasion
      let after: number | undefined = isResumed ? resumed?.afterMemberId : 0
      for (;;) {
        after = await remindStretch(ctx, source, occasion, after ?? 0)
        if (after === undefined) break
        signal.throwIfAborted()
        stretches += 1
        if (stretches === STRETCHES_PER_RUN)
          return { source: index, occasion: occasion.name, afterMemberId: after }
      }
    }
  }
  return null
}

/** The ten-minute slot is the job key, so concurrent processes enqueue one round only. */
export async function queueReminders(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${REMIND}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, REMIND, { payload: null, dueAt, now: ctx.now(), key })
}

/** Examines one stretch of members, and returns the last one; undefined if none is left. */
async function remindStretch(
  ctx: AppContext,
  source: ReminderSource,
  occasion: Occasion,
  afterMemberId: number,
): Promise<number | undefined> {
  const now = ctx.now()
  if (occasion.until && occasion.until <= now) return undefined
  const { memberIds, lastMemberId } = await occasion.open({ afterMemberId, size: STRETCH_SIZE })
  if (lastMemberId === undefined) return undefined
  if (lastMemberId <= afterMemberId)
    throw new Error(`${occasion.name} returned the same members again`)
  const { setting } = pushProfileOf(source.code)
  const groups = await findNotReminded(ctx.db, { name: occasion.name, setting, memberIds })
  const chosen = groups
    .filter(({ quiet }) => isTime(source, occasion, quiet, now))
    .flatMap((group) => group.memberIds)
  await notifyMembers(ctx, source, occasion, chosen)
  return lastMemberId
}

function isTime(
  { when }: ReminderSource,
  { from, until }: Occasion,
  quiet: QuietHours,
  now: Date,
): boolean {
  const instant = reminderInstant({ when, from, until }, quiet)
  // A delayed round may run during the member's quiet hours, so check them again.
  return instant !== undefined && instant <= now && afterQuietHours(quiet, now) <= now
}

/**
 * Notifies a batch in one transaction. Of two concurrent rounds, the second finds the names already
 * taken.
 */
async function notifyMembers(
  ctx: AppContext,
  { code }: ReminderSource,
  { name, data, until }: Occasion,
  memberIds: readonly number[],
): Promise<void> {
  if (memberIds.length === 0) return
  await ctx.db.transaction((tx) => notifyOnce(tx, ctx, memberIds, { name, code, data, until }))
}
