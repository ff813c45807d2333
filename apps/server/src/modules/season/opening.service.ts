import { notifyAll } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  findBatchEnd,
  lockOpening,
  membersToNotifyOfSeason,
  saveOpening,
} from './opening.queries.ts'

/** The number of members of one transaction. */
const OPENING_BATCH = 5000

/**
 * Notifies the next members that a season has begun. Alerts and position are committed together, so
 * that each member is notified once.
 */
export function notifyNextMembers(
  ctx: Pick<AppContext, 'db' | 'now'>,
  seasonId: number,
  count = OPENING_BATCH,
): Promise<'unfinished' | 'finished'> {
  return ctx.db.transaction(async (tx) => {
    const opening = await lockOpening(tx, seasonId)
    if (!opening || opening.finishedAt) return 'finished'
    const after = opening.notifiedMember
    const end = await findBatchEnd(tx, { after, count })
    await notifyAll(tx, ctx, membersToNotifyOfSeason(seasonId, { after, last: end.last ?? after }))
    const finishedAt = end.size < count ? ctx.now() : undefined
    await saveOpening(tx, seasonId, { notifiedMember: end.last ?? after, finishedAt })
    return finishedAt ? 'finished' : 'unfinished'
  })
}
