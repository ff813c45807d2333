import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import {
  leagueMoves,
  leagueOrder,
  leagueWeekAt,
  leagueWeeks,
  RANKED_ABOVE_LEAGUES,
  rungAfter,
  rungAt,
  seedSubject,
  type LeagueWeek,
} from '@solstice/rules/league'
import { findLeafIndex } from '#/modules/points-log/points-log.service.ts'
import { rankOf } from '#/modules/ranking/ranking.service.ts'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { eraseLeagueRows } from './league-draw.queries.ts'
import {
  deleteOptOut,
  findDraw,
  findLastResult,
  findLeague,
  findOwnWeek,
  findWeek,
  insertOptOut,
  type OwnWeek,
} from './league.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type Mine = CallData<'league.mine'>
type Me = { memberId: number; nickname: string }

/** Returns the member's league, or the reason why there is none now. */
export async function leagueOf(ctx: Context, me: Me, seasonId: number): Promise<Mine> {
  const now = ctx.now()
  const season = await loadProgramme(ctx, seasonId)
  const weeks = leagueWeeks(season)
  const current = leagueWeekAt(weeks, now)
  const before = current?.week ?? weeks.length + 1
  const of = { seasonId, memberId: me.memberId, week: before }
  const [own, last] = await Promise.all([findOwnWeek(ctx.db, of), findLastResult(ctx.db, of)])
  const league = current && own?.week && own.entry && !own.optedOut
  const state = await stateOf(ctx, { me, seasonId, season, current, own })
  return {
    state,
    takesPart: own ? !own.optedOut : true,
    week: current ? shownWeek(current) : null,
    nextDrawAt: nextDrawAfter(weeks, now)?.toISOString() ?? null,
    league: league && state === 'PLAYING' ? await shownLeague(ctx.db, me, own) : null,
    last: shownResult(last),
    draw: state === 'PLAYING' && own ? ownDraw(own) : null,
  }
}

type StateOf = {
  me: Me
  seasonId: number
  season: { startAt: Date }
  current: LeagueWeek | undefined
  own: OwnWeek | undefined
}

async function stateOf(
  ctx: Context,
  { me, seasonId, season, current, own }: StateOf,
): Promise<Mine['state']> {
  if (!current) return ctx.now() < season.startAt ? 'BEFORE_SEASON' : 'ENDED'
  if (own?.optedOut) return 'OPTED_OUT'
  if (current.week === 1) return 'FIRST_WEEK'
  const isDrawn = own?.week?.step === 'RUNNING'
  if (isDrawn && own.entry?.league) return 'PLAYING'
  const rank = await rankOf(ctx.db, seasonId, me.memberId)
  if (rank !== undefined && rank <= RANKED_ABOVE_LEAGUES) return 'RANKED'
  return isDrawn ? 'NEXT_WEEK' : 'DRAWING'
}

const shownWeek = ({ week, startAt, endAt }: LeagueWeek) => ({
  number: week,
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
})

/** Leagues are drawn at the turns between two weeks. */
function nextDrawAfter(weeks: readonly LeagueWeek[], now: Date): Date | undefined {
  return weeks.slice(1).find(({ startAt }) => startAt > now)?.startAt
}

async function shownLeague(db: Db, me: Me, { entry, ...of }: OwnWeek): Promise<Mine['league']> {
  if (!entry?.league) return null
  const { seasonId, week, league, rung, isApart, pace } = entry
  const ownRung = of.ownRung ?? rung
  const rows = leagueOrder(await findLeague(db, { seasonId, week, league }))
  const list = rows.map(({ memberId, nickname, xp }, at) => {
    const place = at + 1
    // Being here tells that a member is held, which nobody else may learn.
    const isHidden = isApart && memberId !== me.memberId
    return isHidden
      ? { place, userId: null, nickname: null, xp }
      : { place, userId: memberId, nickname, xp }
  })
  const at = rows.findIndex(({ memberId }) => memberId === me.memberId)
  const own = rows[at]
  if (!own) return null
  const { promotes, relegates } = leagueMoves({ rung, size: list.length, isApart })
  const above = rungAfter(ownRung, 'PROMOTED')
  const below = rungAfter(ownRung, 'RELEGATED')
  const [mayRise, mayFall] = [promotes > 0 && above !== ownRung, relegates > 0 && below !== ownRung]
  return {
    rung: rungAt(rung),
    ownRung: rungAt(ownRung),
    number: league,
    isApart,
    promotes: mayRise ? promotes : 0,
    relegates: mayFall ? relegates : 0,
    rungAbove: mayRise ? rungAt(above) : null,
    rungBelow: mayFall ? rungAt(below) : null,
    list,
    me: { place: at + 1, userId: me.memberId, nickname: own.nickname, xp: own.xp },
    pace,
  }
}

function shownResult(last: Awaited<ReturnType<typeof findLastResult>>): Mine['last'] {
  if (!last?.outcome || last.place === null) return null
  const { week, rung, isApart, place, members, outcome, xp } = last
  const toRung = rungAt(last.toRung ?? rungAfter(rung, outcome))
  return { week, rung: rungAt(rung), toRung, isApart, place, members, outcome, xp: xp ?? 0 }
}

function ownDraw({ entry, week }: OwnWeek): Mine['draw'] {
  if (!entry?.band || !week) return null
  return {
    blindedId: entry.blindedId,
    band: entry.band,
    commitment: week.commitment,
    committedAt: week.committedAt.toISOString(),
    seed: revealed(week),
  }
}

/** The seed stays secret while it could help anybody to guess a league that is not drawn yet. */
function revealed({ step, seed }: NonNullable<OwnWeek['week']>): string | null {
  return step === 'CLOSED' ? seed.toString('hex') : null
}

/** Leaving takes effect at once; the member returns to the same league within a week. */
export async function takePart(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
  takesPart: boolean,
): Promise<CallData<'league.takePart'>> {
  if (takesPart) await deleteOptOut(ctx.db, memberId)
  else await insertOptOut(ctx.db, memberId, ctx.now())
  return { takesPart }
}

/** The leagues of one page of the public draw: at most 900 names. */
const LEAGUES_PER_PAGE = 30

export async function drawOf(
  ctx: Context,
  of: { seasonId: number; week: number; after: number },
): Promise<CallData<'league.draw'>> {
  const { seasonId, week, after } = of
  const season = await loadProgramme(ctx, seasonId)
  const planned = leagueWeeks(season).find((each) => each.week === week)
  if (!planned) throw refuse(Code.NOT_FOUND)
  const row = await findWeek(ctx.db, of)
  if (!row) throw refuse(Code.LEAGUE_NOT_DRAWN)
  const isDrawn = !['COMMITTED', 'ENTERING', 'GROUPING'].includes(row.step)
  const list = isDrawn
    ? await findDraw(ctx.db, { seasonId, week, after, leagues: LEAGUES_PER_PAGE })
    : []
  const next = after + LEAGUES_PER_PAGE
  return {
    seasonId,
    week,
    startAt: planned.startAt.toISOString(),
    endAt: planned.endAt.toISOString(),
    commitment: row.commitment,
    committedAt: row.committedAt.toISOString(),
    logIndex: await findLeafIndex(ctx.db, seedSubject(of)),
    seed: revealed(row),
    members: isDrawn ? row.members : 0,
    leagues: isDrawn ? row.leagues : 0,
    list: list.map(({ rung, ...each }) => ({ ...each, rung: rungAt(rung) })),
    nextAfter: isDrawn && next < row.leagues ? next : null,
  }
}

/** Removes the member from the leagues; the blinded names stay, so that draws can be repeated. */
export async function eraseLeagues(tx: Db, memberId: number): Promise<void> {
  await eraseLeagueRows(tx, memberId)
}
