export type Point = readonly [x: number, y: number]
export type Ray = { from: Point; to: Point; isLit: boolean; width: number }

type Sun = {
  centre: Point
  /** The radius at which rays begin, and those at which lit and unlit ones end. */
  inner: number
  lit: number
  unlit: number
  /** The width of a lit ray if there is room for it. */
  width: number
}

/** The part of the circle between two rays that a ray may take. */
const SHARE = 0.35
/** An unlit ray is thinner. */
const UNLIT = 3 / 7

/** Returns one ray for every day of the season, clockwise from the top; days checked in are lit. */
export function raysOf(
  days: { total: number; checkedIn: readonly number[] },
  { centre: [x, y], inner, lit, unlit, width }: Sun,
): Ray[] {
  const checkedIn = new Set(days.checkedIn)
  const step = (2 * Math.PI) / days.total
  const thickness = Math.min(width, step * inner * SHARE)
  return Array.from({ length: days.total }, (_, day) => {
    const isLit = checkedIn.has(day)
    const at = (radius: number): Point => [
      rounded(x + radius * Math.sin(day * step)),
      rounded(y - radius * Math.cos(day * step)),
    ]
    return {
      from: at(inner),
      to: at(isLit ? lit : unlit),
      isLit,
      width: isLit ? thickness : thickness * UNLIT,
    }
  })
}

export type Star = { x: number; y: number; radius: number; opacity: number }

/** Returns the same stars at every call: the picture of a season must not change. */
export function starsOf(count: number, width: number, height: number): Star[] {
  let seed = 20_260_621
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return Array.from({ length: count }, () => ({
    x: rounded(next() * width),
    y: rounded(next() * height),
    radius: rounded((0.7 + next() * 0.5) * (width / 390)),
    opacity: rounded(0.3 + next() * 0.4),
  }))
}

/** The largest crowd that is drawn one by one; a larger one is drawn as a hundred. */
const CROWD_MAX = 100
const COLUMNS = 10

export type Dot = { at: Point; kind: 'behind' | 'me' | 'ahead' }

/**
 * Returns a dot for each member, or a hundred of them, from the last at the bottom left to the first
 * at the top right.
 */
export function crowdOf(
  { place, members, behindPercent }: { place: number; members: number; behindPercent: number },
  { step, origin: [x, y] }: { step: number; origin: Point },
): { dots: Dot[]; ahead: number } {
  const isExact = members < CROWD_MAX
  const count = isExact ? members : CROWD_MAX
  const behind = isExact ? members - place : behindPercent
  const rows = Math.ceil(count / COLUMNS)
  const dots = Array.from({ length: count }, (_, at): Dot => {
    const row = rows - 1 - Math.floor(at / COLUMNS)
    const kind = at < behind ? 'behind' : at === behind ? 'me' : 'ahead'
    return { at: [x + (at % COLUMNS) * step, y + row * step], kind }
  })
  return { dots, ahead: count - 1 - behind }
}

/** The climb from the horizon to the last tier: two cubic curves that meet in the middle. */
const CURVES: readonly (readonly [Point, Point, Point, Point])[] = [
  [
    [46, 478],
    [120, 450],
    [160, 370],
    [196, 280],
  ],
  [
    [196, 280],
    [232, 190],
    [262, 150],
    [304, 100],
  ],
]

/** The last tier is the largest and stands apart from the ones below it. */
const BELOW_LAST = 0.75

/** Returns how far up the climb the tier at this position of several is. */
export function climbShare(at: number, count: number): number {
  return at === count - 1 ? 1 : (at / (count - 1)) * BELOW_LAST
}

/** Returns the point of the climb at a share of its way. */
export function climbAt(share: number): Point {
  const at = Math.min(1, Math.max(0, share)) * CURVES.length
  const index = Math.min(CURVES.length - 1, Math.floor(at))
  // The index is inside the list.
  const [a, b, c, d] = CURVES[index] as (typeof CURVES)[number]
  const t = at - index
  const mix = (axis: 0 | 1) =>
    (1 - t) ** 3 * a[axis] +
    3 * (1 - t) ** 2 * t * b[axis] +
    3 * (1 - t) * t ** 2 * c[axis] +
    t ** 3 * d[axis]
  return [rounded(mix(0)), rounded(mix(1))]
}

export const CLIMB_PATH = 'M46 478C120 450 160 370 196 280S262 150 304 100'

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
