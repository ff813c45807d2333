import type { CallData } from '@solstice/contract/wire'
import { LEAGUE_RUNGS, leagueWeeks } from '@solstice/rules/league'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { findSeasonWeeks } from './league-season.queries.ts'
import type { WeekSummary } from './league.table.ts'
import type { WeekRow } from './league-weeks.queries.ts'

type Season = CallData<'league.season'>

const STEPS: Record<WeekRow['step'], Season['weeks'][number]['step']> = {
  COMMITTED: 'WAITING',
  ENTERING: 'DRAWING',
  GROUPING: 'DRAWING',
  RUNNING: 'RUNNING',
  MEASURING: 'CLOSING',
  RANKING: 'CLOSING',
  CLOSED: 'CLOSED',
}

/** Returns the leagues of a season by week, from counts that the batches stored. */
export async function seasonLeagues(
  ctx: Pick<AppContext, 'db' | 'shared'>,
  seasonId: number,
): Promise<Season> {
  const season = await loadProgramme(ctx, seasonId)
  const planned = leagueWeeks(season)
  const rows = await findSeasonWeeks(ctx.db, seasonId)
  const weeks = rows.flatMap((row) => {
    const week = planned.find((each) => each.week === row.week)
    return week ? [shownWeek(row, week)] : []
  })
  return { weeks }
}

function shownWeek(row: WeekRow, { startAt, endAt }: { startAt: Date; endAt: Date }) {
  const { summary } = row
  return {
    week: row.week,
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    step: STEPS[row.step],
    members: row.members,
    leagues: row.leagues,
    optedOut: summary.optedOut ?? 0,
    apart: summary.apart ?? 0,
    active: row.step === 'CLOSED' ? (summary.active ?? 0) : null,
    promoted: summary.promoted ?? 0,
    relegated: summary.relegated ?? 0,
    rungs: rungsOf(summary),
    commitment: row.commitment,
    committedAt: row.committedAt.toISOString(),
    drawnAt: row.openedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

function rungsOf({ rungs = {} }: WeekSummary) {
  return LEAGUE_RUNGS.flatMap((rung, at) => {
    const counts = rungs[at + 1]
    return counts ? [{ rung, ...counts }] : []
  })
}
