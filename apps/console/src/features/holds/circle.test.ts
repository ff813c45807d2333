import { expect, test } from 'vitest'
import { bentLine, placesAround } from './circle.ts'

test('places accounts evenly from the top', () => {
  const places = placesAround({ x: 100, y: 100 }, { x: 50, y: 20 }, 4)

  expect(places).toEqual([
    { x: 100, y: 80 },
    { x: 150, y: 100 },
    { x: 100, y: 120 },
    { x: 50, y: 100 },
  ])
})

test('bends the lines between the same accounts to different sides', () => {
  const from = { x: 0, y: 0 }
  const to = { x: 100, y: 0 }

  expect(bentLine(from, to, 20)).toBe('M0 0Q50 20 100 0')
  expect(bentLine(from, to, -20)).toBe('M0 0Q50 -20 100 0')
})
