import { sql } from 'drizzle-orm'
import { DAY_MS } from '@solstice/rules/duration'
import { advanceSeason } from '#/modules/league/league-rollover.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMembers } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { logInAgain, type signUpMember } from './test-member.ts'
import { aSeason, earnXp } from './test-season.ts'

type Season = Awaited<ReturnType<typeof aSeason>>
type Member = Awaited<ReturnType<typeof signUpMember>>

/** Turns the weeks of a season and reads its leagues, for tests. */
export function leagueTools(server: () => TestApp) {
  async function advance(season: Season, size?: number): Promise<void> {
    while (await advanceSeason(server().ctx, season, size));
  }

  /** Moves to noon of the first day of a week and draws its leagues. */
  async function turnTo(season: Season, week: number, size?: number): Promise<void> {
    const turn = season.startAt.getTime() + (week - 1) * 7 * DAY_MS
    server().clock.now = new Date(turn + 12 * 3_600_000)
    await advance(season, size)
  }

  /** A season whose ranking is filled by a hundred members far above the others. */
  async function aCrowd(count: number, own: readonly number[] = []) {
    const season = await aSeason(server())
    const leaders = await insertMembers(server().ctx.db, 100)
    const others = await insertMembers(server().ctx.db, count)
    const xp = new Map([
      ...leaders.map((id, at) => [id, 50_000 + at] as const),
      ...others.map((id, at) => [id, 100 + 10 * at] as const),
      ...own.map((id) => [id, 300] as const),
    ])
    await earnXp(server(), season.seasonId, xp)
    return { season, leaders, others }
  }

  const leagueOf = async (member: Member, { seasonId }: Season) => {
    await logInAgain(member)
    const { data } = await member.call('league.mine', { params: { seasonId } })
    return data
  }

  const entriesOf = ({ seasonId }: Season, week: number) =>
    rowsOf<{
      member_id: string | null
      league: number
      band: number
      rung: number
      pace: string
      is_apart: boolean
      blinded_id: string
      outcome: string | null
    }>(
      server().ctx.db,
      sql`select * from league_entries where season_id = ${seasonId} and week = ${week}
        order by league, blinded_id`,
    )

  return { advance, turnTo, aCrowd, leagueOf, entriesOf }
}
