import { expect, test } from 'vitest'
import { HOUR_MS } from './duration.ts'
import { SPARKLINE_MS, sparklineOf } from './sparkline.ts'

const NOW = 1_800_000_000_000
const hoursAgo = (hours: number, price = 100) => ({ atMs: NOW - hours * HOUR_MS, price })
const hourly = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => hoursAgo(from - at, 100 + at))

test('draws the prices of one day from the left to the right, high prices at the top', () => {
  const chart = sparklineOf(hourly(24, 0), NOW)

  expect(chart).toMatchObject({ first: 100, last: 124, low: 100, high: 124 })
  expect(chart?.lines).toHaveLength(1)
  expect(chart?.lines[0]?.[0]).toEqual({ x: 0, y: 1 })
  expect(chart?.lines[0]?.at(-1)).toEqual({ x: 1, y: 0 })
  expect(chart?.lines[0]?.[12]).toEqual({ x: 0.5, y: 0.5 })
})

test('leaves out prices that are older than a day or in the future', () => {
  const outside = [hoursAgo(25, 1), { atMs: NOW + 1, price: 1000 }]
  const edge = { atMs: NOW - SPARKLINE_MS, price: 99 }

  expect(sparklineOf([...outside, edge, ...hourly(23, 0)], NOW)).toMatchObject({
    first: 99,
    low: 99,
    high: 123,
  })
})

test('sorts the prices before it draws them', () => {
  expect(sparklineOf(hourly(24, 0).toReversed(), NOW)).toEqual(sparklineOf(hourly(24, 0), NOW))
})

test('draws an unchanged price through the middle', () => {
  const flat = sparklineOf(
    hourly(24, 0).map((point) => ({ ...point, price: 1 })),
    NOW,
  )

  expect(new Set(flat?.lines.flat().map(({ y }) => y))).toEqual(new Set([0.5]))
})

test.each([
  ['no prices', []],
  ['five prices', [hoursAgo(8), hoursAgo(6), hoursAgo(4), hoursAgo(2), hoursAgo(0)]],
  ['prices of less than six hours', Array.from({ length: 12 }, (_, at) => hoursAgo(at * 0.49))],
  ['no price of the last three hours', hourly(24, 4)],
])('draws nothing with %s', (_name, points) => {
  expect(sparklineOf(points, NOW)).toBeNull()
})

test('draws six prices of six hours whose newest is three hours old', () => {
  const points = [9, 8, 7, 6, 5, 3].map((hours) => hoursAgo(hours))

  expect(sparklineOf(points, NOW)?.lines).toHaveLength(1)
})

test('interrupts the line where no price was recorded for more than two and a half hours', () => {
  const gap = (hours: number) => [...hourly(24, 12), ...hourly(12 - hours, 0)]

  expect(sparklineOf(gap(2.5), NOW)?.lines).toHaveLength(1)
  expect(sparklineOf(gap(3), NOW)?.lines.map((line) => line.length)).toEqual([13, 10])
})
