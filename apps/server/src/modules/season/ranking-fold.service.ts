import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'

/** Worked off by the ranking. Whoever reads standings asks for it, and need not know who does it. */
export const FOLD_RANKING = 'ranking.fold'

/** So many appended moves are read as fast as the counts; beyond them somebody should fold. */
const FOLD_FROM = 500
const FOLD_EVERY_MS = 10_000

/** The stretch of time for which this process has asked, per database. */
const asked = new WeakMap<Db, number>()

/** Whoever sees many unfolded moves asks for them to be folded; many who see it ask once. */
export async function queueFold(
  ctx: Pick<AppContext, 'db' | 'now'>,
  db: Db,
  unfolded: number,
): Promise<void> {
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
