import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { levelOf } from '@solstice/rules/level'
import { daysBetween } from '@solstice/rules/programme-day'
import {
  behindPercent,
  bestDay,
  dayOfSeason,
  longestRun,
  recapFrames,
  tiersReached,
} from '@solstice/rules/recap'
import { tokenText } from '@solstice/rules/round'
import { inLanguage, loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import type { Caller } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findCheckInDays,
  findEarnedDays,
  findFriendCounts,
  findResult,
  findRewards,
} from './recap.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type Recap = CallData<'recap.mine'>

/**
 * Returns the story of a member's season. It reads the member's own rows and never the ledger, whose
 * partition of an ended season may be archived.
 */
export async function recapOf(
  ctx: Context,
  caller: Caller & { nickname: string },
  seasonId: number,
): Promise<Recap> {
  const season = await loadProgramme(ctx, seasonId)
  if (ctx.now() < season.endAt) throw refuse(Code.RECAP_SEASON_RUNNING)
  const of = { seasonId, memberId: caller.memberId }
  const result = await findResult(ctx.db, of)
  if (!result?.isFinished) throw refuse(Code.RECAP_NOT_READY)
  const xp = result.xp ?? 0
  if (xp <= 0) throw refuse(Code.RECAP_NOT_TAKEN_PART)
  const lastRound = season.rounds.at(-1)?.roundId ?? 0
  const [checkIns, earned, rewards, friends] = await Promise.all([
    findCheckInDays(ctx.db, of),
    findEarnedDays(ctx.db, of),
    findRewards(ctx.db, of),
    findFriendCounts(ctx.db, { ...of, roundId: lastRound }),
  ])
  // The rows of a season that was removed from the database would tell another story.
  if (checkIns.length < (result.checkIns ?? 0)) throw refuse(Code.RECAP_GONE)
  const days = checkIns.map((day) => dayOfSeason(season, day))
  const bestSpinXp = Math.max(0, ...earned.map(({ bestSpin }) => bestSpin ?? 0))
  const missions = earned.reduce((sum, each) => sum + each.missions, 0)
  const place = result.place === null ? null : { place: result.place, members: result.members }
  return {
    seasonId,
    title: inLanguage(season.title, caller.language),
    nickname: caller.nickname,
    startAt: season.startAt.toISOString(),
    endAt: season.endAt.toISOString(),
    days: {
      total: daysBetween(season.startAt, season.endAt),
      checkedIn: days,
      longestRun: longestRun(days),
    },
    xp,
    level: levelOf(season.levels, xp).level,
    tiers: tiersIn(season, caller, xp, earned),
    bestDay: bestDay(earned.map(({ day, xp: earnedXp }) => ({ day, xp: earnedXp }))) ?? null,
    place: place && { ...place, behindPercent: behindPercent(place) },
    friends,
    bestSpinXp: bestSpinXp || null,
    missions,
    rounds: {
      total: season.rounds.length,
      rewarded: rewards.rounds,
      earned: tokenText(rewards.amount, season.reward.decimals),
      symbol: season.reward.symbol,
    },
    frames: recapFrames({
      daysCheckedIn: days.length,
      members: place?.members,
      friends: friends.joined,
      bestSpinXp,
      missions,
      rewardedRounds: rewards.rounds,
    }),
  }
}

function tiersIn(
  { tiers }: Programme,
  { language }: Caller,
  xp: number,
  earned: Awaited<ReturnType<typeof findEarnedDays>>,
): Recap['tiers'] {
  return tiersReached(tiers, xp, earned).map(({ tier, day }) => ({
    tierId: tier.tierId,
    name: inLanguage(tier.name, language),
    emblem: tier.emblem,
    reachedOn: day ?? null,
  }))
}
