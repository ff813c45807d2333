import type { CallData } from '@solstice/contract/wire'
import { queueFold } from '#/modules/season/ranking.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findAround, findPlace, findTop, leaveRankings, type RankedRow } from './ranking.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

const TOP = 100
const NEIGHBOURS = 2

export async function listRanking(
  ctx: Context,
  me: { memberId: number; nickname: string },
  seasonId: number,
): Promise<CallData<'ranking.list'>> {
  const { memberId, nickname } = me
  const [top, place, around] = await Promise.all([
    findTop(ctx.db, seasonId, TOP),
    findPlace(ctx.db, seasonId, memberId),
    findAround(ctx.db, { seasonId, memberId, count: NEIGHBOURS }),
  ])
  await queueFold(ctx, ctx.db, place.unfolded)
  const rank = place.rank ?? null
  const own: RankedRow = { memberId, nickname, xp: place.xp }
  return {
    list: top.map((row, at) => ranked(row, at + 1)),
    me: { rank, userId: memberId, nickname, xp: place.xp },
    neighbours:
      rank === null
        ? []
        : [...around.above, own, ...around.below].map((row, at) =>
            ranked(row, rank - around.above.length + at),
          ),
    totalCount: place.ranked,
    updatedAt: ctx.now().toISOString(),
  }
}

function ranked({ memberId, nickname, xp }: RankedRow, rank: number) {
  // A member may have moved between two reads; a rank is never less than the first.
  return { rank: Math.max(1, rank), userId: memberId, nickname, xp }
}

/** Part of deleting an account. */
export async function eraseStandings(tx: Db, memberId: number): Promise<void> {
  await leaveRankings(tx, memberId)
}
