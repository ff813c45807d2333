import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason } from '@solstice/rules/season-simulation'
import type { StoredSimulation } from './season.table.ts'

/** Fewer, as many and more members than the budget expects. */
const FACTORS = [0.8, 1, 1.2, 1.5]

/** Returns everything that is stored about the simulation of a plan. */
export function simulationOf(plan: SeasonPlan, _seed: number, at: Date): StoredSimulation {
  const { members } = plan.budget
  return {
    simulatedAt: at.toISOString(),
    simulation: { ...simulateSeason(plan, members), rewardSymbol: plan.reward.symbol },
    spread: null,
    sizes: FACTORS.map((factor) => {
      const simulated = simulateSeason(plan, Math.round(members * factor))
      const { xp, tickets } = simulated
      return { factor, members: simulated.members, xp, tickets }
    }),
  }
}
