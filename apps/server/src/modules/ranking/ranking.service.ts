import type { CallData } from '@solstice/contract/wire'
import { enqueueAggregation } from '#/modules/season/ranking.queue.ts'
import type { AppContext, Reads } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  findAround,
  findRankPosition,
  findTop,
  removeFromRankings,
  type RankedRow,
} from './ranking.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

const TOP = 100
const NEIGHBOURS = 2

/** Reads from `reads`, which may be a replica; the aggregation is enqueued on the primary. */
export async function listRanking(
  ctx: Context,
  reads: Pick<Reads, 'db'>,
  me: { memberId: number; nickname: string },
  seasonId: number,
): Promise<CallData<'ranking.list'>> {
  const { memberId, nickname } = me
  const [top, position, around] = await Promise.all([
    findTop(reads.db, seasonId, TOP),
    findRankPosition(reads.db, seasonId, memberId),
    findAround(reads.db, { seasonId, memberId, count: NEIGHBOURS }),
  ])
  await enqueueAggregation(ctx, ctx.db, position.pendingMoves)
  const rank = position.rank ?? null
  const own: RankedRow = { memberId, nickname, xp: position.xp }
  return {
    list: top.map((row, at) => ranked(row, at + 1)),
    me: { rank, userId: memberId, nickname, xp: position.xp },
    neighbours:
      rank === null
        ? []
        : [...around.above, own, ...around.below].map((row, at) =>
            ranked(row, rank - around.above.length + at),
          ),
    totalCount: position.ranked,
    updatedAt: ctx.now().toISOString(),
  }
}

/** Returns the rank of a member in a season; undefined without XP. */
export async function rankOf(
  db: Db,
  seasonId: number,
  memberId: number,
): Promise<number | undefined> {
  return (await findRankPosition(db, seasonId, memberId)).rank
}

function ranked({ memberId, nickname, xp }: RankedRow, rank: number) {
  // A member may have moved between the two reads, so limit the rank to at least one.
  return { rank: Math.max(1, rank), userId: memberId, nickname, xp }
}

/** Removes the member from the rankings as part of the account deletion. */
export async function eraseStandings(tx: Db, memberId: number): Promise<void> {
  await removeFromRankings(tx, memberId)
}
