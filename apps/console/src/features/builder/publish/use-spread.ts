import { useEffect, useState } from 'react'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SimulationOptions } from '@solstice/rules/season-simulation'
import { simulateSpread } from '@solstice/rules/season-spread'
import type { SeasonSpread } from '@solstice/rules/season-spread'

/** Sliders stay fluent, because the many runs wait until they rest. */
const REST_MS = 350

/** Returns the spread of the simulation; undefined until it is computed. */
export function useSpread(
  plan: SeasonPlan,
  options: SimulationOptions,
  seed: number,
): SeasonSpread | undefined {
  const [spread, setSpread] = useState<SeasonSpread>()
  useEffect(() => {
    const timer = setTimeout(() => setSpread(simulateSpread(plan, { ...options, seed })), REST_MS)
    return () => clearTimeout(timer)
  }, [plan, options, seed])
  return spread
}
