import { RECAP_NEWS_MS } from '@solstice/rules/recap'
import { notifyAll } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  deletePlaces,
  findNextStandings,
  findSettlement,
  insertPlaces,
  lockRecaps,
  membersToNotifyOfRecap,
  saveRecaps,
} from './places.queries.ts'

/** The number of members of one transaction. */
const PLACES_BATCH = 5000

/**
 * Writes the places of the next members of a settled season and notifies them. Places, alerts and
 * position are committed together, so that each member is notified once.
 */
export function writeNextPlaces(
  ctx: Pick<AppContext, 'db' | 'now'>,
  seasonId: number,
  size = PLACES_BATCH,
): Promise<'unfinished' | 'finished'> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const season = await findSettlement(tx, seasonId)
    // The settlement of the last round enqueues the job again.
    if (!season?.isSettled || now < season.endAt) return 'finished'
    const isNews = now.getTime() - season.endAt.getTime() < RECAP_NEWS_MS
    const position = await lockRecaps(tx, seasonId, isNews)
    if (!position || position.finishedAt) return 'finished'
    const next = await findNextStandings(tx, position, size)
    const last = next.at(-1)
    if (!last) {
      await saveRecaps(tx, seasonId, { finishedAt: now })
      return 'finished'
    }
    const memberIds = next.map(({ memberId }) => memberId)
    await insertPlaces(tx, seasonId, { first: position.members + 1, memberIds })
    if (position.announces) await notifyAll(tx, ctx, membersToNotifyOfRecap(seasonId, memberIds))
    await saveRecaps(tx, seasonId, {
      members: position.members + next.length,
      afterScore: last.score,
      afterMember: last.memberId,
    })
    return 'unfinished'
  })
}

/** Removes the member's places as part of the account deletion; those of others stay. */
export async function erasePlaces(tx: Db, memberId: number): Promise<void> {
  await deletePlaces(tx, memberId)
}
