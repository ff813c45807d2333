import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { advanceLeagues } from '#/modules/league/league-rollover.service.ts'
import { reloadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { closeDays } from '#/modules/status/availability.service.ts'
import { createMember, memberByEmail } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { seedHeartbeats } from './availability.ts'
import { lockSeeding } from './demo.queries.ts'
import { seedFriends } from './friends.ts'
import { giveSeasonXp, insertRankedMembers } from './members.ts'
import { publishNews } from './notices.ts'
import { seedSeasons } from './seasons.ts'
import { stockCredit } from './shop.ts'
import { CHECK_IN, completeVisit, SPIN, TICKETS, type Visit } from './visits.ts'

export const DEMO_ACCOUNT = { email: 'demo@solstice.example', password: 'Solstice1!' }

/** The demo account joined before the first season, so that an outage since then is excused. */
const JOINED_BEFORE_MS = 50 * DAY_MS

/** The visits of the demo account, by day of the season. */
const ENDED_SEASON_VISITS: readonly Visit[] = [
  [21, [CHECK_IN, SPIN]],
  [22, [CHECK_IN]],
  [24, [CHECK_IN]],
]
const ONGOING_SEASON_VISITS: readonly Visit[] = [
  [0, [CHECK_IN, TICKETS, SPIN]],
  [1, [CHECK_IN]],
  [2, [CHECK_IN, TICKETS]],
  [4, [CHECK_IN, SPIN]],
  [5, [CHECK_IN]],
  [7, [CHECK_IN, TICKETS, SPIN, SPIN]],
  [8, [CHECK_IN]],
  [9, [CHECK_IN, TICKETS]],
  [10, [CHECK_IN, SPIN]],
]

/**
 * Seeds the embedded default with seasons and an account that has a history. Servers that start
 * concurrently on one database take turns, so that only one of them seeds.
 */
export async function seedDemo(ctx: AppContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockSeeding(tx)
    if (await memberByEmail({ db: tx }, DEMO_ACCOUNT.email)) return
    const passwordHash = await ctx.passwords.hash(DEMO_ACCOUNT.password)
    const { id } = await createMember(
      { ...ctx, db: tx, now: () => new Date(ctx.now().getTime() - JOINED_BEFORE_MS) },
      { email: DEMO_ACCOUNT.email, passwordHash, language: 'en', referredBy: undefined },
    )
    const { ended, ongoing } = await seedSeasons(tx, ctx)
    await stockCredit(tx, ctx)
    const people = await insertRankedMembers(tx, ctx.now())
    const past = await reloadProgramme(ctx, tx, ended)
    const present = await reloadProgramme(ctx, tx, ongoing)
    await compete(tx, past, people, { round: 3, at: past.endAt })
    const early = people.filter((_, index) => index % 3 === 1)
    const late = people.filter((_, index) => index % 3 !== 1)
    const turn = present.rounds[0]?.endAt ?? ctx.now()
    await compete(tx, present, early, { round: 0, at: turn })
    // Without a pace in the first week, nobody would be in a league of the second one.
    await compete(tx, present, late, { round: 0, at: turn, part: 'first' })
    await compete(tx, present, late, { round: 1, at: ctx.now(), part: 'rest' })
    for (const visit of ENDED_SEASON_VISITS) await completeVisit(tx, ctx, past, id, visit)
    for (const visit of ONGOING_SEASON_VISITS) await completeVisit(tx, ctx, present, id, visit)
    await seedHeartbeats(tx, { now: ctx.now(), season: present })
    // Written at once, because the sweep deletes heartbeats of earlier weeks.
    await closeDays({ db: tx, now: ctx.now })
    await seedFriends(tx, ctx, present, id)
    await publishNews(tx, ctx, id)
    // The seed of a week has to be committed before it begins.
    await advanceLeagues({ ...ctx, db: tx, now: () => present.startAt })
    while (await advanceLeagues({ ...ctx, db: tx }));
  })
}

/**
 * Distributes XP so that a few members are far ahead, most are close together and some are tied.
 */
async function compete(
  tx: Db,
  season: Programme,
  people: readonly number[],
  last: { round: number; at: Date; part?: 'first' | 'rest' },
): Promise<void> {
  const round = season.rounds[last.round]
  if (!round) throw new Error('The demo season has no such round')
  const members = people.map((memberId, index) => ({
    memberId,
    xp: partOf(50 + 10 * Math.floor(900 * (1 - index / people.length) ** 2.2), index, last.part),
    at: new Date(last.at.getTime() - (1 + (index % 5)) * HOUR_MS),
  }))
  await giveSeasonXp(tx, members, { seasonId: season.seasonId, roundId: round.roundId })
}

/** Splits the XP of a season over its first two weeks, differently for each member. */
function partOf(xp: number, index: number, part: 'first' | 'rest' | undefined): number {
  const first = 10 * Math.ceil((xp * (3 + (index % 5))) / 100)
  if (part === undefined) return xp
  return part === 'first' ? first : xp - first
}
