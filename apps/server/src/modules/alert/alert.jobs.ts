import {
  afterQuietHours,
  NOTICE_LIFE_MS,
  pushProfileOf,
  reminderInstant,
} from '@solstice/rules/alert'
import { sweepDeliveries } from '#/modules/push/delivery.service.ts'
import { notify } from '#/platform/alerts.ts'
import type { AppContext } from '#/platform/context.ts'
import { enqueue, type JobKind } from '#/platform/jobs.ts'
import { deleteOld, insertReminder } from './alert.queries.ts'
import { preferencesOf, type Preferences } from './alert.service.ts'
import type { Reminder, ReminderSource } from './reminder.ts'

export const REMIND = 'alert.remind'
const EVERY_MS = 10 * 60_000
const STRETCH = 500

/** Goes through what can still be done, tells whom it is time for, and queues its own next round. */
export function remind(sources: readonly ReminderSource[]): JobKind<null> {
  return {
    kind: REMIND,
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    handle: async (ctx) => {
      for (const source of sources) await remindOf(ctx, source)
      // Twice the time they can be looked at: who counts days around the edge finds them.
      await deleteOld(ctx.db, new Date(ctx.now().getTime() - 2 * NOTICE_LIFE_MS))
      await sweepDeliveries(ctx)
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

async function remindOf(ctx: AppContext, source: ReminderSource): Promise<void> {
  let afterMemberId = 0
  for (;;) {
    const open = await source.open(ctx, { afterMemberId, size: STRETCH })
    const last = open.at(-1)
    if (!last) return
    if (last.memberId <= afterMemberId) throw new Error(`${source.code} does not come to an end`)
    afterMemberId = last.memberId
    const members = await preferencesOf(
      ctx.db,
      open.map(({ memberId }) => memberId),
    )
    for (const reminder of open) {
      const preferences = members.get(reminder.memberId)
      if (preferences && isTime(source, reminder, preferences, ctx.now())) {
        await tell(ctx, source, reminder)
      }
    }
  }
}

function isTime(
  { code, when }: ReminderSource,
  { from, until }: Reminder,
  { off, quiet }: Preferences,
  now: Date,
): boolean {
  const { setting } = pushProfileOf(code)
  if (setting && off.includes(setting)) return false
  if (until && until <= now) return false
  const instant = reminderInstant({ when, from, until }, quiet)
  // A round may come late, after a night in which nobody was told.
  return instant !== undefined && instant <= now && afterQuietHours(quiet, now) <= now
}

async function tell(
  ctx: AppContext,
  { code }: ReminderSource,
  { memberId, name, data }: Reminder,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await insertReminder(tx, { memberId, name, at: ctx.now() }))) return
    await notify(tx, ctx, memberId, { code, data })
  })
}
