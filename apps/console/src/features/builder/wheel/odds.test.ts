import { DEFAULT_PRIZES } from '@solstice/rules/missions/spin/spin'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanced, percentOf, prizesOf, spreadOf, sumOf, weightOf } from './odds.ts'

const draftOf = (prizes: readonly object[]) => ({ spin: { prizes } })

test('1,000 XP at 3 % has a mean of 74.3 once the rest is balanced', () => {
  const raised = DEFAULT_PRIZES.map((prize) =>
    prize.xp === 1000 ? { xp: 1000, weight: 300 } : prize,
  )
  expect(sumOf(raised)).toBe(10_200)

  const prizes = prizesOf(balanced(draftOf(raised)) ?? {})

  expect(sumOf(prizes)).toBe(10_000)
  expect(prizes[0]).toEqual({ xp: 10, weight: 3800 })
  expect(spreadOf(prizes).mean).toBeCloseTo(74.3, 10)
})

test('reads percent to the hundredth, and shows it the same way', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (weight) => {
      expect(weightOf(percentOf(weight))).toBe(weight)
    }),
  )
  expect(['1.234', '-1', '', 'x', '1e2'].map(weightOf)).toEqual(Array(5).fill(undefined))
  expect(weightOf('12.')).toBe(1200)
})

test('the spread is that of the prizes', () => {
  const { mean, deviation } = spreadOf([
    { xp: 10, weight: 5000 },
    { xp: 30, weight: 5000 },
  ])

  expect([mean, deviation]).toEqual([20, 10])
  expect(spreadOf([])).toEqual({ mean: 0, deviation: 0 })
})

test('nothing is balanced if the others leave nothing or everything fits', () => {
  expect(balanced(draftOf(DEFAULT_PRIZES))).toBeUndefined()
  expect(
    balanced(
      draftOf([
        { xp: 1, weight: 9000 },
        { xp: 2, weight: 9000 },
      ]),
    ),
  ).toEqual(
    draftOf([
      { xp: 1, weight: 1000 },
      { xp: 2, weight: 9000 },
    ]),
  )
  expect(
    balanced(
      draftOf([
        { xp: 1, weight: 10_000 },
        { xp: 2, weight: 10_000 },
      ]),
    ),
  ).toBeUndefined()
  expect(balanced(draftOf([]))).toBeUndefined()
})

test('leaves out prizes whose numbers are not typed yet', () => {
  expect(prizesOf(draftOf([{ xp: 5, weight: '' }, { xp: null }, { xp: 1, weight: 2 }]))).toEqual([
    { xp: 1, weight: 2 },
  ])
})
