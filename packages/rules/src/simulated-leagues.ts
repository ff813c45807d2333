import { blindedIdOf, dealBand, leagueBands } from './league.ts'

/** A league of simulated members. */
export type SimulatedLeague = { pace: number; id: string }[]

/** Returns numbers from 0 to 1 that are the same for a seed. */
function randomNumbers(seed: number): () => number {
  let next = seed
  return () => {
    next = (next * 1_664_525 + 1_013_904_223) % 2 ** 32
    return next / 2 ** 32
  }
}

const keyOf = (member: number): Uint8Array => {
  const key = new Uint8Array(32)
  new DataView(key.buffer).setUint32(0, member)
  return key
}

/** Returns the paces of members, the fastest first. A few earn far more than most. */
export function simulatedPace(members: number, seed: number): number[] {
  const random = randomNumbers(seed)
  const draw = () =>
    100 * Math.exp(0.9 * Math.sqrt(-2 * Math.log(random() || 1)) * Math.cos(2 * Math.PI * random()))
  return Array.from({ length: members }, () => Math.ceil(draw())).toSorted((one, two) => two - one)
}

/** Draws members, sorted by pace, as the turn of a week does. Returns the leagues by band. */
export function drawSimulated(pace: readonly number[], seed: Uint8Array): SimulatedLeague[][] {
  const named = pace.map((each, at) => ({
    pace: each,
    id: blindedIdOf(keyOf(at), { seasonId: 1, week: 2 }),
  }))
  let from = 0
  return leagueBands(pace.length).map((sizes) => {
    const size = sizes.reduce((sum, each) => sum + each, 0)
    const band = named.slice(from, (from += size))
    const byId = new Map(band.map((each) => [each.id, each]))
    return dealBand(seed, sizes, [...byId.keys()]).map((ids) =>
      ids.flatMap((id) => byId.get(id) ?? []),
    )
  })
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length

export type Balance = {
  smallest: number
  largest: number
  median: number
  p99: number
  max: number
}

/**
 * Returns the sizes of the leagues, and how much the strength of leagues of one band differs: the
 * distance between their mean paces, as a share of the mean of the band.
 */
export function balanceOf(bands: readonly SimulatedLeague[][]): Balance {
  const sizes = bands.flat().map(({ length }) => length)
  const spreads = bands
    .map((band) => {
      const means = band.map((league) => mean(league.map(({ pace }) => pace)))
      return (Math.max(...means) - Math.min(...means)) / mean(means)
    })
    .toSorted((one, two) => one - two)
  const at = (share: number) => spreads[Math.floor(spreads.length * share)] ?? 0
  return {
    smallest: Math.min(...sizes),
    largest: Math.max(...sizes),
    median: at(0.5),
    p99: at(0.99),
    max: spreads.at(-1) ?? 0,
  }
}
