/** Draws from a seed, so that a population can be generated again. */
export type Draws = {
  /** Returns a whole number from 0 to below `limit`. */
  whole: (limit: number) => number
  chance: (probability: number) => boolean
  pick: (from: readonly string[]) => string
  /** Returns a number around a centre, normally distributed. */
  near: (centre: number, spread: number) => number
}

export function draws(seed: number): Draws {
  let state = seed >>> 0
  // Mulberry32: one multiplication per draw is enough for a simulation.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (limit: number) => Math.floor(next() * limit)
  return {
    whole,
    chance: (probability) => next() < probability,
    pick: (from) => from[whole(from.length)] ?? '',
    near: (centre, spread) =>
      centre + spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
