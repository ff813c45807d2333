import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CheckInTerms } from '@solstice/rules/missions/check-in/check-in'
import type { LevelCurve } from '@solstice/rules/level'
import { programmeDayOf, type ProgrammeDay } from '@solstice/rules/programme-day'
import type { PlannedMission, SeasonPlan, Texts } from '@solstice/rules/season-plan'
import type { SpinPrize, SpinTerms } from '@solstice/rules/missions/spin/spin'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { BoundedMap, type Shared } from '#/platform/process/shared.ts'
import { findProgramme, findSeasonVersion, type ProgrammeRow } from './season.queries.ts'

export type Round = {
  roundId: number
  number: number
  startAt: Date
  endAt: Date
  pool: bigint
  /** The days on which members could not check in, in order. */
  excusedDays: readonly ProgrammeDay[]
}
export type SeasonTier = Omit<SeasonPlan['tiers'][number], 'name'> & {
  tierId: number
  name: Texts
}

/** A published season as used by the services. */
export type Programme = {
  seasonId: number
  version: number
  title: Texts
  description: Texts
  imageUrl: string | null
  startAt: Date
  endAt: Date
  /** Earning is paused for all members since then. */
  pausedAt: Date | null
  reward: { symbol: string; decimals: number }
  rounds: readonly Round[]
  tiers: readonly SeasonTier[]
  levels: LevelCurve
  checkIn: CheckInTerms
  spin: SpinTerms & { prizes: readonly SpinPrize[] }
  missions: readonly PlannedMission[]
  /** Rewards that changed after the publication, in the order of their first day. */
  rewardChanges: readonly { missionId: number; fromDay: ProgrammeDay; rewardXp: number }[]
  banners: readonly { bannerId: number; title: Texts; imageUrl: string; linkUrl: string | null }[]
}

type Context = Pick<AppContext, 'db' | 'shared'>

/**
 * Seasons change rarely, so each process caches them by id. Every use compares the version with the
 * database, so no call uses an outdated season.
 */
const PROGRAMMES: Shared<BoundedMap<number, Programme>> = {
  name: 'season.programmes',
  create: () => new BoundedMap(100),
}

export async function loadProgramme(ctx: Context, seasonId: number): Promise<Programme> {
  return programmeOf(ctx, seasonId, await findSeasonVersion(ctx.db, seasonId))
}

/** Returns the cached season for a version that the caller has read already. */
export async function programmeOf(
  ctx: Context,
  seasonId: number,
  version: number | undefined,
): Promise<Programme> {
  if (version === undefined) throw refuse(Code.NOT_FOUND)
  const known = cachedProgramme(ctx, seasonId)
  return known?.version === version ? known : reloadProgramme(ctx, ctx.db, seasonId)
}

/** Returns the cached season without a version check; the caller must compare the version. */
export function cachedProgramme(ctx: Context, seasonId: number): Programme | undefined {
  return ctx.shared(PROGRAMMES).get(seasonId)
}

export async function reloadProgramme(ctx: Context, db: Db, seasonId: number): Promise<Programme> {
  const row = await findProgramme(db, seasonId)
  if (!row) throw refuse(Code.NOT_FOUND)
  const programme = programmeFrom(row)
  ctx.shared(PROGRAMMES).set(seasonId, programme)
  return programme
}

function programmeFrom(row: ProgrammeRow): Programme {
  return {
    seasonId: row.id,
    version: row.version,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    startAt: row.startAt,
    endAt: row.endAt,
    pausedAt: row.pausedAt,
    reward: { symbol: row.rewardSymbol, decimals: row.rewardDecimals },
    rounds: row.rounds.map((round) => ({
      ...round,
      excusedDays: row.excusedDays.flatMap(({ roundId, day }) =>
        roundId === round.roundId ? [day] : [],
      ),
    })),
    tiers: row.tiers,
    levels: { xpPerLevel: row.xpPerLevel, topLevel: row.topLevel, bonuses: row.levelBonuses },
    checkIn: {
      baseXp: row.checkInBaseXp,
      bonusEvery: row.checkInBonusEvery,
      bonusXp: row.checkInBonusXp,
    },
    spin: {
      freePerDay: row.freeSpinsPerDay,
      ticketsPerSpin: row.ticketsPerSpin,
      prizes: row.prizes,
    },
    missions: row.missions,
    rewardChanges: row.rewardChanges,
    banners: row.banners,
  }
}

/** Returns a mission with the reward of this instant. */
export function missionOf(programme: Programme, missionId: number, now: Date): PlannedMission {
  const mission = missionsAt(programme, now).find((one) => one.missionId === missionId)
  if (!mission) throw refuse(Code.NOT_FOUND)
  return mission
}

/** Returns the missions with the rewards of this instant; a changed reward counts from a day on. */
export function missionsAt(
  { missions, rewardChanges }: Pick<Programme, 'missions' | 'rewardChanges'>,
  now: Date,
): readonly PlannedMission[] {
  if (rewardChanges.length === 0) return missions
  const today = programmeDayOf(now)
  return missions.map((mission) => {
    const changed = rewardChanges.findLast(
      ({ missionId, fromDay }) => missionId === mission.missionId && fromDay <= today,
    )
    return changed ? { ...mission, rewardXp: changed.rewardXp } : mission
  })
}

export function inLanguage(texts: Texts, language: Language): string {
  return texts[language]
}
