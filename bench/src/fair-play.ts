import { HELD_OUT_FARMS, TUNED_FARMS, type FarmKind } from '@solstice/rules/hold/farm-kinds'
import { qualityOf, type Quality } from '@solstice/rules/hold/population-assessment'
import { POPULATION, simulatePopulation } from '@solstice/rules/hold/simulated-population'
import {
  balanceOf,
  drawSimulated,
  simulatedPace,
  type Balance,
} from '@solstice/rules/simulated-leagues'
import type { Section } from './section.ts'

/** How well the assessment separates farms from members in one simulated population. */
type HoldRow = Quality & { part: 'holds'; name: string; seed: number; ok: boolean }
/** How equal the leagues of members with about the same pace are. */
type LeagueRow = Balance & { part: 'leagues'; seed: number; ok: boolean }
export type FairPlayRow = HoldRow | LeagueRow

const PRECISION_MIN = 0.95
const RECALL_MIN = 0.8
/** Seeds that follow each other. */
const SEEDS = 5

/** The kinds that were kept out of tuning are measured one by one. */
const POPULATIONS: readonly { name: string; kinds: readonly FarmKind[] }[] = [
  { name: 'tuned kinds', kinds: TUNED_FARMS },
  ...HELD_OUT_FARMS.map((kind) => ({ name: `held out: ${kind}`, kinds: [kind] })),
]

const LEAGUE_MEMBERS = 100_000
/** The mean paces of leagues of one band differ by at most this share, in 99 of 100 bands. */
const SPREAD_MAX = 0.05
const SMALLEST_MIN = 29

export const FAIR_PLAY: Section<FairPlayRow> = {
  takes: '20 s',
  usesPostgres: false,
  run: async ({ seed }) => {
    const seeds = Array.from({ length: SEEDS }, (_, index) => seed + index)
    return [
      ...seeds.flatMap((each) => POPULATIONS.map(({ name, kinds }) => measure(name, each, kinds))),
      ...seeds.map(measureLeagues),
    ]
  },
  print: (rows) => {
    for (const row of rows) console.log(row.part === 'holds' ? holdsText(row) : leaguesText(row))
  },
}

function holdsText({ name, seed, precision, recall, byKind, ok }: HoldRow): string {
  const kinds = byKind.map(({ kind, accounts, held }) => `${kind} ${held}/${accounts}`)
  return (
    `seed ${seed}, ${name}: precision ${precision.toFixed(3)} (at least ${PRECISION_MIN}), ` +
    `recall ${recall.toFixed(3)} (at least ${RECALL_MIN})${ok ? '' : ' NOT MET'}; ` +
    `held: ${kinds.join(', ')}`
  )
}

function leaguesText({ seed, smallest, largest, median, p99, max, ok }: LeagueRow): string {
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`
  return (
    `seed ${seed}, leagues of ${LEAGUE_MEMBERS} members: ${smallest} to ${largest} members, ` +
    `mean paces of a band differ by ${percent(median)} (median), ${percent(p99)} (99th percentile, ` +
    `at most ${percent(SPREAD_MAX)})${ok ? '' : ' NOT MET'}, ${percent(max)} (largest)`
  )
}

function measure(name: string, seed: number, kinds: readonly FarmKind[]): HoldRow {
  const quality = qualityOf(simulatePopulation(seed, POPULATION, kinds))
  const ok = quality.precision >= PRECISION_MIN && quality.recall >= RECALL_MIN
  return { part: 'holds', name, seed, ok, ...quality }
}

function measureLeagues(seed: number): LeagueRow {
  const drawn = new Uint8Array(32).fill(seed % 256)
  const balance = balanceOf(drawSimulated(simulatedPace(LEAGUE_MEMBERS, seed), drawn))
  const ok = balance.p99 <= SPREAD_MAX && balance.smallest >= SMALLEST_MIN
  return { part: 'leagues', seed, ok, ...balance }
}
