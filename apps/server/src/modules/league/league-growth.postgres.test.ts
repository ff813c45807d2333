import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import {
  findLeaguesToRank,
  findNextEntrants,
  findNextOfPool,
  measureNext,
  saveResults,
} from './league-draw.queries.ts'
import { findDraw, findLastResult, findLeague, findOwnWeek } from './league.queries.ts'
import { findRestorable } from './league-restore.queries.ts'
import { findTopScore } from './league-weeks.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 15_000
const MANY = 60_000
const BATCH = 20
/** The members who are shuffled together. */
const BAND = 300
/** Of each size, this many results are withheld by a hold. */
const WITHHELD = 30
const SEASON = 1

/** Inserts members who played in the first week and play in the second one, up to the given id. */
function membersUpTo(last: number, first: number): string[] {
  const each = `generate_series(${first}, ${last}) i`
  const at = `timestamptz '2026-06-01T00:00:00Z'`
  const league = '(i - 1) / 30 + 1'
  return [
    // The rows need no season here.
    'set session_replication_role = replica',
    `insert into members (id, email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at) overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, ${at}, ${at}, ${at} from ${each}`,
    `insert into season_standings (season_id, member_id, xp, score)
      select ${SEASON}, i, i, season_score(i, ${at}, ${at}) from ${each}`,
    `insert into league_members (season_id, member_id, rung, base_xp, pace)
      select ${SEASON}, i, 3, i, i from ${each}`,
    `insert into league_entries (season_id, week, blinded_id, member_id, rung, is_apart, pace, band,
        league, xp, place, outcome, to_rung, entered_at)
      select ${SEASON}, 1, 'a' || i, i, 3, false, i, 1, ${league}, 5, (i - 1) % 30 + 1, 'STAYED', 3, ${at}
      from ${each}
      union all
      select ${SEASON}, 2, 'b' || i, i, 3, false, i, 1, ${league}, null, null, null, null, ${at}
      from ${each}
      union all
      select ${SEASON}, 3, 'c' || i, i, 3, false, i, null, null, null, null, null, null, ${at}
      from ${each}`,
    `update league_entries set place = null, outcome = null, to_rung = null
      where season_id = ${SEASON} and week = 1 and member_id <= ${WITHHELD}`,
  ]
}

test('a page of a league and a batch of a turn read as many buffers with many members as with few', async () => {
  const { db, buffersOf, fill } = measured
  const startAt = new Date('2026-06-01T00:00:00.000Z')
  const turn = new Date('2026-06-15T00:00:00.000Z')
  const week = { seasonId: SEASON, week: 2 }
  const measureAt = async (total: number) => {
    const after = total / 2
    const of = { seasonId: SEASON, memberId: after, week: 2 }
    const league = Math.ceil(after / 30)
    const results = Array.from({ length: BATCH }, (_, at) => ({
      memberId: after + at,
      place: at + 1,
      outcome: 'STAYED' as const,
      toRung: 3,
    }))
    const next = { seasonId: SEASON, topScore: Number.MAX_SAFE_INTEGER, after, size: BATCH }
    const queries = {
      ownWeek: () => findOwnWeek(db, of),
      lastResult: () => findLastResult(db, of),
      league: () => findLeague(db, { ...week, league }),
      draw: () => findDraw(db, { ...week, after: league, leagues: 2 }),
      topScore: () => findTopScore(db, SEASON, 100),
      measured: () => measureNext(db, { ...week, startAt, turn, after, size: BATCH, firstRung: 3 }),
      ranked: () => findLeaguesToRank(db, { ...week, startAt, turn, after: league, size: 2 }),
      saved: () => saveResults(db, week, results),
      entrants: () => findNextEntrants(db, next),
      pool: () =>
        findNextOfPool(db, {
          seasonId: SEASON,
          week: 3,
          isApart: false,
          rung: 3,
          size: BAND,
          afterPace: after,
        }),
      restored: () => findRestorable(db, { seasonId: SEASON, week: 2, size: WITHHELD, now: turn }),
    }
    const buffers = new Map<string, number>()
    for (const [name, run] of Object.entries(queries)) buffers.set(name, await buffersOf(run))
    return buffers
  }
  const weeks = `insert into league_weeks (season_id, week, seed, commitment, committed_at, step)
    select ${SEASON}, w, decode(repeat('ab', 32), 'hex'), repeat(md5(w::text), 2), '2026-05-25', case w when 1 then 'CLOSED' else 'RUNNING' end
    from generate_series(1, 3) w`

  await fill(...membersUpTo(FEW, 1), weeks)
  const few = await measureAt(FEW)
  await fill(...membersUpTo(MANY, FEW + 1))
  const many = await measureAt(MANY)

  expect(grownBuffers(few, many)).toEqual([])
})
