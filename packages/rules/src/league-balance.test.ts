import { expect, test } from 'vitest'
import { balanceOf, drawSimulated, simulatedPace } from './simulated-leagues.ts'

const MEMBERS = 100_000

test('a hundred thousand members play in balanced leagues that the seed alone decides', () => {
  const pace = simulatedPace(MEMBERS, 28)
  const seed = new Uint8Array(32).fill(5)

  const bands = drawSimulated(pace, seed)

  const ids = bands.flat(2).map(({ id }) => id)
  expect(ids).toHaveLength(MEMBERS)
  expect(new Set(ids).size).toBe(MEMBERS)
  const { smallest, largest, median, p99, max } = balanceOf(bands)
  expect([smallest, largest]).toEqual([29, 30])
  expect(median).toBeLessThan(0.002)
  expect(p99).toBeLessThan(0.05)
  expect(max).toBeLessThan(0.25)
  expect(drawSimulated(pace.slice(), seed)).toEqual(bands)
  // Two draws of everybody take long on a busy machine.
})

test('another seed leads to other leagues', () => {
  const pace = simulatedPace(1000, 28)
  const drawnWith = (seed: number) => drawSimulated(pace, new Uint8Array(32).fill(seed))

  expect(drawnWith(6)).not.toEqual(drawnWith(5))
})
