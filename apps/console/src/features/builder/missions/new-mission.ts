import { rulesOf } from '@solstice/rules/missions/registry'
import type { MissionType } from '@solstice/rules/missions/registry'
import { getIn, numberAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { knownType } from './mission-type-name.ts'

const EMPTY = { en: '', ko: '' }

/** The parts of a plan that a mission type may have. */
export type MissionPart = 'partner' | 'proof' | 'terms'

export const takes = (type: MissionType, part: MissionPart) =>
  rulesOf(type).plan.allowedParts.includes(part)

/** Returns a mission with everything that follows from its type, and empty texts. */
export function newMission(type: MissionType, missionId: number) {
  const { category, isDaily } = rulesOf(type).plan
  return {
    missionId,
    type,
    category,
    title: EMPTY,
    description: EMPTY,
    imageUrl: null,
    linkUrl: null,
    rewardXp: null,
    repeat: isDaily ? 'DAILY' : 'ONCE',
    proof: takes(type, 'proof') ? { kind: 'LINK' } : null,
    partner: takes(type, 'partner') ? { name: EMPTY, markUrl: null } : null,
    maxCompletions: null,
    terms: null,
    enabled: true,
  }
}

/** True for a mission that every season has under its number. */
export function isFixed(draft: Draft, at: number): boolean {
  const type = knownType(getIn(draft, `missions.${at}.type`))
  return (
    type !== undefined && rulesOf(type).plan.fixedId === numberAt(draft, `missions.${at}.missionId`)
  )
}
