import type { PlannedMission, SeasonPlan } from '@solstice/rules/season-plan'
import { planProblem, type PlanProblem, type PlanProblemCode } from '@solstice/rules/plan-problem'
import type { PlannedAction } from '@solstice/rules/signing/contract-action'

/** The action of a mission with the contract that it calls. */
export type TestedAction = { chainId: number; contract: string; action: PlannedAction }

export type ActionVerdict = Extract<
  PlanProblemCode,
  | 'MISSION_ACTION_FAILS'
  | 'MISSION_ACTION_MOVES'
  | 'MISSION_ACTION_APPROVES'
  | 'MISSION_ACTION_UNTESTED'
>

/** The verdict on each action that was tested; undefined for one that does what it may. */
export type ActionTests = ReadonlyMap<string, ActionVerdict | undefined>

/** Returns the problems of a plan whose actions were tested; one that was not counts as untested. */
export function actionTestProblems(plan: SeasonPlan, tests: ActionTests | null): PlanProblem[] {
  return plan.missions.flatMap((mission, at) => {
    const tested = actionOf(mission)
    if (!tested) return []
    const key = keyOf(tested)
    const verdict = tests?.has(key) ? tests.get(key) : 'MISSION_ACTION_UNTESTED'
    if (!verdict) return []
    const { missionId } = mission
    const text = `Mission ${missionId} ${TEXTS[verdict]}`
    const path = `missions.${at}.proof.check.action`
    return [planProblem(path, verdict, text, { mission: missionId })]
  })
}

const TEXTS: Record<ActionVerdict, string> = {
  MISSION_ACTION_FAILS: 'calls a function that fails on its chain',
  MISSION_ACTION_MOVES: 'calls a function that moves tokens or more coin than it names',
  MISSION_ACTION_APPROVES: 'calls a function that approves the use of tokens',
  MISSION_ACTION_UNTESTED: 'calls a function that could not be simulated on its chain',
}

export function actionOf({ proof }: PlannedMission): TestedAction | undefined {
  if (proof?.kind !== 'ONCHAIN' || proof.check.kind !== 'CALLED') return undefined
  const { contract, action } = proof.check
  return action && { chainId: proof.chainId, contract, action }
}

/** The texts of an action do not change what it does. */
export function keyOf({ chainId, contract, action }: TestedAction): string {
  const { function: called, value } = action
  return JSON.stringify([chainId, contract.toLowerCase(), called, action.arguments, value])
}
