import { expect, test } from 'vitest'
import { constellationOf, completedFirst } from './constellation.ts'

test('returns one constellation per season, with a star for every mission inside the sky', () => {
  for (const stars of [0, 1, 7, 8, 20]) {
    for (const seasonId of [1, 2, 3]) {
      const { points, braces } = constellationOf(seasonId, stars)

      expect(points).toHaveLength(stars)
      expect(points.every(({ x, y }) => x > 20 && x < 370 && y > 20 && y < 280)).toBe(true)
      expect(braces.flat().every((end) => end < stars)).toBe(true)
    }
  }
  expect(constellationOf(4, 7).name).toBe(constellationOf(1, 7).name)
})

test('sorts lit stars first and keeps their order', () => {
  const stars = [
    { name: 'a', completed: false },
    { name: 'b', completed: true },
    { name: 'c', completed: false },
    { name: 'd', completed: true },
  ]
  expect(completedFirst(stars).map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c'])
})
