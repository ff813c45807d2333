import { DEFAULT_PRIZES, SPIN_WEIGHT_TOTAL } from '@solstice/rules/missions/spin/spin'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Slice, randomFromSeed, restOf, slicesOf, turnsTo } from './wheel-geometry.ts'

const PRIZES = DEFAULT_PRIZES.map((prize) => ({
  ...prize,
  percent: (prize.weight / SPIN_WEIGHT_TOTAL) * 100,
}))

/** Returns the prize under the pointer when the wheel is turned by the given degrees. */
function prizeUnderPointer(slices: readonly Slice[], turned: number): number | undefined {
  const first = slices[0]?.from ?? 0
  const under = (((-turned - first) % 360) + 360) % 360
  return slices.find(({ from, to }) => under >= from - first && under < to - first)?.prizeIndex
}

describe('the wheel', () => {
  test('has a slice for every prize, proportional to its probability, alternating wide and narrow', () => {
    const slices = slicesOf(PRIZES)

    expect(slices.map(({ xp }) => xp)).toEqual([10, 100, 30, 300, 50, 1000])
    expect(slices.map(({ from, to }) => Math.round((to - from) * 10) / 10)).toEqual([
      144, 43.2, 90, 14.4, 64.8, 3.6,
    ])
    expect(slices.find(({ xp }) => xp === 1000)?.shade).toBe(6)
  })

  test('always stops inside the slice of the drawn prize', () => {
    const prize = fc.record({
      xp: fc.integer({ min: 1, max: 5000 }),
      weight: fc.integer({ min: 1, max: 5000 }),
      percent: fc.constant(0),
    })
    fc.assert(
      fc.property(
        fc.array(prize, { minLength: 1, maxLength: 10 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 359 }),
        (prizes, drawn, chance, from) => {
          const prizeIndex = drawn % prizes.length
          const slices = slicesOf(prizes)

          const turned = turnsTo(from, restOf(slices, prizeIndex, chance))

          expect(prizeUnderPointer(slices, turned)).toBe(prizeIndex)
          expect(turned - from).toBeGreaterThanOrEqual(5 * 360)
        },
      ),
    )
  })

  test('stops at the same position for the same draw', () => {
    expect(randomFromSeed('00ff')).toBe(0)
    expect(randomFromSeed('ff00')).toBe(1)
    expect(randomFromSeed('')).toBe(0.5)
  })
})
