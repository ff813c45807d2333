import type { DetailOf } from '#/features/mission/api.ts'

export type Prize = DetailOf<'SPIN'>['prizes'][number]

/** A slice of the wheel, in degrees from the top, clockwise. */
export type Slice = {
  prizeIndex: number
  xp: number
  from: number
  to: number
  /** The more valuable, the brighter: 1 to 5, and 6 for the top prize. */
  shade: 1 | 2 | 3 | 4 | 5 | 6
}

const SHADES = 6

/** Returns alternating wide and narrow slices, each proportional to its probability. */
export function slicesOf(prizes: readonly Prize[]): Slice[] {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  const byWeight = prizes
    .map((prize, prizeIndex) => ({ ...prize, prizeIndex }))
    .toSorted((one, other) => other.weight - one.weight || one.xp - other.xp)
  const half = Math.ceil(byWeight.length / 2)
  const order = byWeight
    .slice(0, half)
    .flatMap((wide, at) => [wide, ...byWeight.slice(half + at, half + at + 1)])
  const byXp = prizes.map(({ xp }) => xp).toSorted((one, other) => one - other)
  let from = -(degreesOf(order[0]?.weight ?? 0, total) / 2)
  return order.map(({ prizeIndex, xp, weight }) => {
    const slice = {
      prizeIndex,
      xp,
      from,
      to: from + degreesOf(weight, total),
      shade: shadeOf(byXp.indexOf(xp), byXp.length),
    }
    from = slice.to
    return slice
  })
}

function degreesOf(weight: number, total: number): number {
  return total > 0 ? (weight / total) * 360 : 0
}

/** The top prize has the brightest shade; the others share the five violets in ascending order. */
function shadeOf(rank: number, count: number): Slice['shade'] {
  if (rank === count - 1 && count > 1) return SHADES
  return Math.min(5, Math.round((rank / Math.max(1, count - 2)) * 4) + 1) as Slice['shade']
}

const TURNS = 5
/** The wheel stops inside a slice, never near an edge. */
const MARGIN = 0.2

/**
 * Returns the rest position in degrees below a full turn, with the prize under the pointer.
 * `chance` (0 to 1) selects the point inside the slice; it comes from the draw itself, so that a
 * reload stops at the same point.
 */
export function restOf(slices: readonly Slice[], prizeIndex: number, chance: number): number {
  const slice = slices.find((each) => each.prizeIndex === prizeIndex)
  if (!slice) return 0
  const at = slice.from + (slice.to - slice.from) * (MARGIN + chance * (1 - 2 * MARGIN))
  return ((-at % 360) + 360) % 360
}

/**
 * Returns the total rotation: from the current position, some full turns, and on to the rest
 * position.
 */
export function turnsTo(from: number, rest: number): number {
  return from + TURNS * 360 + ((((rest - from) % 360) + 360) % 360)
}

/** Returns the first byte of a seed as a number from 0 to 1. */
export function randomFromSeed(seed: string): number {
  const byte = Number.parseInt(seed.slice(0, 2), 16)
  return Number.isNaN(byte) ? 0.5 : byte / 255
}
