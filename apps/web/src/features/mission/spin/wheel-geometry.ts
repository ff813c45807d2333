import type { DetailOf } from '#/features/mission/api.ts'

export type Prize = DetailOf<'SPIN'>['prizes'][number]

/** A slice of the wheel, in degrees from the top, clockwise. */
export type Slice = {
  prizeIndex: number
  xp: number
  from: number
  to: number
  /** Dearest brightest: 1 to 5, and 6 is the light itself. */
  shade: 1 | 2 | 3 | 4 | 5 | 6
}

const SHADES = 6

/** Wide and narrow slices by turns, each as wide as its chance. */
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

/** The top prize is the light; the others share the five violets from the bottom. */
function shadeOf(rank: number, count: number): Slice['shade'] {
  if (rank === count - 1 && count > 1) return SHADES
  return Math.min(5, Math.round((rank / Math.max(1, count - 2)) * 4) + 1) as Slice['shade']
}

const TURNS = 5
/** The wheel stops inside a slice, never near an edge. */
const MARGIN = 0.2

/**
 * Where the wheel comes to rest, in degrees below a full turn, with the prize under the pointer.
 * `chance` (0 to 1) says where in the slice; taken from the draw itself, a reload stops there too.
 */
export function restOf(slices: readonly Slice[], prizeIndex: number, chance: number): number {
  const slice = slices.find((each) => each.prizeIndex === prizeIndex)
  if (!slice) return 0
  const at = slice.from + (slice.to - slice.from) * (MARGIN + chance * (1 - 2 * MARGIN))
  return ((-at % 360) + 360) % 360
}

/** From where it rests, some turns, and on to where it will rest. */
export function turnsTo(from: number, rest: number): number {
  return from + TURNS * 360 + ((((rest - from) % 360) + 360) % 360)
}

/** The first byte of a seed as a number from 0 to 1. */
export function chanceFrom(seed: string): number {
  const byte = Number.parseInt(seed.slice(0, 2), 16)
  return Number.isNaN(byte) ? 0.5 : byte / 255
}
