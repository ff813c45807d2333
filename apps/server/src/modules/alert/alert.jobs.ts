import { afterQuietHours, pushProfileOf, reminderInstant } from '@solstice/rules/alert'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { findNotReminded } from './alert.queries.ts'
import { notifyOnce, preferencesOf, type Preferences } from './alert.service.ts'
import type { Occasion, ReminderSource } from './reminder.ts'

export const REMIND = 'alert.remind'
const EVERY_MS = 10 * MINUTE_MS
const BATCH_SIZE = 500

/**
 * Checks all open occasions, notifies the members whose reminder is due, and enqueues its own next
 * round. `afterwards` runs at the same interval.
 */
export function remind(
  sources: readonly ReminderSource[],
  afterwards: (ctx: AppContext) => Promise<void>,
): JobKind<null> {
  return {
    kind: REMIND,
    lane: 'campaigns',
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    handle: async (ctx) => {
      for (const source of sources) {
        for (const occasion of await source.occasions(ctx)) await remindOf(ctx, source, occasion)
      }
      await afterwards(ctx)
      await queueReminders(ctx, new Date(ctx.now().getTime() + EVERY_MS))
    },
  }
}

/** The ten-minute slot is the job key, so concurrent processes enqueue one round only. */
export async function queueReminders(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${REMIND}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, REMIND, { payload: null, dueAt, now: ctx.now(), key })
}

async function remindOf(
  ctx: AppContext,
  source: ReminderSource,
  occasion: Occasion,
): Promise<void> {
  const now = ctx.now()
  if (occasion.until && occasion.until <= now) return
  let afterMemberId = 0
  for (;;) {
    const open = await occasion.open({ afterMemberId, size: BATCH_SIZE })
    const last = open.at(-1)
    if (last === undefined) return
    if (last <= afterMemberId) throw new Error(`${occasion.name} returned the same members again`)
    afterMemberId = last
    const notReminded = await findNotReminded(ctx.db, occasion.name, open)
    const members = await preferencesOf(ctx.db, notReminded)
    const chosen = notReminded.filter((memberId) => {
      const preferences = members.get(memberId)
      return preferences && isTime(source, occasion, preferences, now)
    })
    await notifyMembers(ctx, source, occasion, chosen)
  }
}

function isTime(
  { code, when }: ReminderSource,
  { from, until }: Occasion,
  { off, quiet }: Preferences,
  now: Date,
): boolean {
  const { setting } = pushProfileOf(code)
  if (setting && off.includes(setting)) return false
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
