import { HOUR_MS } from './duration.ts'

export type PricePoint = { atMs: number; price: number }

/** The chart covers this time up to now. */
export const SPARKLINE_MS = 24 * HOUR_MS
/** Fewer prices, or prices of less time, would suggest a development that nobody measured. */
const MIN_POINTS = 6
const MIN_COVERED_MS = 6 * HOUR_MS
/** An older price says nothing about now. */
const MAX_AGE_MS = 3 * HOUR_MS
/** A longer time without a price interrupts the line. */
const MAX_GAP_MS = 2.5 * HOUR_MS

export type Sparkline = {
  /** Lines between measured prices, in the unit square with y downwards. */
  lines: { x: number; y: number }[][]
  first: number
  last: number
  low: number
  high: number
}

/** Returns the chart of the prices of one day, or null if there are too few to draw one. */
export function sparklineOf(points: readonly PricePoint[], nowMs: number): Sparkline | null {
  const startMs = nowMs - SPARKLINE_MS
  const shown = points
    .filter(({ atMs }) => atMs >= startMs && atMs <= nowMs)
    .toSorted((one, other) => one.atMs - other.atMs)
  const [oldest] = shown
  const newest = shown.at(-1)
  if (!oldest || !newest || shown.length < MIN_POINTS) return null
  if (newest.atMs - oldest.atMs < MIN_COVERED_MS || nowMs - newest.atMs > MAX_AGE_MS) return null
  const prices = shown.map(({ price }) => price)
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const placeOf = ({ atMs, price }: PricePoint) => ({
    x: (atMs - startMs) / SPARKLINE_MS,
    // An unchanged price is a line through the middle.
    y: high === low ? 0.5 : (high - price) / (high - low),
  })
  const lines: Sparkline['lines'] = []
  let beforeMs = -Infinity
  for (const point of shown) {
    if (point.atMs - beforeMs > MAX_GAP_MS) lines.push([])
    lines.at(-1)?.push(placeOf(point))
    beforeMs = point.atMs
  }
  return { lines, first: oldest.price, last: newest.price, low, high }
}
