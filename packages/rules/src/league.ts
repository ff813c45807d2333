import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { DAY_MS } from './duration.ts'
import { programmeDayOf, startOfDay } from './programme-day.ts'

/** The number of members of a full league. */
export const LEAGUE_SIZE = 30

/** A rung with fewer members is not played for a week; they join the next lower one. */
export const LEAGUE_MIN = 10

/** Members of so many leagues are shuffled together, because their pace is about the same. */
const LEAGUES_PER_BAND = 10

/** The best members of the season compete in the ranking instead. */
export const RANKED_ABOVE_LEAGUES = 100

/** The rungs, lowest first. A rung is stored as its position, counted from 1. */
export const LEAGUE_RUNGS = [
  'BEFORE_DAWN',
  'FIRST_LIGHT',
  'SUNRISE',
  'MORNING',
  'HIGH_NOON',
] as const
export type LeagueRung = (typeof LEAGUE_RUNGS)[number]
const TOP_RUNG = LEAGUE_RUNGS.length

/** Everybody begins a season in the middle, so that one week can lead up or down. */
export const FIRST_RUNG = 3

export function rungAt(position: number): LeagueRung {
  const rung = LEAGUE_RUNGS[position - 1]
  if (!rung) throw new RangeError(`There is no rung ${position}`)
  return rung
}

export const LEAGUE_OUTCOMES = ['PROMOTED', 'STAYED', 'RELEGATED'] as const
export type LeagueOutcome = (typeof LEAGUE_OUTCOMES)[number]

const WEEK_DAYS = 7
/** A shorter rest of a season belongs to the week before it. */
const SHORTEST_WEEK_DAYS = 3

export type LeagueWeek = { week: number; startAt: Date; endAt: Date }

/**
 * Returns the weeks of a season. The first one begins with the season, the others at midnight of the
 * programme. Nobody has a pace in the first week, so leagues are played from the second one on.
 */
export function leagueWeeks(season: { startAt: Date; endAt: Date }): LeagueWeek[] {
  const first = startOfDay(programmeDayOf(season.startAt)).getTime()
  const end = season.endAt.getTime()
  const weeks: LeagueWeek[] = []
  let startAt = season.startAt
  for (;;) {
    const week = weeks.length + 1
    const next = first + week * WEEK_DAYS * DAY_MS
    const isLast = end - next < SHORTEST_WEEK_DAYS * DAY_MS
    const endAt = isLast ? season.endAt : new Date(next)
    weeks.push({ week, startAt, endAt })
    if (isLast) return weeks
    startAt = endAt
  }
}

export function leagueWeekAt(weeks: readonly LeagueWeek[], now: Date): LeagueWeek | undefined {
  return weeks.find(({ startAt, endAt }) => startAt <= now && now < endAt)
}

/** Splits members into as few leagues as possible, whose sizes differ by at most one. */
export function leagueSizes(members: number): number[] {
  const leagues = Math.ceil(members / LEAGUE_SIZE)
  const larger = leagues === 0 ? 0 : members % leagues
  const size = leagues === 0 ? 0 : Math.floor(members / leagues)
  return Array.from({ length: leagues }, (_, at) => size + (at < larger ? 1 : 0))
}

/**
 * Splits a pool, sorted by pace, into bands of consecutive leagues. Each band lists the sizes of its
 * leagues.
 */
export function leagueBands(members: number): number[][] {
  const sizes = leagueSizes(members)
  const bands = Math.ceil(sizes.length / LEAGUES_PER_BAND)
  return Array.from({ length: bands }, (_, at) =>
    sizes.slice(
      Math.floor((at * sizes.length) / bands),
      Math.floor(((at + 1) * sizes.length) / bands),
    ),
  )
}

/** The members of one rung that are grouped together; held members are placed apart. */
export type LeaguePool = { rung: number; isApart: boolean; members: number }

/**
 * Returns the rung in which the members of each pool play. A pool with too few members joins the next
 * lower one of its kind, and the lowest one the next higher one, so that only a season with few
 * members has a small league.
 */
export function mergePools(pools: readonly LeaguePool[]): (LeaguePool & { playsIn: number })[] {
  return [false, true].flatMap((isApart) => {
    const own = pools
      .filter((pool) => pool.isApart === isApart && pool.members > 0)
      .toSorted((one, two) => two.rung - one.rung)
    const merged: (LeaguePool & { playsIn: number })[][] = []
    let carried: LeaguePool[] = []
    for (const pool of own) {
      carried.push(pool)
      if (sumOf(carried) < LEAGUE_MIN) continue
      merged.push(carried.map((each) => ({ ...each, playsIn: pool.rung })))
      carried = []
    }
    const last = merged.at(-1)
    const playsIn = last?.[0]?.playsIn ?? carried.at(-1)?.rung ?? FIRST_RUNG
    return [...merged.flat(), ...carried.map((each) => ({ ...each, playsIn }))]
  })
}

const sumOf = (pools: readonly LeaguePool[]): number =>
  pools.reduce((sum, { members }) => sum + members, 0)

/** The seed of a week is random; its hash is public before the pace of its members is known. */
export function seedCommitment(of: { seasonId: number; week: number; seed: Uint8Array }): string {
  const text = `solstice-league-seed/1\n${of.seasonId}\n${of.week}\n${bytesToHex(of.seed)}\n`
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Names the commitment of a week in the points log. */
export function seedSubject({ seasonId, week }: { seasonId: number; week: number }) {
  return { kind: 'LEAGUE_SEED', scope: `season:${seasonId}/week:${week}` } as const
}

/**
 * Derives the public name of a member in the leagues of one week from the key that also hides their
 * entries of the points log. Nobody else can compute it, and the key exists before the seed is used,
 * so that the programme cannot choose a name that leads to a certain league.
 */
export function blindedIdOf(
  memberKey: Uint8Array,
  { seasonId, week }: { seasonId: number; week: number },
): string {
  const text = `solstice-league-member/1\n${seasonId}\n${week}\n`
  return bytesToHex(hmac(sha256, memberKey, utf8ToBytes(text)).slice(0, 16))
}

/**
 * Shuffles a band and deals it to its leagues. The order of the input does not matter, so anybody who
 * knows the seed and the names gets the same leagues.
 */
export function dealBand(
  seed: Uint8Array,
  sizes: readonly number[],
  blindedIds: readonly string[],
): string[][] {
  const keyed = blindedIds.map((id) => ({
    id,
    key: bytesToHex(hmac(sha256, seed, hexToBytes(id))),
  }))
  const order = keyed.toSorted((one, two) => (one.key < two.key ? -1 : 1)).map(({ id }) => id)
  let from = 0
  return sizes.map((size) => order.slice(from, (from += size)))
}

/** How many members of a league move up and down: a sixth each, where there is a rung to move to. */
export function leagueMoves(of: { rung: number; size: number; isApart: boolean }): {
  promotes: number
  relegates: number
} {
  const moving = of.isApart ? 0 : Math.round(of.size / 6)
  return {
    promotes: of.rung < TOP_RUNG ? moving : 0,
    relegates: of.rung > 1 ? moving : 0,
  }
}

export type LeagueRow = {
  memberId: number
  /** The XP of the week. */
  xp: number
  /** The score of the season's ranking, which decides between members with the same XP. */
  score: number
}

/** A member whose rung may differ from that of the league, because pools with few members join. */
type RankedRow = LeagueRow & { ownRung: number }

/** Sorts the members of a league, best first. */
export function leagueOrder<Row extends LeagueRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (one, two) => two.xp - one.xp || two.score - one.score || one.memberId - two.memberId,
  )
}

export type LeagueResult = {
  memberId: number
  place: number
  outcome: LeagueOutcome
  /** The rung of the next week. */
  toRung: number
}

/**
 * Returns the rung after a move. Members move from their own rung, so that playing with another one for
 * a week neither costs a rung nor wins one.
 */
export function rungAfter(ownRung: number, outcome: LeagueOutcome): number {
  const move = { PROMOTED: 1, STAYED: 0, RELEGATED: -1 }[outcome]
  return Math.min(TOP_RUNG, Math.max(1, ownRung + move))
}

/** Decides the places and moves of a league. Nobody moves up without any XP in the week. */
export function decideLeague(
  { rung, isApart }: { rung: number; isApart: boolean },
  rows: readonly RankedRow[],
): LeagueResult[] {
  const size = rows.length
  const { promotes, relegates } = leagueMoves({ rung, size, isApart })
  const zoneOf = (place: number, xp: number): LeagueOutcome => {
    if (place <= promotes && xp > 0) return 'PROMOTED'
    return place > size - relegates ? 'RELEGATED' : 'STAYED'
  }
  return leagueOrder(rows).map(({ memberId, xp, ownRung }, at) => {
    const place = at + 1
    const zone = zoneOf(place, xp)
    const toRung = rungAfter(ownRung, zone)
    return { memberId, place, outcome: toRung === ownRung ? 'STAYED' : zone, toRung }
  })
}

/**
 * Decides the result that was withheld because of a hold, after the hold has ended. The others keep their
 * places. Members with the same XP count as worse, and nobody moves down, because the hold is over.
 */
export function decideRestored(of: {
  memberId: number
  rung: number
  ownRung: number
  xp: number
  mates: number
  better: number
}): LeagueResult {
  const { memberId, rung, ownRung, xp, mates, better } = of
  const place = better + 1
  const { promotes } = leagueMoves({ rung, size: mates + 1, isApart: false })
  const zone = xp > 0 && place <= promotes ? 'PROMOTED' : 'STAYED'
  const toRung = rungAfter(ownRung, zone)
  return { memberId, place, outcome: toRung === ownRung ? 'STAYED' : zone, toRung }
}

/** A member who left a league during its week has no place, and may move down only. */
export type LeaverResult = { memberId: number; place: null; outcome: null; toRung: number }

/**
 * Decides the rungs of members who left the league during its week. Those with too little XP for a
 * safe place move down like everybody else, so that leaving for the end of a week never pays.
 */
export function decideLeavers(
  league: { rung: number; isApart: boolean },
  rows: readonly RankedRow[],
  left: readonly RankedRow[],
): LeaverResult[] {
  const size = rows.length
  const { relegates } = leagueMoves({ ...league, size })
  return left.map((leaver) => {
    const better = leagueOrder([...rows, leaver]).indexOf(leaver)
    const falls = relegates > 0 && better >= size - relegates
    const toRung = rungAfter(leaver.ownRung, falls ? 'RELEGATED' : 'STAYED')
    return { memberId: leaver.memberId, place: null, outcome: null, toRung }
  })
}
