import { afterQuietHours, pushProfileOf, reminderInstant } from '@solstice/rules/alert'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { findUntold } from './alert.queries.ts'
import { notifyOnce, preferencesOf, type Preferences } from './alert.service.ts'
import type { Occasion, ReminderSource } from './reminder.ts'

export const REMIND = 'alert.remind'
const EVERY_MS = 10 * MINUTE_MS
const STRETCH = 500

/**
 * Goes through what can still be done, tells whom it is time for, and queues its own next round.
 * Whatever else wants to be looked at as often comes along.
 */
export function remind(
  sources: readonly ReminderSource[],
  alongside: (ctx: AppContext) => Promise<void>,
): JobKind<null> {
  return {
    kind: REMIND,
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    handle: async (ctx) => {
      for (const source of sources) {
        for (const occasion of await source.occasions(ctx)) await remindOf(ctx, source, occasion)
      }
      await alongside(ctx)
      await queueReminders(ctx, new Date(ctx.now().getTime() + EVERY_MS))
    },
  }
}

/** The ten minutes are the key, so that many processes starting and reminding queue one round. */
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
    const open = await occasion.open({ afterMemberId, size: STRETCH })
    const last = open.at(-1)
    if (last === undefined) return
    if (last <= afterMemberId) throw new Error(`${occasion.name} does not come to an end`)
    afterMemberId = last
    const untold = await findUntold(ctx.db, occasion.name, open)
    const members = await preferencesOf(ctx.db, untold)
    const chosen = untold.filter((memberId) => {
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
  // A round may come late, after a night in which nobody was told.
  return instant !== undefined && instant <= now && afterQuietHours(quiet, now) <= now
}

/** All of a stretch in one transaction. Of two rounds at once the second finds the names taken. */
async function notifyMembers(
  ctx: AppContext,
  { code }: ReminderSource,
  { name, data, until }: Occasion,
  memberIds: readonly number[],
): Promise<void> {
  if (memberIds.length === 0) return
  await ctx.db.transaction((tx) => notifyOnce(tx, ctx, memberIds, { name, code, data, until }))
}
