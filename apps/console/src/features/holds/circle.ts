export type Point = { x: number; y: number }

/** More accounts than these would overlap; the table lists all of them. */
export const DRAWN_MAX = 24

/** Returns positions on an ellipse, evenly from the top. */
export function placesAround(centre: Point, radius: Point, count: number): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2
    return {
      x: Math.round(centre.x + radius.x * Math.cos(angle)),
      y: Math.round(centre.y + radius.y * Math.sin(angle)),
    }
  })
}

/** Returns a line between two points that is bent aside, so that several lines stay apart. */
export function bentLine(from: Point, to: Point, bend: number): string {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = Math.hypot(dx, dy) || 1
  const middle = {
    x: Math.round((from.x + to.x) / 2 - (dy / length) * bend),
    y: Math.round((from.y + to.y) / 2 + (dx / length) * bend),
  }
  return `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}`
}
