import { expect, test } from 'vitest'
import { simulateSeason } from './season-simulation.ts'
import { membersWithinBudget, simulateSizes, simulateSpread } from './season-spread.ts'
import { plan, product } from './test-season-plan.ts'

const OPTIONS = { members: 1000, seed: 7, runs: 100 }

test('returns the same spread for the same seed, and another for another seed', () => {
  const spread = simulateSpread(plan, OPTIONS)

  expect(simulateSpread(plan, OPTIONS)).toEqual(spread)
  expect(simulateSpread(plan, { ...OPTIONS, seed: 8 }).xp).not.toEqual(spread.xp)
  expect(spread).toMatchObject({ seed: 7, runs: 100 })
})

test('surrounds the expected cost', () => {
  const { xp, tickets } = simulateSeason(plan, 1000)
  const spread = simulateSpread(plan, OPTIONS)

  for (const [{ p5, p50, p95, mean }, expected] of [
    [spread.xp, xp],
    [spread.tickets, tickets],
  ] as const) {
    expect(p5).toBeLessThan(p50)
    expect(p50).toBeLessThan(p95)
    expect(p5).toBeLessThan(expected)
    expect(p95).toBeGreaterThan(expected)
    expect(Math.abs(mean - expected) / expected).toBeLessThan(0.02)
  }
})

test('is relatively narrower for more members', () => {
  const width = (members: number) => {
    const { p5, p50, p95 } = simulateSpread(plan, { ...OPTIONS, members }).xp
    return (p95 - p5) / p50
  }

  expect(width(100_000)).toBeLessThan(width(1000) / 5)
})

test('returns nothing without members', () => {
  expect(simulateSpread(plan, { ...OPTIONS, members: 0 }).xp).toEqual({
    mean: 0,
    p5: 0,
    p50: 0,
    p95: 0,
  })
})

test('repeats the simulation with fewer and more members', () => {
  expect(simulateSizes(plan, 1000)).toEqual(
    [0.8, 1, 1.2, 1.5].map((factor) => {
      const { members, xp, tickets } = simulateSeason(plan, 1000 * factor)
      return { factor, members, xp, tickets }
    }),
  )
})

test('finds the number of members that the budget pays for', () => {
  const most = membersWithinBudget(plan) ?? 0

  expect(simulateSeason(plan, most).xp).toBeLessThanOrEqual(plan.budget.xp)
  const { xp, tickets } = simulateSeason(plan, most + 1)
  expect(xp > plan.budget.xp || tickets > plan.budget.tickets).toBe(true)
})

test('draws a bounded number of prizes for any number of tickets', () => {
  let draws = 0
  const prize = {
    weight: 10_000,
    get xp() {
      draws += 1
      return 10
    },
  }
  const generous = {
    ...plan,
    spin: { ...plan.spin, prizes: [prize] },
    products: [product({ price: '1', givesTickets: 1500 })],
  }
  const { xp } = simulateSpread(generous, { ...OPTIONS, runs: 1 })

  expect(draws).toBeLessThan(1_000_000)
  expect(Math.abs(xp.mean / simulateSeason(generous, 1000).xp - 1)).toBeLessThan(0.1)
})
