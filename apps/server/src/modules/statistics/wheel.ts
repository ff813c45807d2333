import type { CallData } from '@solstice/contract/wire'
import { chiSquareTest } from '@solstice/rules/chi-square'
import { prizesFrom, type SpinPrize } from '@solstice/rules/missions/spin/spin'
import type { DrawRow } from './statistics.queries.ts'

type Wheel = CallData<'statistics.season'>['wheel']

/**
 * Compares the draws with the odds that were declared for each of them, also when the odds changed
 * during the season.
 */
export function wheelOf(draws: readonly DrawRow[], present: readonly SpinPrize[]): Wheel {
  const observed = new Map<number, number>()
  const expected = new Map<number, number>()
  const add = (to: Map<number, number>, xp: number, count: number) =>
    to.set(xp, (to.get(xp) ?? 0) + count)
  for (const { xp } of present) add(observed, xp, 0)
  for (const [odds, rows] of Map.groupBy(draws, (row) => row.odds)) {
    const prizes = prizesFrom(odds)
    const spins = rows.reduce((sum, row) => sum + row.draws, 0)
    const weights = prizes.reduce((sum, { weight }) => sum + weight, 0)
    for (const { xp, weight } of prizes) add(expected, xp, (spins * weight) / weights)
    for (const row of rows) add(observed, prizes[row.prizeIndex]?.xp ?? 0, row.draws)
  }
  const values = [...new Set([...observed.keys(), ...expected.keys()])].toSorted((a, b) => a - b)
  const counts = values.map((xp) => observed.get(xp) ?? 0)
  const hopes = values.map((xp) => expected.get(xp) ?? 0)
  const spins = counts.reduce((sum, count) => sum + count, 0)
  const total = present.reduce((sum, { weight }) => sum + weight, 0)
  const percentOf = (xp: number) =>
    present
      .filter((prize) => prize.xp === xp)
      .reduce((sum, { weight }) => sum + (100 * weight) / total, 0)
  return {
    spins,
    mean: spins === 0 ? 0 : dot(values, counts) / spins,
    declaredMean: dot(values, values.map(percentOf)) / 100,
    prizes: values.map((xp, at) => ({
      xp,
      observed: counts[at] ?? 0,
      expected: hopes[at] ?? 0,
      declaredPercent: percentOf(xp),
    })),
    test: chiSquareTest(counts, hopes) ?? null,
  }
}

function dot(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
}
