import { describe, expect, test } from 'vitest'
import {
  blindedIdOf,
  dealBand,
  decideLeague,
  decideLeavers,
  decideRestored,
  leagueBands,
  leagueMoves,
  leagueOrder,
  leagueSizes,
  leagueWeekAt,
  leagueWeeks,
  LEAGUE_MIN,
  LEAGUE_SIZE,
  mergePools,
  rungAt,
  seedCommitment,
} from './league.ts'

const at = (day: string) => new Date(`${day}T00:00:00+04:00`)
const row = (memberId: number, xp: number, score = 0, ownRung = 3) => ({
  memberId,
  xp,
  score,
  ownRung,
})

describe('the weeks of a season', () => {
  test('are seven days from its first day and end with it', () => {
    const weeks = leagueWeeks({ startAt: at('2026-06-01'), endAt: at('2026-06-29') })

    expect(weeks.map(({ week }) => week)).toEqual([1, 2, 3, 4])
    expect(weeks.map(({ startAt }) => startAt)).toEqual(
      ['2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22'].map(at),
    )
    expect(weeks.at(-1)?.endAt).toEqual(at('2026-06-29'))
  })

  test('begin at midnight also if the season begins later in the day', () => {
    const startAt = new Date(at('2026-06-01').getTime() + 9 * 3_600_000)

    const weeks = leagueWeeks({ startAt, endAt: at('2026-06-15') })

    expect(weeks.map((week) => week.startAt)).toEqual([startAt, at('2026-06-08')])
  })

  test.each([
    ['2026-06-10', 1],
    ['2026-06-11', 2],
  ])('have no week shorter than three days: until %s', (end, count) => {
    const weeks = leagueWeeks({ startAt: at('2026-06-01'), endAt: at(end) })

    expect(weeks).toHaveLength(count)
    expect(weeks.at(-1)?.endAt).toEqual(at(end))
  })

  test('contain their first instant but not the first one of the next week', () => {
    const weeks = leagueWeeks({ startAt: at('2026-06-01'), endAt: at('2026-06-29') })
    const weekAt = (now: Date) => leagueWeekAt(weeks, now)?.week

    expect(weekAt(new Date(at('2026-06-08').getTime() - 1))).toBe(1)
    expect(weekAt(at('2026-06-08'))).toBe(2)
    expect(weekAt(at('2026-06-29'))).toBeUndefined()
    expect(weekAt(new Date(at('2026-06-01').getTime() - 1))).toBeUndefined()
  })
})

describe('the sizes of leagues', () => {
  test('differ by at most one, and are never below 16 once there are two leagues', () => {
    for (let members = 1; members <= 2000; members += 1) {
      const sizes = leagueSizes(members)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(members)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(LEAGUE_SIZE)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      if (members > LEAGUE_SIZE) expect(Math.min(...sizes)).toBeGreaterThanOrEqual(15)
      expect(leagueBands(members).flat()).toEqual(sizes)
    }
    expect(leagueSizes(0)).toEqual([])
    expect(leagueSizes(31)).toEqual([16, 15])
  })

  test('are spread evenly over bands of at most ten leagues', () => {
    expect(leagueBands(0)).toEqual([])
    expect(leagueBands(300).map((band) => band.length)).toEqual([10])
    expect(leagueBands(301).map((band) => band.length)).toEqual([5, 6])
  })
})

describe('a rung with few members', () => {
  const pool = (rung: number, members: number, isApart = false) => ({ rung, members, isApart })
  const rungs = (...pools: ReturnType<typeof pool>[]) =>
    Object.fromEntries(mergePools(pools).map(({ rung, playsIn }) => [rung, playsIn]))

  test('plays with the next lower one', () => {
    expect(rungs(pool(5, LEAGUE_MIN - 1), pool(4, LEAGUE_MIN), pool(3, 40))).toEqual({
      5: 4,
      4: 4,
      3: 3,
    })
  })

  test('plays with the next higher one if it is the lowest', () => {
    expect(rungs(pool(4, 2), pool(3, 40), pool(2, 3), pool(1, 4))).toEqual({
      4: 3,
      3: 3,
      2: 3,
      1: 3,
    })
  })

  test('plays with all others if all of them are few', () => {
    expect(rungs(pool(4, 2), pool(3, 3), pool(1, 1))).toEqual({ 4: 1, 3: 1, 1: 1 })
    expect(rungs(pool(4, 2), pool(2, 0))).toEqual({ 4: 4 })
    expect(mergePools([])).toEqual([])
  })

  test('is never merged with members who are held', () => {
    const merged = mergePools([pool(3, 40), pool(3, 4, true), pool(2, 1, true)])

    expect(merged.filter(({ isApart }) => isApart).map(({ playsIn }) => playsIn)).toEqual([2, 2])
    expect(merged.filter(({ isApart }) => !isApart)).toHaveLength(1)
  })
})

describe('the draw', () => {
  const seed = new Uint8Array(32).fill(7)
  const week = { seasonId: 3, week: 2 }
  const ids = Array.from({ length: 60 }, (_, each) =>
    blindedIdOf(new Uint8Array(32).fill(each + 1), week),
  )

  test('deals everybody once, in the same way from any order of the input', () => {
    const leagues = dealBand(seed, [30, 30], ids)

    expect(leagues.map(({ length }) => length)).toEqual([30, 30])
    expect(leagues.flat().toSorted()).toEqual(ids.toSorted())
    expect(dealBand(seed, [30, 30], ids.toReversed())).toEqual(leagues)
    expect(leagues.flat()).not.toEqual(ids)
  })

  test('follows the seed and nothing else', () => {
    expect(dealBand(new Uint8Array(32).fill(8), [30, 30], ids)).not.toEqual(
      dealBand(seed, [30, 30], ids),
    )
  })

  test('gives a member another name in every week, which only the key explains', () => {
    const key = new Uint8Array(32).fill(1)

    expect(blindedIdOf(key, week)).toMatch(/^[0-9a-f]{32}$/)
    expect(blindedIdOf(key, { ...week, week: 3 })).not.toBe(blindedIdOf(key, week))
    expect(blindedIdOf(key, { ...week, seasonId: 4 })).not.toBe(blindedIdOf(key, week))
  })

  test('commits to season, week and seed', () => {
    expect(seedCommitment({ ...week, seed })).toBe(
      'a954566bc241314af84b4363b756bbfefa1cf896c9170948d1bad10df231a1a9',
    )
    expect(seedCommitment({ ...week, week: 3, seed })).not.toBe(seedCommitment({ ...week, seed }))
  })
})

describe('the end of a week', () => {
  const rows = Array.from({ length: 30 }, (_, each) => row(each + 1, 100 * (30 - each)))

  test('moves the first five of thirty up and the last five down', () => {
    const results = decideLeague({ rung: 3, isApart: false }, rows)

    expect(results.map(({ place }) => place)).toEqual(rows.map((_, each) => each + 1))
    const ids = (outcome: string) =>
      results.filter((each) => each.outcome === outcome).map(({ memberId }) => memberId)
    expect(ids('PROMOTED')).toEqual([1, 2, 3, 4, 5])
    expect(ids('RELEGATED')).toEqual([26, 27, 28, 29, 30])
    expect(results[0]?.toRung).toBe(4)
    expect(results[10]).toMatchObject({ outcome: 'STAYED', toRung: 3 })
    expect(results[29]?.toRung).toBe(2)
  })

  test('moves members down who left the league below the lower line, and nobody else who left', () => {
    const league = { rung: 3, isApart: false }
    const rungOf = (xp: number, of = league) =>
      decideLeavers(of, rows, [row(99, xp)]).map(({ toRung }) => toRung)

    // The last of the 25 safe places has 600 XP.
    expect(rungOf(599)).toEqual([2])
    expect(rungOf(601)).toEqual([3])
    expect(rungOf(9999)).toEqual([3])
    expect(rungOf(0, { rung: 3, isApart: true })).toEqual([3])
    const lowest = { rung: 1, isApart: false }
    expect(decideLeavers(lowest, rows, [row(99, 0, 0, 1)])).toMatchObject([{ toRung: 1 }])
  })

  test('moves members from their own rung, also if they play with another one', () => {
    const guests = [row(1, 900, 0, 4), row(2, 800, 0, 5), row(15, 700, 0, 4), row(30, 1, 0, 4)]
    const others = rows.filter(({ memberId }) => guests.every((each) => each.memberId !== memberId))
    const results = decideLeague({ rung: 3, isApart: false }, [
      ...others.map((each) => ({ ...each, xp: each.memberId < 15 ? 750 : 100 })),
      ...guests,
    ])

    expect(
      guests.map(({ memberId }) => results.find((each) => each.memberId === memberId)),
    ).toEqual([
      { memberId: 1, place: 1, outcome: 'PROMOTED', toRung: 5 },
      // Nobody moves above the highest rung.
      { memberId: 2, place: 2, outcome: 'STAYED', toRung: 5 },
      { memberId: 15, place: 15, outcome: 'STAYED', toRung: 4 },
      { memberId: 30, place: 30, outcome: 'RELEGATED', toRung: 3 },
    ])
    expect(decideLeavers({ rung: 3, isApart: false }, rows, [row(99, 0, 0, 4)])).toMatchObject([
      { toRung: 3 },
    ])
  })

  test('keeps the own rung of held members who play together', () => {
    const held = [row(1, 50, 0, 5), row(2, 40, 0, 1), row(3, 0, 0, 3)]

    expect(decideLeague({ rung: 1, isApart: true }, held)).toEqual([
      { memberId: 1, place: 1, outcome: 'STAYED', toRung: 5 },
      { memberId: 2, place: 2, outcome: 'STAYED', toRung: 1 },
      { memberId: 3, place: 3, outcome: 'STAYED', toRung: 3 },
    ])
  })

  test('restores a withheld result in the member’s favour', () => {
    const restored = (change: { ownRung?: number; xp?: number; better?: number }) =>
      decideRestored({ memberId: 1, rung: 3, ownRung: 3, xp: 10, mates: 29, better: 4, ...change })

    expect(restored({})).toEqual({ memberId: 1, place: 5, outcome: 'PROMOTED', toRung: 4 })
    expect(restored({ better: 5 })).toMatchObject({ place: 6, outcome: 'STAYED', toRung: 3 })
    expect(restored({ better: 29 })).toMatchObject({ place: 30, outcome: 'STAYED', toRung: 3 })
    expect(restored({ xp: 0 })).toMatchObject({ outcome: 'STAYED', toRung: 3 })
    expect(restored({ ownRung: 5 })).toMatchObject({ outcome: 'STAYED', toRung: 5 })
  })

  test('moves nobody above the highest or below the lowest rung', () => {
    expect(leagueMoves({ rung: 5, size: 30, isApart: false })).toEqual({
      promotes: 0,
      relegates: 5,
    })
    expect(leagueMoves({ rung: 1, size: 30, isApart: false })).toEqual({
      promotes: 5,
      relegates: 0,
    })
    expect(leagueMoves({ rung: 3, size: 16, isApart: false })).toEqual({
      promotes: 3,
      relegates: 3,
    })
  })

  test('moves nobody in a league of held members', () => {
    const results = decideLeague({ rung: 3, isApart: true }, rows)

    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['STAYED']))
  })

  test('promotes nobody without XP', () => {
    const idle = rows.map(({ memberId }) => row(memberId, memberId === 1 ? 10 : 0))

    const results = decideLeague({ rung: 3, isApart: false }, idle)

    expect(results.filter(({ outcome }) => outcome === 'PROMOTED')).toHaveLength(1)
  })

  test('orders equal XP as the ranking of the season does, then by id', () => {
    const tied = leagueOrder([row(3, 50, 5), row(2, 50, 9), row(1, 50, 5), row(4, 60)])

    expect(tied.map(({ memberId }) => memberId)).toEqual([4, 2, 1, 3])
  })

  test('names five rungs', () => {
    expect(rungAt(3)).toBe('SUNRISE')
    expect(() => rungAt(6)).toThrow('There is no rung 6')
  })
})
