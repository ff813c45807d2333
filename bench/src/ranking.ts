import {
  findAround,
  findRankPosition,
  findTop,
} from '../../apps/server/src/modules/ranking/ranking.queries.ts'
import { openPostgres } from '../../apps/server/src/platform/process/db.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { printTable, type Comparison, type Measure, type Result } from './compare.ts'
import type { Load } from './load.ts'
import { addPendingMoves, aggregateAll, PENDING_MOVES } from './pending-moves.ts'
import { psql, transactionsPerSecond, type Maintenance } from './pgbench.ts'
import { redisRanking } from './peers/redis.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'
import { MEMBERS } from './statements.ts'
import { withMembers } from './with-members.ts'

export const RANKING: Section<Result> = {
  takes: '9 min',
  usesPostgres: true,
  run: measureRanking,
  print: printTable,
}

function measureRanking(options: BenchOptions): Promise<Result[]> {
  return withMembers(async ({ databaseUrl, server, sessions, makeSeason }) => {
    const seasonId = await makeSeason()
    const run = { databaseUrl, server: server.url, sessions, seasonId }
    const spins = await options.measure(spinsWithMovesWaiting(run, options.load))
    await server.stop()
    const ranking = await withProgress('Filling the rankings', () =>
      rankingComparisons(databaseUrl, options.load, MEMBERS + 1),
    )
    try {
      return [spins, ...(await measureAll(ranking.comparisons, options))]
    } finally {
      await ranking.close()
    }
  })
}

const SMALL = 10_000
const MIDDLE = 100_000
const LARGE = 1_000_000
/** Season ids that nothing else in the run uses. */
const SEASONS = new Map([
  [SMALL, 900_001],
  [MIDDLE, 900_002],
  [LARGE, 900_003],
])
/**
 * Aggregates the ranking after every 2000 writes, like the server's job does, because it is part of
 * their cost.
 */
export const AGGREGATION: Maintenance = { script: 'select ranking_aggregate(20000);', every: 2000 }

const MAKE_MEMBERS = `insert into members
    (email, password_hash, nickname, referral_code, terms_agreed_at, privacy_agreed_at, created_at)
  select 'ranked-' || i || '@harbor.example', 'none', 'ranked' || i, 'ranked' || i, at, at, at
  from generate_series(1, ${LARGE}) i, (values ('2026-06-23T08:00:00Z'::timestamptz)) as t(at)`

/**
 * Creates the XP distribution after two weeks: many members with little, few with much, some equal;
 * and its counts.
 */
function makeStandings(count: number, seasonId: number): string {
  return `insert into seasons overriding system value
      select ${seasonId}, state, version, title, description, image_url, start_at, end_at, reward_symbol,
        reward_decimals, xp_per_level, top_level, check_in_base_xp, check_in_bonus_every, check_in_bonus_xp,
        free_spins_per_day, tickets_per_spin, plan, created_at, published_at
      from seasons order by id limit 1;
    insert into season_standings (season_id, member_id, xp, score)
      select ${seasonId}, m.id, d.xp, season_score(d.xp, s.start_at, s.start_at + d.after)
      from (select id from members where nickname like 'ranked%' order by id limit ${count}) m,
        lateral (select 50 + 10 * floor(2000 * random() ^ 3)::bigint + m.id * 0 as xp, random() * interval '14 days' as after) d,
        (select start_at from seasons where id = ${seasonId}) s;
    insert into ranking_counts (season_id, width, stretch, members)
      select season_id, width, score >> width, count(*) from season_standings
      cross join (values (42::smallint), (34::smallint), (22::smallint)) as w(width)
      where season_id = ${seasonId} group by 1, 2, 3`
}

/**
 * The trigger that updates the ranking for a posting of XP. Without it only the ledger is written.
 */
const TRIGGER = 'season_xp_moves_standings'

/** Returns the script for one posting of XP. */
function xpScript(seasonId: number, firstMember: number): string {
  return `\\set member random(${firstMember}, ${firstMember + 9999})
select transaction_id from ledger_post('BENCH', gen_random_uuid()::text, '2026-06-23T08:00:00Z'::timestamptz,
  jsonb_build_object('roundId', 1), ('[{"system":"ISSUANCE","asset":"SEASON_XP","scope":"season:${seasonId}","amount":"-10"},'
  || '{"member":' || :member || ',"asset":"SEASON_XP","scope":"season:${seasonId}","amount":"10"}]')::jsonb);`
}

/** Compares how the ranking scales with its members and what it costs to maintain. */
async function rankingComparisons(
  url: string,
  load: Load,
  /** The first id that no member uses yet. */
  firstMember: number,
): Promise<{ comparisons: Comparison[]; close: () => Promise<void> }> {
  await psql(url, MAKE_MEMBERS)
  for (const [count, seasonId] of SEASONS) await psql(url, makeStandings(count, seasonId))
  await psql(url, 'vacuum analyze season_standings')
  await psql(url, 'vacuum analyze ranking_counts')
  await psql(url, 'vacuum analyze members')
  const { db, close } = await openPostgres(url, () => {})
  const idOf = (count: number) => SEASONS.get(count) ?? 0

  const queryMeasure = (count: number, query: (turn: number) => Promise<unknown>): Measure => ({
    name: `${count.toLocaleString('en-US')} members`,
    perSecond: () => perSecond(load.seconds, query),
  })
  // Check the result, because a query without rows is fast and measures nothing.
  const top = (count: number) =>
    queryMeasure(count, async () => {
      const { length } = await findTop(db, idOf(count), 100)
      if (length < 100) throw new Error(`The top 100 of ${count} members has ${length}`)
    })
  // Query another member each time, spread over all of them.
  const memberAt = (turn: number, count: number) => firstMember + ((turn * 7919) % count)
  const readRank = async (turn: number, count: number): Promise<void> => {
    const memberId = memberAt(turn, count)
    const found = await findRankPosition(db, idOf(count), memberId)
    if (found?.rank === undefined) throw new Error(`Member ${memberId} of ${count} has no rank`)
  }
  const readAround = async (turn: number, count: number): Promise<void> => {
    const memberId = memberAt(turn, count)
    const { above, below } = await findAround(db, { seasonId: idOf(count), memberId, count: 2 })
    if (above.length + below.length < 2) throw new Error(`Member ${memberId} has no neighbours`)
  }
  const ownRank = (count: number) => queryMeasure(count, (turn) => readRank(turn, count))
  const neighbours = (count: number) => queryMeasure(count, (turn) => readAround(turn, count))
  const wholeCall = (name: string, prepare: () => Promise<void>): Measure => ({
    name,
    perSecond: async () => {
      await prepare()
      return perSecond(load.seconds, (turn) =>
        Promise.all([
          findTop(db, idOf(LARGE), 100),
          readRank(turn, LARGE),
          readAround(turn, LARGE),
        ]),
      )
    },
  })
  const post = xpScript(idOf(LARGE), firstMember)
  const withRanking: Measure = {
    name: 'the ledger, the ranking, aggregation',
    perSecond: () => transactionsPerSecond(url, load, post, AGGREGATION),
  }
  const ledgerAlone: Measure = {
    name: 'the ledger alone',
    perSecond: async () => {
      await psql(url, `alter table ledger_entries disable trigger ${TRIGGER}`)
      const rate = await transactionsPerSecond(url, load, post)
      await psql(url, `alter table ledger_entries enable trigger ${TRIGGER}`)
      return rate
    },
  }
  const peer = await redisRanking(
    LARGE,
    { top: top(LARGE), ownRank: ownRank(LARGE), write: withRanking },
    load,
  )
  const comparisons: Comparison[] = [
    { name: 'top 100', target: 1 / 1.5, ours: top(LARGE), theirs: top(SMALL) },
    { name: 'own rank', ours: ownRank(MIDDLE), theirs: ownRank(SMALL) },
    {
      name: 'own rank, with a hundred times as many members',
      target: 1 / 3,
      ours: ownRank(LARGE),
      theirs: ownRank(SMALL),
    },
    {
      name: 'neighbours, with a hundred times as many members',
      target: 1 / 3,
      ours: neighbours(LARGE),
      theirs: neighbours(SMALL),
    },
    {
      name: 'the ranking with moves waiting',
      target: 0.8,
      ours: wholeCall(WAITING, () => addPendingMoves(url, idOf(LARGE))),
      theirs: wholeCall(NONE_WAITING, () => aggregateAll(url)),
    },
    {
      name: 'an XP write with the ranking',
      target: 0.5,
      ours: withRanking,
      theirs: ledgerAlone,
    },
    ...peer.comparisons,
  ]
  return {
    comparisons,
    close: async () => {
      await peer.close()
      await close()
    },
  }
}

const WAITING = `${PENDING_MOVES.toLocaleString('en-US')} moves waiting`
const NONE_WAITING = 'no moves waiting'

/**
 * Compares spins while many moves wait with spins while none do. The server aggregates during both.
 */
function spinsWithMovesWaiting(run: SpinRun & { databaseUrl: string }, load: Load): Comparison {
  const { databaseUrl, seasonId } = run
  const measure = (name: string, prepare: () => Promise<void>): Measure => ({
    name,
    perSecond: async () => {
      await prepare()
      return spinsPerSecond(run, load)
    },
  })
  return {
    name: 'a paid spin with moves waiting',
    target: 0.9,
    ours: measure(WAITING, () => addPendingMoves(databaseUrl, seasonId)),
    theirs: measure(NONE_WAITING, () => aggregateAll(databaseUrl)),
  }
}

/** Runs one query after another; the rate is the inverse of the waiting time of one query. */
async function perSecond(
  seconds: number,
  query: (turn: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let turn = 0
  while (performance.now() < endsAt) await query((turn += 1))
  return turn / ((performance.now() - startedAt) / 1000)
}
