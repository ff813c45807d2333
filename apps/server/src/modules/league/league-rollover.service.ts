import {
  blindedIdOf,
  decideLeague,
  decideLeavers,
  dealBand,
  FIRST_RUNG,
  leagueBands,
  leagueWeekAt,
  leagueWeeks,
  mergePools,
  RANKED_ABOVE_LEAGUES,
  seedCommitment,
  seedSubject,
  type LeagueOutcome,
  type LeagueResult,
  type LeaverResult,
  type LeagueWeek,
} from '@solstice/rules/league'
import { DAY_MS } from '@solstice/rules/duration'
import { commitInLog, logKeysOf } from '#/modules/points-log/points-log.service.ts'
import { notifyEach, type AlertCode } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import type { WeekSummary } from './league.table.ts'
import { heldAmong, restoreResults } from './league-hold.service.ts'
import {
  countPools,
  findLeaguesToRank,
  findNextEntrants,
  findNextOfPool,
  insertEntries,
  measureNext,
  movePool,
  savePlaced,
  saveResults,
  type Placed,
} from './league-draw.queries.ts'
import {
  findLeagueSeasons,
  findTopScore,
  insertWeek,
  lockWeeks,
  saveWeek,
  type LeagueSeason,
  type WeekRow,
} from './league-weeks.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes'>

/** The number of members of one transaction. */
const BATCH = 5000
/** Members hear of the end of a week for this long. */
const NEWS_MS = 2 * DAY_MS

/** Takes the next step of the first season that has one. Returns whether there was any. */
export async function advanceLeagues(ctx: Context, size = BATCH): Promise<boolean> {
  for (const season of await findLeagueSeasons(ctx.db, ctx.now())) {
    if (await advanceSeason(ctx, season, size)) return true
  }
  return false
}

/**
 * Takes one step of a season: one batch of closing the week that has ended, or of drawing the one
 * that has begun. The rows of the weeks are locked and remember the position, so that every batch
 * happens once, whichever process takes it.
 */
export function advanceSeason(ctx: Context, season: LeagueSeason, size = BATCH): Promise<boolean> {
  const { seasonId } = season
  return ctx.db.transaction(async (tx) => {
    const weeks = leagueWeeks(season)
    const current = leagueWeekAt(weeks, ctx.now())
    if (current) await commitSeeds(tx, ctx, seasonId, weeks, current.week)
    const rows = await lockWeeks(tx, seasonId)
    const open = rows.find(({ step }) => step !== 'COMMITTED' && step !== 'CLOSED')
    if (open) return advanceWeek(tx, ctx, season, { open, current, size })
    const closed = rows.findLast(({ step }) => step === 'CLOSED')
    if (!current || (closed && closed.week >= current.week)) return false
    // The first turn that the job sees needs a week before it, which gives everybody a pace.
    const next = closed || current.week === 1 ? current.week : current.week - 1
    const row = rows.find(({ week }) => week === next)
    // A seed that was committed after the week began proves nothing, so the week is not played.
    const isDrawn = closed !== undefined && row !== undefined && row.committedAt < current.startAt
    return row ? beginWeek(tx, row, isDrawn) : false
  })
}

/** Commits to the seeds of this week and the next one, long before anybody's pace for it is known. */
async function commitSeeds(
  tx: Db,
  ctx: Context,
  seasonId: number,
  weeks: readonly LeagueWeek[],
  current: number,
): Promise<void> {
  for (const { week } of weeks.slice(Math.max(0, current - 2), current + 1)) {
    const seed = Buffer.from(ctx.randomBytes(32))
    const commitment = seedCommitment({ seasonId, week, seed })
    const committedAt = ctx.now()
    if (!(await insertWeek(tx, { seasonId, week, seed, commitment, committedAt }))) continue
    await commitInLog(tx, { ...seedSubject({ seasonId, week }), commitment, committedAt })
  }
}

/** Nobody plays in the first week, nor in a season whose members all are in the ranking. */
async function beginWeek(tx: Db, row: WeekRow, isDrawn: boolean): Promise<boolean> {
  const topScore = isDrawn ? await findTopScore(tx, row.seasonId, RANKED_ABOVE_LEAGUES) : undefined
  await saveWeek(
    tx,
    row,
    topScore === undefined ? { step: 'RUNNING' } : { step: 'ENTERING', topScore },
  )
  return true
}

type Open = { open: WeekRow; current: LeagueWeek | undefined; size: number }

async function advanceWeek(
  tx: Db,
  ctx: Context,
  season: LeagueSeason,
  { open, current, size }: Open,
): Promise<boolean> {
  switch (open.step) {
    case 'ENTERING':
      await enterNext(tx, ctx, open, size)
      return true
    case 'GROUPING':
      await drawNext(tx, ctx, open)
      return true
    case 'RUNNING': {
      if (current && current.week <= open.week) return false
      const measuredTo = current?.startAt ?? season.endAt
      await saveWeek(tx, open, { step: 'MEASURING', position: {}, measuredTo })
      return true
    }
    case 'MEASURING':
      await measure(tx, season, open, size)
      return true
    case 'RANKING':
      await rankNext(tx, ctx, season, open, size)
      return true
    case 'COMMITTED':
    case 'CLOSED':
      return false
  }
}

async function measure(tx: Db, { startAt }: LeagueSeason, row: WeekRow, size: number) {
  const { seasonId, week, position, measuredTo } = row
  const turn = measuredTo ?? startAt
  const after = position.after ?? 0
  const of = { seasonId, week, startAt, turn, after, size, firstRung: FIRST_RUNG }
  const last = await measureNext(tx, of)
  await saveWeek(
    tx,
    row,
    last === undefined ? { step: 'RANKING', position: {} } : { position: { after: last } },
  )
}

async function rankNext(
  tx: Db,
  ctx: Context,
  { startAt }: LeagueSeason,
  row: WeekRow,
  size: number,
): Promise<void> {
  const { seasonId, week, position } = row
  const turn = row.measuredTo ?? startAt
  const after = position.after ?? 0
  const count = Math.max(1, Math.floor(size / 30))
  if (after >= row.leagues) {
    // The draw of the next week reads the rungs, so results come back before it.
    const isRestored = await restoreNext(tx, ctx, { seasonId, week, size })
    if (isRestored) await saveWeek(tx, row, { step: 'CLOSED', position: {}, closedAt: ctx.now() })
    return
  }
  const of = { seasonId, week, startAt, turn, after, size: count }
  const leagues = await findLeaguesToRank(tx, of)
  const playing = [...leagues.values()].flat().filter(({ isApart }) => !isApart)
  const memberIds = playing.map(({ memberId }) => memberId)
  const withheld = await heldAmong(tx, { memberIds, now: ctx.now() })
  const results: LeagueResult[] = []
  const leavers: LeaverResult[] = []
  let active = 0
  for (const members of leagues.values()) {
    const [first] = members
    if (!first) continue
    // Members whose hold began after the draw get no result until it ends.
    const free = members.filter(({ memberId }) => !withheld.has(memberId))
    const rows = free.filter(({ hasLeft }) => !hasLeft)
    const left = free.filter(({ hasLeft }) => hasLeft)
    results.push(...decideLeague(first, rows))
    leavers.push(...decideLeavers(first, rows, left))
    active += rows.filter(({ xp }) => xp > 0).length
  }
  await saveResults(tx, row, [...results, ...leavers])
  const isNews = ctx.now().getTime() - turn.getTime() < NEWS_MS
  if (isNews) await announce(tx, ctx, seasonId, results)
  const { summary } = row
  const countOf = (wanted: LeagueOutcome) =>
    results.filter(({ outcome }) => outcome === wanted).length
  await saveWeek(tx, row, {
    position: { after: after + count },
    summary: {
      ...summary,
      active: (summary.active ?? 0) + active,
      promoted: (summary.promoted ?? 0) + countOf('PROMOTED'),
      relegated: (summary.relegated ?? 0) + countOf('RELEGATED'),
    },
  })
}

/** Returns whether nothing is left to restore. */
async function restoreNext(
  tx: Db,
  ctx: Context,
  of: { seasonId: number; week: number; size: number },
): Promise<boolean> {
  const { results, isLast } = await restoreResults(tx, { ...of, now: ctx.now() })
  await announce(tx, ctx, of.seasonId, results)
  return isLast
}

const ALERT_OF: Record<LeagueOutcome, AlertCode> = {
  PROMOTED: 'LEAGUE_PROMOTED',
  STAYED: 'LEAGUE_STAYED',
  RELEGATED: 'LEAGUE_RELEGATED',
}

async function announce(
  tx: Db,
  ctx: Context,
  seasonId: number,
  results: readonly LeagueResult[],
): Promise<void> {
  for (const [outcome, moved] of Map.groupBy(results, (result) => result.outcome)) {
    const memberIds = moved.map(({ memberId }) => memberId)
    await notifyEach(tx, ctx, memberIds, { code: ALERT_OF[outcome], data: { seasonId } })
  }
}

async function enterNext(tx: Db, ctx: Context, row: WeekRow, size: number): Promise<void> {
  const { seasonId, week, position, topScore } = row
  const after = position.after ?? 0
  const { last, entrants, optedOut } = await findNextEntrants(tx, {
    seasonId,
    topScore: topScore ?? 0,
    after,
    size,
  })
  if (last === undefined) {
    const pools = await planPools(tx, row)
    await saveWeek(tx, row, { step: 'GROUPING', position: { pools } })
    return
  }
  if (entrants.length > 0) {
    const memberIds = entrants.map(({ memberId }) => memberId)
    const held = await heldAmong(tx, { memberIds, now: ctx.now() })
    const keys = await logKeysOf(tx, ctx, memberIds)
    await insertEntries(
      tx,
      { seasonId, week, enteredAt: ctx.now() },
      entrants.map(({ memberId, rung, pace }) => ({
        memberId,
        rung,
        pace,
        isApart: held.has(memberId),
        blindedId: blindedIdOf(keys.get(memberId) ?? ctx.randomBytes(32), { seasonId, week }),
      })),
    )
  }
  await saveWeek(tx, row, {
    position: { after: last },
    members: row.members + entrants.length,
    summary: { ...row.summary, optedOut: (row.summary.optedOut ?? 0) + optedOut },
  })
}

/** Lists the bands of every pool, after pools that are too small have joined another one. */
async function planPools(tx: Db, row: WeekRow) {
  const merged = mergePools(await countPools(tx, row))
  for (const pool of merged) {
    if (pool.playsIn !== pool.rung) await movePool(tx, { ...row, ...pool })
  }
  const pools = Map.groupBy(merged, ({ playsIn, isApart }) => `${playsIn}:${isApart}`)
  return [...pools.values()].flatMap((own) => {
    const members = own.reduce((sum, pool) => sum + pool.members, 0)
    return own.slice(0, 1).map(({ playsIn, isApart }) => ({
      rung: playsIn,
      isApart,
      bands: leagueBands(members),
    }))
  })
}

/** The number of bands of one transaction. */
const BANDS_AT_ONCE = 10

async function drawNext(tx: Db, ctx: Context, row: WeekRow): Promise<void> {
  const pools = row.position.pools ?? []
  const [pool, ...rest] = pools
  if (!pool) {
    await saveWeek(tx, row, { step: 'RUNNING', position: {}, openedAt: ctx.now() })
    return
  }
  const bands = pool.bands.slice(0, BANDS_AT_ONCE)
  const left = pool.bands.slice(BANDS_AT_ONCE)
  const size = bands.flat().reduce((sum, each) => sum + each, 0)
  const { afterPace } = row.position
  const found = await findNextOfPool(tx, { ...row, ...pool, size, afterPace })
  const ids = found.map(({ blindedId }) => blindedId)
  const placed: Placed[] = []
  let { leagues } = row
  let band = row.position.after ?? 0
  let from = 0
  for (const own of bands) {
    const length = own.reduce((sum, each) => sum + each, 0)
    band += 1
    for (const dealt of dealBand(row.seed, own, ids.slice(from, from + length))) {
      leagues += 1
      for (const blindedId of dealt) placed.push({ blindedId, band, league: leagues })
    }
    from += length
  }
  await savePlaced(tx, row, placed)
  const last = found.at(-1)?.pace
  const sizes = bands.flat()
  await saveWeek(tx, row, {
    leagues,
    summary: withDrawn(row.summary, pool, sizes),
    position:
      left.length > 0 && last !== undefined
        ? { pools: [{ ...pool, bands: left }, ...rest], after: band, afterPace: last }
        : { pools: rest, after: band },
  })
}

/** Adds the leagues of a batch to the counts of the week. */
function withDrawn(
  summary: WeekSummary,
  { rung, isApart }: { rung: number; isApart: boolean },
  sizes: readonly number[],
): WeekSummary {
  const members = sizes.reduce((sum, size) => sum + size, 0)
  const before = summary.rungs?.[rung] ?? { members: 0, leagues: 0, smallest: Infinity }
  return {
    ...summary,
    apart: (summary.apart ?? 0) + (isApart ? members : 0),
    rungs: {
      ...summary.rungs,
      [rung]: {
        members: before.members + members,
        leagues: before.leagues + sizes.length,
        smallest: Math.min(before.smallest, ...sizes),
      },
    },
  }
}
