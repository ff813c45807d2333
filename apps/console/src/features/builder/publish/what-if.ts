import { HABITS } from '@solstice/rules/season-simulation'
import type { SimulationOptions } from '@solstice/rules/season-simulation'

/** The position of the sliders. Shares are whole percents and sum to 100. */
export type WhatIf = {
  /** Undefined for the members of the budget. */
  members: number | undefined
  shares: readonly number[]
  /** The share of the missions that active members complete, in percent. */
  turnout: number
  /** Accounts of farms besides the members, in percent of these. */
  farms: number
}

export const START: WhatIf = {
  members: undefined,
  shares: HABITS.map(({ share }) => Math.round(share * 100)),
  turnout: 100,
  farms: 0,
}

export function optionsOf(
  { members, shares, turnout, farms }: WhatIf,
  budgeted: number,
): SimulationOptions {
  return {
    members: members ?? budgeted,
    habits: HABITS.map((habit, at) => ({ ...habit, share: (shares[at] ?? 0) / 100 })),
    turnout: turnout / 100,
    ...(farms > 0 && { farmShare: farms / 100 }),
  }
}

/** Sets one share; the others keep their proportions and fill up to 100. */
export function withShare(shares: readonly number[], at: number, share: number): number[] {
  const rest = 100 - share
  const others = shares.reduce((sum, each, index) => (index === at ? sum : sum + each), 0)
  const exact = shares.map((each, index) => {
    if (index === at) return share
    return others > 0 ? (rest * each) / others : rest / (shares.length - 1)
  })
  const whole = exact.map(Math.floor)
  // The largest fractions get the percents that rounding down has left.
  const order = exact
    .map((value, index) => ({ index, fraction: value - Math.floor(value) }))
    .toSorted((one, other) => other.fraction - one.fraction)
  const left = 100 - whole.reduce((sum, each) => sum + each, 0)
  for (const { index } of order.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1
  return whole
}
