import type { CallData } from '@solstice/contract/wire'
import { leagueWeekAt, leagueWeeks } from '@solstice/rules/league'
import { sampleLeague } from '#/features/league/sample-league.ts'
import { PREVIEW_MEMBER } from '#/preview/preview-member.ts'
import type { PreviewState } from '#/preview/preview-state.ts'

/** Shows a sample league in every week but the first, in which nobody has a pace. */
export function showLeague({ programme, now }: PreviewState): CallData<'league.mine'> {
  const weeks = leagueWeeks(programme)
  const current = leagueWeekAt(weeks, now())
  const next = weeks.slice(1).find(({ startAt }) => startAt > now())
  const base = {
    takesPart: true,
    week: current
      ? {
          number: current.week,
          startAt: current.startAt.toISOString(),
          endAt: current.endAt.toISOString(),
        }
      : null,
    nextDrawAt: next?.startAt.toISOString() ?? null,
    last: null,
    draw: null,
  }
  if (!current) {
    const state = now() < programme.startAt ? 'BEFORE_SEASON' : 'ENDED'
    return { ...base, state, league: null }
  }
  if (current.week === 1) return { ...base, state: 'FIRST_WEEK', league: null }
  const { userId, nickname } = PREVIEW_MEMBER
  return { ...base, state: 'PLAYING', league: sampleLeague({ userId, nickname }).league }
}
