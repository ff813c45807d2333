import { actionProblems, type ActionProblem } from '#/signing/contract-action.ts'
import { planProblem, type PlanProblem } from '#/plan-problem.ts'
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

export function validateProven(mission: MissionPlan, path: string): PlanProblem[] {
  const problems: PlanProblem[] = []
  const { missionId, proof, linkUrl, rewardXp, repeat } = mission
  const add = (field: string, code: PlanProblem['code'], text: string) =>
    problems.push(
      planProblem(`${path}.${field}`, code, `Mission ${missionId} ${text}`, { mission: missionId }),
    )
  if (!proof) add('proof', 'MISSION_NO_PROOF', 'pays without a proof')
  if (repeat === 'UNLIMITED') add('repeat', 'MISSION_ENDLESS', 'can be repeated without limit')
  if (rewardXp === null) add('rewardXp', 'MISSION_NO_REWARD', 'has no reward')
  if (proof?.kind === 'ONCHAIN' && repeat === 'DAILY') {
    // A wallet balance or a past call would prove the mission again every day without any action.
    add('repeat', 'MISSION_CHAIN_DAILY', 'is proven on chain and can be done once, not daily')
  }
  if (proof?.kind === 'ONCHAIN' && proof.check.kind === 'CALLED' && proof.check.action) {
    const { action, selector } = proof.check
    for (const problem of actionProblems(action, selector)) {
      add('proof.check.action', `MISSION_ACTION_${problem}`, ACTION_TEXTS[problem])
    }
  }
  if (proof?.kind === 'LINK' && linkUrl === null) {
    add('linkUrl', 'MISSION_NO_LINK', 'has no link to open')
  }
  if (proof?.kind === 'CODE' && mission.maxCompletions === null) {
    const text = 'is proven by a code and must limit completions'
    add('maxCompletions', 'MISSION_CODE_UNLIMITED', text)
  }
  return problems
}

const ACTION_TEXTS: Record<ActionProblem, string> = {
  FUNCTION: 'calls a function that cannot be read; write it like sign(string line)',
  SELECTOR: 'calls another function than the one that proves it',
  ASSETS: 'calls a function that moves or approves assets',
  COUNT: 'needs exactly one argument for each parameter of its function',
  ARGUMENT: 'has an argument that does not fit its parameter or has no bounds',
  VALUE: 'sends along more coin than an action may',
}
