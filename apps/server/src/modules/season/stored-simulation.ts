import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason } from '@solstice/rules/season-simulation'
import { simulateSizes, simulateSpread } from '@solstice/rules/season-spread'
import type { StoredSimulation } from './season.table.ts'

/** Returns everything that is stored about the simulation of a plan. */
export function simulationOf(
  plan: SeasonPlan,
  { seed, at, farmShare = 0 }: { seed: number; at: Date; farmShare?: number | undefined },
): StoredSimulation {
  const { members } = plan.budget
  return {
    simulatedAt: at.toISOString(),
    simulation: {
      ...simulateSeason(plan, { members, farmShare }),
      rewardSymbol: plan.reward.symbol,
    },
    spread: simulateSpread(plan, { members, seed }),
    sizes: simulateSizes(plan, members),
  }
}
