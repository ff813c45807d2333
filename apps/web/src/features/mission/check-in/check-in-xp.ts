import { withBonuses } from '@solstice/rules/tier'
import type { DetailOf, Standing } from '#/features/mission/api.ts'

export function isBonusNext({ daysParticipated, bonusEvery }: DetailOf<'CHECK_IN'>): boolean {
  return (daysParticipated + 1) % bonusEvery === 0
}

/** Returns the XP of the next check-in with all bonuses. */
export function expectedXp(mission: DetailOf<'CHECK_IN'>, standing: Standing | undefined): number {
  return withBonuses(mission.baseXp + (isBonusNext(mission) ? mission.bonusXp : 0), {
    levelPercent: standing?.levelBonusPercent ?? 0,
    tierPercent: standing?.tierBonusPercent ?? 0,
  }).totalXp
}
