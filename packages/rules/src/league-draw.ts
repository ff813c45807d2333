import { dealBand, leagueBands, type LeagueRung } from './league.ts'

/** One name of a published draw. */
export type DrawnName = {
  blindedId: string
  rung: LeagueRung
  isApart: boolean
  band: number
  league: number
}

/**
 * Repeats a draw from its seed. Returns one sentence about the first league that differs; undefined if
 * all leagues are those that the seed leads to.
 */
export function findDrawFault(seed: Uint8Array, list: readonly DrawnName[]): string | undefined {
  const names = new Set(list.map(({ blindedId }) => blindedId))
  if (names.size < list.length) return 'A name is drawn twice.'
  const pools = Map.groupBy(list, ({ rung, isApart }) => `${rung}${isApart ? ', apart' : ''}`)
  for (const [pool, drawn] of pools) {
    const bands = groupsOf(drawn, ({ band }) => band)
    const expected = leagueBands(drawn.length)
    if (bands.length !== expected.length) {
      return `${pool} has ${bands.length} bands instead of ${expected.length}.`
    }
    for (const [at, band] of bands.entries()) {
      const ids = band.map(({ blindedId }) => blindedId)
      const repeated = dealBand(seed, expected[at] ?? [], ids)
      const leagues = groupsOf(band, ({ league }) => league)
      const wrong = leagues.find((league, index) => !hasSameNames(league, repeated[index] ?? []))
      if (wrong || leagues.length !== repeated.length) {
        const number = (wrong ?? band)[0]?.league ?? 0
        return `League ${number} (${pool}) is not the one that the seed leads to.`
      }
    }
  }
  return undefined
}

/** Returns the groups in the order of their numbers. */
function groupsOf(
  drawn: readonly DrawnName[],
  numberOf: (name: DrawnName) => number,
): DrawnName[][] {
  return Array.from(Map.groupBy(drawn, numberOf))
    .toSorted(([one], [other]) => one - other)
    .map(([, group]) => group)
}

function hasSameNames(league: readonly DrawnName[], ids: readonly string[]): boolean {
  const expected = new Set(ids)
  return league.length === ids.length && league.every(({ blindedId }) => expected.has(blindedId))
}
