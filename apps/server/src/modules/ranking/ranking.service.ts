import type { CallData } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'
import { FOLD_RANKING } from './ranking.jobs.ts'
import { findAround, findPlace, findTop, leaveRankings, type RankedRow } from './ranking.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

const TOP = 100
const NEIGHBOURS = 2
/** So many appended moves are read as fast as the counts; beyond them somebody should fold. */
const FOLD_FROM = 500
const FOLD_EVERY_MS = 10_000

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

/** The stretch of time for which this process has asked, per database. */
const asked = new WeakMap<Db, number>()

/** Whoever sees many unfolded moves asks for them to be folded; many who see it ask once. */
export async function queueFold(ctx: Context, db: Db, unfolded: number): Promise<void> {
  if (unfolded < FOLD_FROM) return
  const now = ctx.now()
  const stretch = Math.floor(now.getTime() / FOLD_EVERY_MS)
  if (asked.get(ctx.db) === stretch) return
  asked.set(ctx.db, stretch)
  await enqueue(db, FOLD_RANKING, {
    payload: null,
    dueAt: now,
    now,
    key: `${FOLD_RANKING}:${stretch}`,
  })
}

/** Part of deleting an account. */
export async function eraseStandings(tx: Db, memberId: number): Promise<void> {
  await leaveRankings(tx, memberId)
}
