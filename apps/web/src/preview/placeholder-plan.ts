import { DAY_MS } from '@solstice/rules/duration'
import { DEFAULT_LEVELS } from '@solstice/rules/level'
import { DEFAULT_CHECK_IN } from '@solstice/rules/missions/check-in/check-in'
import { MISSION_TYPES, rulesOf, type MissionType } from '@solstice/rules/missions/registry'
import { DEFAULT_PRIZES, DEFAULT_SPIN } from '@solstice/rules/missions/spin/spin'
import { startOfNextDay } from '@solstice/rules/programme-day'
import type { PlannedMission, SeasonPlan } from '@solstice/rules/season-plan'

/** Stands for a text that the draft does not have yet, in both languages. */
export const NO_TEXT = '—'
const NO_TEXTS = { en: NO_TEXT, ko: NO_TEXT }

const DEFAULT_DAYS = 28
/** Far above the ids that operators give, so that a mission without one gets its own. */
const FIRST_FREE_ID = 9000

/** One element of each list of a plan. */
type Elements = {
  rounds: SeasonPlan['rounds'][number]
  tiers: SeasonPlan['tiers'][number]
  missions: PlannedMission
  banners: SeasonPlan['banners'][number]
  products: object
}

export type Placeholders = { plan: SeasonPlan; elements: Elements }

/** Returns the values that replace the missing parts of a draft. */
export function placeholders(now: Date): Placeholders {
  const startsAt = startOfNextDay(now)
  const span = {
    startAt: startsAt.toISOString(),
    endAt: new Date(startsAt.getTime() + DEFAULT_DAYS * DAY_MS).toISOString(),
  }
  const round = { ...span, pool: '0' }
  const tier = {
    name: NO_TEXTS,
    emblem: 'bronze',
    minXp: 0,
    bonusPercent: 0,
    ticketsPerDay: 1,
  } as const
  return {
    plan: {
      title: NO_TEXTS,
      description: NO_TEXTS,
      imageUrl: null,
      ...span,
      reward: { symbol: 'USDS', decimals: 6 },
      rounds: [round],
      tiers: [tier],
      levels: DEFAULT_LEVELS,
      checkIn: DEFAULT_CHECK_IN,
      spin: { ...DEFAULT_SPIN, prizes: DEFAULT_PRIZES },
      missions: fixedMissions(),
      banners: [],
      products: [],
      budget: { members: 1000, xp: 0, tickets: 0, reward: '0', spinXp: 0 },
    },
    elements: {
      rounds: round,
      tiers: tier,
      missions: missionOf(FREE_TYPE, FIRST_FREE_ID),
      banners: { title: NO_TEXTS, imageUrl: '/art/banner-stars.svg', linkUrl: null },
      products: { name: NO_TEXTS, description: NO_TEXTS, payType: 'XP', price: '0' },
    },
  }
}

/** Returns the id of a mission that has none, by its position in the draft. */
export const freeMissionId = (position: number): number => FIRST_FREE_ID + position

/** A type that a season may have any number of. */
const FREE_TYPE =
  MISSION_TYPES.find((type) => {
    const { fixedId, allowedParts } = rulesOf(type).plan
    return fixedId === undefined && allowedParts.includes('proof')
  }) ?? MISSION_TYPES[0]

/** Returns the missions that every season has, because deep links lead to them. */
export function fixedMissions(): PlannedMission[] {
  return MISSION_TYPES.flatMap((type) => {
    const { fixedId } = rulesOf(type).plan
    return fixedId === undefined ? [] : [missionOf(type, fixedId)]
  })
}

function missionOf(type: MissionType, missionId: number): PlannedMission {
  const { category, isDaily, allowedParts } = rulesOf(type).plan
  const isProven = allowedParts.includes('proof')
  return {
    missionId,
    type,
    category,
    title: NO_TEXTS,
    description: NO_TEXTS,
    imageUrl: null,
    linkUrl: null,
    rewardXp: isProven ? 1 : null,
    repeat: isDaily ? 'DAILY' : isProven ? 'ONCE' : 'UNLIMITED',
    proof: null,
    partner: null,
    maxCompletions: null,
    terms: null,
    enabled: true,
  }
}
