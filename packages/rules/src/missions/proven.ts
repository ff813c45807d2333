import type { MissionPlan } from './mission-plan.ts'
import type { MissionRules } from './mission-rules.ts'
import { closedOnceDone, explainXp, isDone, simulateRewards } from './repeated.ts'

/** Shared by the types whose completion the member proves. */
export const PROVEN = {
  hasAlarm: false,
  isCompleted: isDone,
  closed: closedOnceDone,
  simulate: simulateRewards,
  explain: explainXp,
} as const satisfies Partial<MissionRules>

export function validateProven(mission: MissionPlan, name: string): string[] {
  const problems: string[] = []
  const { proof, linkUrl, rewardXp, repeat } = mission
  if (!proof) problems.push(`${name} pays without a proof`)
  if (repeat === 'UNLIMITED') problems.push(`${name} can be repeated without limit`)
  if (rewardXp === null) problems.push(`${name} has no reward`)
  if (proof?.kind === 'ONCHAIN' && repeat === 'DAILY') {
    // A wallet balance or a past call would prove the mission again every day without any action.
    problems.push(`${name} is proven on chain and can be done once, not daily`)
  }
  if (proof?.kind === 'LINK' && linkUrl === null) problems.push(`${name} has no link to open`)
  if (proof?.kind === 'CODE' && mission.maxCompletions === null) {
    problems.push(`${name} is proven by a code and must limit completions`)
  }
  return problems
}
