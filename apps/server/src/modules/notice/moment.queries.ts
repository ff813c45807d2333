import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Moment } from '@solstice/rules/campaign'
import { seasonRounds, seasons, seasonTiers } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'

/** Returns the time of a moment, without its offset; undefined without a published season. */
export async function findMoment(
  db: Db,
  { kind, seasonId, round = 0 }: Pick<Moment, 'kind' | 'seasonId' | 'round'>,
): Promise<Date | undefined> {
  const [row] = await db
    .select({
      SEASON_START: seasons.startAt,
      SEASON_END: seasons.endAt,
      ROUND_START: seasonRounds.startAt,
      ROUND_END: seasonRounds.endAt,
    })
    .from(seasons)
    .leftJoin(
      seasonRounds,
      and(eq(seasonRounds.seasonId, seasons.id), eq(seasonRounds.number, round)),
    )
    .where(and(eq(seasons.id, seasonId), eq(seasons.state, 'PUBLISHED')))
  return row?.[kind] ?? undefined
}

/** Older seasons are of no use to a campaign. */
const LISTED_SEASONS = 12

/** Returns the newest published seasons with their rounds and tiers. */
export async function findSeasons(db: Db) {
  const list = await db
    .select({
      seasonId: seasons.id,
      title: seasons.title,
      startAt: seasons.startAt,
      endAt: seasons.endAt,
    })
    .from(seasons)
    .where(eq(seasons.state, 'PUBLISHED'))
    .orderBy(desc(seasons.startAt))
    .limit(LISTED_SEASONS)
  const ids = idList(list.map(({ seasonId }) => seasonId))
  const rounds = await db
    .select({
      seasonId: seasonRounds.seasonId,
      number: seasonRounds.number,
      startAt: seasonRounds.startAt,
      endAt: seasonRounds.endAt,
    })
    .from(seasonRounds)
    .where(inArray(seasonRounds.seasonId, ids))
    .orderBy(asc(seasonRounds.number))
  const tiers = await db
    .select({ seasonId: seasonTiers.seasonId, tierId: seasonTiers.id, name: seasonTiers.name })
    .from(seasonTiers)
    .where(inArray(seasonTiers.seasonId, ids))
    .orderBy(asc(seasonTiers.minXp))
  return { list, rounds, tiers }
}
