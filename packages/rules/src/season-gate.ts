import type { PlanProblem } from './plan-problem.ts'
import { tokenText, tokenUnits } from './round.ts'
import type { SeasonPlan } from './season-plan.ts'
import {
  invitesOf,
  isSimulable,
  simulateSeason,
  withEveryMission,
  type InviteXp,
} from './season-simulation.ts'

export type GateKey =
  | 'PROBLEMS'
  | 'LANGUAGES'
  | 'BUDGET'
  | 'BUDGET_150'
  | 'COVER'
  | 'PREVIEW_EN'
  | 'PREVIEW_KO'

/** The conditions that only warn: an operator can confirm them. */
export const CONFIRMABLE = ['BUDGET_150', 'COVER'] as const satisfies readonly GateKey[]

export type GateItem = {
  key: GateKey
  state: 'OK' | 'WARN' | 'FAIL'
  values: Readonly<Record<string, string | number>>
}

export type GateFacts = {
  /** Null while the draft lacks the form of a plan. */
  plan: SeasonPlan | null
  problems: readonly PlanProblem[]
  /** The uncommitted balance of the treasury in the reward token; null if it is unknown. */
  available: string | null
  /** The present rewards of invites, which belong to the programme; null if they are unknown. */
  invites: InviteXp | null
  /** True if this revision was opened in the preview in that language. */
  previewed: { en: boolean; ko: boolean }
}

/** More members than planned may come; publishing should happen with knowledge of the cost. */
const MORE_MEMBERS = 1.5

/** Returns every condition of publishing a season, in the order in which the console lists them. */
export function publishGate(facts: GateFacts): GateItem[] {
  const { problems, previewed } = facts
  const missingTexts = problems.filter(isMissingText)
  const others = problems.filter((problem) => !isMissingText(problem) && !isOverBudget(problem))
  return [
    item('PROBLEMS', others.length === 0 ? 'OK' : 'FAIL', { count: others.length }),
    item('LANGUAGES', missingTexts.length === 0 ? 'OK' : 'FAIL', { count: missingTexts.length }),
    budgetItem('BUDGET', facts, 1),
    budgetItem('BUDGET_150', facts, MORE_MEMBERS),
    coverItem(facts),
    item('PREVIEW_EN', previewed.en ? 'OK' : 'FAIL'),
    item('PREVIEW_KO', previewed.ko ? 'OK' : 'FAIL'),
  ]
}

/** Returns the conditions that still prevent publishing. */
export function openConditions(
  gate: readonly GateItem[],
  confirmed: readonly GateKey[],
): GateItem[] {
  return gate.filter(
    ({ key, state }) => state === 'FAIL' || (state === 'WARN' && !confirmed.includes(key)),
  )
}

function isMissingText({ code, path }: PlanProblem): boolean {
  return code === 'MISSING' && /\.(en|ko)$/.test(path)
}

function isOverBudget({ code }: PlanProblem): boolean {
  return code === 'XP_OVER_BUDGET' || code === 'TICKETS_OVER_BUDGET'
}

function budgetItem(
  key: 'BUDGET' | 'BUDGET_150',
  { plan, invites }: Pick<GateFacts, 'plan' | 'invites'>,
  size: number,
): GateItem {
  const failed = key === 'BUDGET' ? 'FAIL' : 'WARN'
  if (!plan || !isSimulable(plan)) return item(key, failed, { ...invites })
  const { budget } = plan
  const simulated = simulateSeason(withEveryMission(plan), {
    members: Math.round(budget.members * size),
    ...(invites && { invites: invitesOf(invites) }),
  })
  const { members, xp, tickets, daily } = simulated
  const isWithin = xp <= budget.xp && tickets <= budget.tickets
  return item(key, isWithin ? 'OK' : failed, {
    members,
    xp,
    budgetXp: budget.xp,
    tickets,
    budgetTickets: budget.tickets,
    inviteXp: daily.reduce((sum, { bySource }) => sum + bySource.invite, 0),
    // A screen judges an unsaved plan by the same terms.
    ...invites,
  })
}

function coverItem({ plan, available }: GateFacts): GateItem {
  if (!plan) return item('COVER', 'WARN')
  const { symbol, decimals } = plan.reward
  const pools = plan.rounds.reduce((sum, { pool }) => sum + (tokenUnits(pool, decimals) ?? 0n), 0n)
  const values = { pools: tokenText(pools, decimals), symbol, rounds: plan.rounds.length }
  if (available === null) return item('COVER', 'WARN', values)
  const units = tokenUnits(available, decimals)
  const isCovered = units !== undefined && units >= pools
  return item('COVER', isCovered ? 'OK' : 'WARN', { ...values, available })
}

function item(key: GateKey, state: GateItem['state'], values: GateItem['values'] = {}): GateItem {
  return { key, state, values }
}
