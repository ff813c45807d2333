import { verifyLink } from './mission.ts'
import type { MissionRepeat } from './missions/mission-plan.ts'
import { withBonuses, type BonusInputs, type MissionXp } from './tier.ts'
import type { Trace, TraceInputs } from './trace.ts'

/** How a member proved a mission, with the facts that its type keeps. */
export type Evidence = TraceInputs & {
  proof: 'LINK' | 'CODE' | 'ONCHAIN' | 'ANSWER'
  openedAt?: string
}

const LINK_OUTCOMES = {
  proven: 'GRANTED',
  'not-opened': 'LINK_NOT_OPENED',
  'too-recently': 'LINK_OPENED_TOO_RECENTLY',
} as const

/** Computes the XP of a proven mission with its bonuses, and explains it. */
export function traceMission(
  mission: { rewardXp: number; repeat: MissionRepeat },
  evidence: Evidence,
  bonus: BonusInputs,
  now: Date,
): { xp: MissionXp & { baseXp: number }; trace: Trace<'mission'> } {
  const { rewardXp, repeat } = mission
  const openedAt = evidence.openedAt === undefined ? undefined : new Date(evidence.openedAt)
  return {
    xp: { baseXp: rewardXp, ...withBonuses(rewardXp, bonus) },
    trace: {
      rule: 'mission',
      version: 1,
      inputs: { rewardXp, repeat, ...evidence, ...bonus, at: now.toISOString() },
      outcome:
        evidence.proof === 'LINK' ? LINK_OUTCOMES[verifyLink(repeat, openedAt, now)] : 'GRANTED',
    },
  }
}
