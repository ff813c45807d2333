import { DEFAULT_LEVELS } from '@solstice/rules/level'
import { DEFAULT_CHECK_IN } from '@solstice/rules/missions/check-in/check-in'
import { MISSION_TYPES, rulesOf } from '@solstice/rules/missions/registry'
import { DEFAULT_PRIZES, DEFAULT_SPIN } from '@solstice/rules/missions/spin/spin'
import { dayAt, withCalendar } from '#/features/builder/calendar/season-days.ts'
import { newMission } from '#/features/builder/missions/new-mission.ts'
import type { Draft } from '#/lib/season-draft.ts'
import texts from './template.json'

const DAYS = 28
const ROUND_DAYS = 7
/** The steps of the demo season. */
const TIERS = [
  ['bronze', 0, 0, 1],
  ['silver', 2000, 5, 2],
  ['gold', 5000, 10, 3],
  ['platinum', 10_000, 15, 4],
  ['diamond', 20_000, 20, 5],
] as const

/**
 * Returns the parts that are the same in most seasons. Title, dates, pools and proofs stay empty,
 * so that nobody publishes the texts of a template.
 */
export function templateDraft(draft: Draft): Draft {
  const filled: Draft = {
    title: { en: '', ko: '' },
    description: { en: '', ko: '' },
    imageUrl: null,
    reward: { symbol: 'USDS', decimals: 6 },
    tiers: TIERS.map(([emblem, minXp, bonusPercent, ticketsPerDay]) => ({
      name: texts.tiers[emblem],
      emblem,
      minXp,
      bonusPercent,
      ticketsPerDay,
    })),
    levels: DEFAULT_LEVELS,
    checkIn: DEFAULT_CHECK_IN,
    spin: { ...DEFAULT_SPIN, prizes: DEFAULT_PRIZES },
    missions: fixedMissions(),
    banners: [],
    products: [],
    budget: { members: null, xp: null, tickets: null, reward: '', spinXp: 60 },
    rounds: [],
  }
  const firstDay = dayAt(draft, 'startAt')
  return firstDay ? withCalendar(filled, { firstDay, days: DAYS, roundDays: ROUND_DAYS }) : filled
}

/** Returns the missions that every season has, by their numbers. */
function fixedMissions() {
  const written: Readonly<Record<string, object>> = texts.missions
  return MISSION_TYPES.flatMap((type) => {
    const { fixedId } = rulesOf(type).plan
    return fixedId === undefined ? [] : [{ ...newMission(type, fixedId), ...written[fixedId] }]
  }).toSorted((one, other) => one.missionId - other.missionId)
}
