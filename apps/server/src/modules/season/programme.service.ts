import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CheckInTerms } from '@solstice/rules/missions/check-in/check-in'
import type { LevelCurve } from '@solstice/rules/level'
import type { PlannedMission, SeasonPlan, Texts } from '@solstice/rules/season-plan'
import type { SpinPrize, SpinTerms } from '@solstice/rules/missions/spin/spin'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { refuse } from '#/platform/refusal.ts'
import { findProgramme, findSeasonVersion, type ProgrammeRow } from './season.queries.ts'

export type Round = { roundId: number; number: number; startAt: Date; endAt: Date; pool: bigint }
export type SeasonTier = Omit<SeasonPlan['tiers'][number], 'name'> & {
  tierId: number
  name: Texts
}

/** A published season as the services know it. */
export type Programme = {
  seasonId: number
  version: number
  title: Texts
  description: Texts
  imageUrl: string | null
  startAt: Date
  endAt: Date
  reward: { symbol: string; decimals: number }
  rounds: readonly Round[]
  tiers: readonly SeasonTier[]
  levels: LevelCurve
  checkIn: CheckInTerms
  spin: SpinTerms & { prizes: readonly SpinPrize[] }
  missions: readonly PlannedMission[]
  banners: readonly { bannerId: number; title: Texts; imageUrl: string; linkUrl: string | null }[]
}

type Context = Pick<AppContext, 'db'>

/**
 * Seasons change so rarely that each process remembers them, per database. A version that was read
 * tells whether the memory is good, so nobody ever sees an old season.
 */
const remembered = new WeakMap<Db, Map<number, Programme>>()

export async function loadProgramme(ctx: Context, seasonId: number): Promise<Programme> {
  const version = await findSeasonVersion(ctx.db, seasonId)
  if (version === undefined) throw refuse(Code.NOT_FOUND)
  const known = recallProgramme(ctx, seasonId)
  return known?.version === version ? known : rereadProgramme(ctx, ctx.db, seasonId)
}

/** What is remembered without looking: whoever uses it looks at the version on the way. */
export function recallProgramme(ctx: Context, seasonId: number): Programme | undefined {
  return remembered.get(ctx.db)?.get(seasonId)
}

export async function rereadProgramme(ctx: Context, db: Db, seasonId: number): Promise<Programme> {
  const row = await findProgramme(db, seasonId)
  if (!row) throw refuse(Code.NOT_FOUND)
  const programme = programmeFrom(row)
  const seasons = remembered.get(ctx.db) ?? new Map<number, Programme>()
  remembered.set(ctx.db, seasons.set(seasonId, programme))
  return programme
}

function programmeFrom(row: ProgrammeRow): Programme {
  return {
    seasonId: Number(row.id),
    version: Number(row.version),
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    startAt: new Date(row.start_at),
    endAt: new Date(row.end_at),
    reward: { symbol: row.reward_symbol, decimals: row.reward_decimals },
    rounds: row.rounds.map(({ id, number, startAt, endAt, pool }) => ({
      roundId: id,
      number,
      startAt: new Date(startAt),
      endAt: new Date(endAt),
      pool: BigInt(pool),
    })),
    tiers: row.tiers.map(({ id, ...tier }) => ({ tierId: id, ...tier })),
    levels: {
      xpPerLevel: row.xp_per_level,
      topLevel: row.top_level,
      bonuses: row.level_bonuses ?? [],
    },
    checkIn: {
      baseXp: row.check_in_base_xp,
      bonusEvery: row.check_in_bonus_every,
      bonusXp: row.check_in_bonus_xp,
    },
    spin: {
      freePerDay: row.free_spins_per_day,
      ticketsPerSpin: row.tickets_per_spin,
      prizes: row.prizes,
    },
    missions: row.missions,
    banners: (row.banners ?? []).map(({ id, ...banner }) => ({ bannerId: id, ...banner })),
  }
}

export function missionOf(programme: Programme, missionId: number): PlannedMission {
  const mission = programme.missions.find((one) => one.missionId === missionId)
  if (!mission) throw refuse(Code.NOT_FOUND)
  return mission
}

export function inLanguage(texts: Texts, language: Language): string {
  return texts[language]
}
