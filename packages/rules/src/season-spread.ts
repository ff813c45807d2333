import { meanPrize, type SpinPrize } from './missions/spin/spin.ts'
import type { SeasonPlan } from './season-plan.ts'
import { simulateSeason } from './season-simulation.ts'
import {
  simulateGroups,
  takeInviteXp,
  type Group,
  type Habit,
  type SimulationOptions,
} from './simulated-groups.ts'
import { beginCourse, liveDay, timesOf, xpOf } from './simulated-member.ts'

export type Spread = { mean: number; p5: number; p50: number; p95: number }

export type SeasonSpread = { seed: number; runs: number; xp: Spread; tickets: Spread }

const DEFAULT_RUNS = 200

/** The number of members of each habit who are simulated one by one. */
const SAMPLES = 120
/** A run draws at most this many members; the deviation of more follows from it. */
const MAX_DRAWS = 5000
/** A member spins at most this often on a day; products may give any number of tickets. */
const MAX_SPINS = 100

/**
 * Estimates how far a season can deviate from its expected cost. Sample members of every habit live
 * through the season with random days and random prizes; each run draws all members from them.
 * The same seed gives the same result.
 */
export function simulateSpread(
  plan: SeasonPlan,
  options: SimulationOptions & { seed: number; runs?: number },
): SeasonSpread {
  const { members, seed, runs = DEFAULT_RUNS } = options
  const random = seededRandom(seed)
  const expected = simulateSeason(plan, options)
  const { groups } = simulateGroups(plan, options)
  const samples = groups.map((group) =>
    Array.from({ length: SAMPLES }, () => sampleMember(plan, { options, random, group })),
  )
  const draws = Math.min(members, MAX_DRAWS)
  // The deviation of a sum grows with the root of the number of members.
  const scale = draws > 0 ? Math.sqrt(members / draws) : 0
  const mean = { xp: meanOf(groups, samples, 'xp'), tickets: meanOf(groups, samples, 'tickets') }
  const results: Sample[] = []
  for (let run = 0; run < runs; run += 1) {
    const sum = { xp: 0, tickets: 0 }
    for (let drawn = 0; drawn < draws; drawn += 1) {
      const sample = samples[pickHabit(groups, random())]
      const one = sample?.[Math.floor(random() * sample.length)]
      sum.xp += one?.xp ?? 0
      sum.tickets += one?.tickets ?? 0
    }
    // Only the deviation is sampled: the mean of a few samples is less exact than the simulation.
    results.push({
      xp: Math.max(0, expected.xp + (sum.xp - draws * mean.xp) * scale),
      tickets: Math.max(0, expected.tickets + (sum.tickets - draws * mean.tickets) * scale),
    })
  }
  return {
    seed,
    runs,
    xp: spreadOf(results.map(({ xp }) => xp)),
    tickets: spreadOf(results.map(({ tickets }) => tickets)),
  }
}

/** The sensitivity to more and fewer members than planned. */
const SIZE_FACTORS = [0.8, 1, 1.2, 1.5] as const

type SizedSimulation = { factor: number; members: number; xp: number; tickets: number }

export function simulateSizes(
  plan: SeasonPlan,
  options: number | SimulationOptions,
  factors: readonly number[] = SIZE_FACTORS,
): SizedSimulation[] {
  const base = typeof options === 'number' ? { members: options } : options
  return factors.map((factor) => {
    const members = Math.round(base.members * factor)
    const { xp, tickets } = simulateSeason(plan, { ...base, members })
    return { factor, members, xp, tickets }
  })
}

/** Returns the number of members at which the XP budget is used up; null if limits keep it below. */
export function membersWithinBudget(
  plan: SeasonPlan,
  options: Omit<SimulationOptions, 'members'> = {},
): number | null {
  const isWithin = (members: number) => {
    const { xp, tickets } = simulateSeason(plan, { ...options, members })
    return xp <= plan.budget.xp && tickets <= plan.budget.tickets
  }
  let below = 0
  let above = Math.max(1, plan.budget.members)
  while (isWithin(above)) {
    below = above
    above *= 2
    if (above > MAX_MEMBERS) return null
  }
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2)
    if (isWithin(middle)) below = middle
    else above = middle
  }
  return below
}

const MAX_MEMBERS = 100_000_000

type Sample = { xp: number; tickets: number }

type Sampling = { options: SimulationOptions; random: () => number; group: Group }

/** Lets one member of the group live through the season with random days and prizes. */
function sampleMember(plan: SeasonPlan, { options, random, group }: Sampling): Sample {
  const { turnout = 1, invites } = options
  const course = beginCourse(plan)
  const times = timesOf(plan)
  const total = { xp: 0, tickets: 0 }
  times.forEach((now, day) => {
    if (random() >= group.daysPerWeek / 7) return
    const gain = liveDay(plan, course, {
      now,
      completes: ({ missionId }) =>
        random() < turnout * servedShare(group.served.mission.get(missionId)) ? 1 : 0,
      takesStock: (at, wanted) =>
        random() < servedShare(group.served.product.get(at)) ? wanted : 0,
      prizesOf: (spins) => drawPrizes(plan.spin.prizes, spins, random),
      inviteXp: takeInviteXp(invites, course, { day, days: times.length }),
    })
    total.xp += xpOf(gain)
    total.tickets += gain.tickets
  })
  return total
}

function servedShare(served: { wanted: number; taken: number } | undefined): number {
  return served && served.wanted > 0 ? served.taken / served.wanted : 1
}

function drawPrizes(prizes: readonly SpinPrize[], spins: number, random: () => number): number {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  const turns = Math.round(spins)
  const draws = Math.min(turns, MAX_SPINS)
  let xp = 0
  for (let spin = 0; spin < draws; spin += 1) {
    let roll = random() * total
    xp += prizes.find(({ weight }) => (roll -= weight) < 0)?.xp ?? 0
  }
  if (turns <= draws) return xp
  const mean = meanPrize(prizes)
  return Math.max(0, turns * mean + (xp - draws * mean) * Math.sqrt(turns / draws))
}

/** Returns the position of the habit that a number between 0 and 1 falls into. */
function pickHabit(habits: readonly Habit[], roll: number): number {
  const all = habits.reduce((sum, { share }) => sum + share, 0)
  let rest = roll * all
  return Math.max(
    0,
    habits.findIndex(({ share }) => (rest -= share) < 0),
  )
}

function meanOf(habits: readonly Habit[], samples: readonly Sample[][], of: keyof Sample): number {
  const all = habits.reduce((sum, { share }) => sum + share, 0)
  return habits.reduce((sum, { share }, at) => {
    const sample = samples[at] ?? []
    const mean = sample.reduce((total, one) => total + one[of], 0) / Math.max(1, sample.length)
    return sum + mean * (all > 0 ? share / all : 0)
  }, 0)
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  const sum = values.reduce((total, value) => total + value, 0)
  return {
    mean: Math.round(sum / Math.max(1, values.length)),
    p5: at(0.05),
    p50: at(0.5),
    p95: at(0.95),
  }
}

/** Mulberry32: small, fast and good enough to sample members; it protects nothing. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
