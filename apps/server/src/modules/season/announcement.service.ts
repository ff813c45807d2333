import type { AppContext } from '#/platform/process/context.ts'
import { notifyAll } from '#/platform/books/alerts.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import {
  findParticipantsEnd,
  hasNewerAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  participantsToNotify,
  saveAnnouncement,
} from './announcement.queries.ts'
import { ANNOUNCE_SEASON, type Announcement } from './season.queue.ts'

/** The number of members of one transaction. */
const ANNOUNCEMENT_BATCH = 5000

/** Notifies everyone who takes part in the season that earning is paused, or works again. */
export async function queueAnnouncement(
  tx: Db,
  { now }: Pick<AppContext, 'now'>,
  of: Announcement & { kind: 'PAUSE' | 'RESUME' },
): Promise<void> {
  const { seasonId, revision, kind } = of
  const code = kind === 'PAUSE' ? ('SEASON_PAUSED' as const) : ('SEASON_RESUMED' as const)
  await insertAnnouncement(tx, { seasonId, revision, code })
  const payload: Announcement = { seasonId, revision }
  const key = `${ANNOUNCE_SEASON}:${seasonId}:${revision}`
  await enqueue(tx, ANNOUNCE_SEASON, { payload, dueAt: now(), now: now(), key })
}

/**
 * Notifies the next participants. Alerts and position are committed together, so that each member is
 * notified once. A newer announcement ends this one, because the older news would arrive after it.
 */
export function announceToNext(
  ctx: Pick<AppContext, 'db' | 'now'>,
  of: Announcement,
  count = ANNOUNCEMENT_BATCH,
): Promise<'unfinished' | 'finished'> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockAnnouncement(tx, of)
    if (!found || found.finishedAt) return 'finished'
    const after = found.notifiedMember
    const isReplaced = await hasNewerAnnouncement(tx, of)
    const end = isReplaced
      ? { last: null, size: 0 }
      : await findParticipantsEnd(tx, { ...of, after, count })
    const last = end.last ?? after
    if (end.size > 0) {
      const chosen = participantsToNotify({ seasonId: of.seasonId, code: found.code, after, last })
      await notifyAll(tx, ctx, chosen)
    }
    const finishedAt = end.size < count ? ctx.now() : null
    await saveAnnouncement(tx, of, { notifiedMember: last, finishedAt })
    return finishedAt ? 'finished' : 'unfinished'
  })
}
