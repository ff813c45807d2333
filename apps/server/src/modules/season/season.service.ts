import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { allLevels, levelOf } from '@solstice/rules/level'
import { CHECK_IN_DAYS_FOR_REWARD, roundAt, shareOfPool, tokenText } from '@solstice/rules/round'
import { cardStatus, seasonProgress, seasonStatus, type SeasonStatus } from '@solstice/rules/season'
import { nextTierOf, tierOf } from '@solstice/rules/tier'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { excusedDaysOf } from './excused-day.service.ts'
import { inLanguage, loadProgramme, type Programme } from './programme.service.ts'
import {
  findMemberStanding,
  findRoundResults,
  findSeasons,
  type MemberStandingRow,
  type SeasonRow,
} from './season.queries.ts'
import { enqueueAggregation } from './ranking.queue.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
export type UserStatus = CallData<'season.show'>['me']
export type MemberStanding = MemberStandingRow

/** The member who sends the request, and their language. */
export type Caller = { memberId: number; language: Language }

type ListQuery = PageQuery & { status?: SeasonStatus[] | undefined }

export async function listPublicSeasons(
  ctx: Context,
  language: Language,
  query: ListQuery,
): Promise<CallData<'season.listPublic'>> {
  const { seasons, totalCount } = await seasonsOf(ctx, undefined, query)
  const list = seasons.map((season) => summaryOf(season, language, ctx.now()))
  return pageOf(query, list, totalCount)
}

export async function listSeasons(
  ctx: Context,
  caller: Caller,
  query: ListQuery,
): Promise<CallData<'season.list'>> {
  const now = ctx.now()
  const { seasons, totalCount } = await seasonsOf(ctx, caller.memberId, query)
  const list = seasons.map((season) => ({
    ...summaryOf(season, caller.language, now),
    pointsEarned: season.xp,
    progress: seasonProgress(season, now),
    cardStatus: cardStatus(seasonStatus(season, now), season.rewardExpired),
    hasRecap: season.hasRecap,
  }))
  return pageOf(query, list, totalCount)
}

function seasonsOf(ctx: Context, memberId: number | undefined, query: ListQuery) {
  const { page, size, status: statuses } = query
  return findSeasons(ctx.db, { now: ctx.now(), statuses, memberId, page, size })
}

export async function showSeason(
  ctx: Context,
  caller: Caller,
  seasonId: number,
): Promise<CallData<'season.show'>> {
  const now = ctx.now()
  const programme = await loadProgramme(ctx, seasonId)
  const standing = await memberStanding(ctx.db, programme, caller.memberId, now)
  await enqueueAggregation(ctx, ctx.db, standing.pendingMoves)
  return {
    ...summaryOf({ id: seasonId, ...programme }, caller.language, now),
    me: statusFrom(programme, standing, caller.language, now),
    currentRoundId: roundAt(programme.rounds, now)?.roundId ?? null,
    ...(programme.pausedAt ? { paused: true as const } : {}),
  }
}

function summaryOf(season: SeasonRow, language: Language, now: Date) {
  return {
    seasonId: season.id,
    title: inLanguage(season.title, language),
    description: inLanguage(season.description, language),
    imageUrl: season.imageUrl,
    status: seasonStatus(season, now),
    startAt: season.startAt.toISOString(),
    endAt: season.endAt.toISOString(),
  }
}

/**
 * Returns a member's standing in a season; `statusFrom` turns it into the response. Only a round with
 * an excused day needs a second statement.
 */
export async function memberStanding(
  db: Db,
  programme: Programme,
  memberId: number,
  now: Date,
): Promise<MemberStanding> {
  const { seasonId, rounds } = programme
  const round = roundAt(rounds, now)
  const standing = await findMemberStanding(db, { seasonId, memberId, roundId: round?.roundId })
  if (!round || round.excusedDays.length === 0) return standing
  const checkInDays = standing.roundCheckInDays
  const excused = await excusedDaysOf(db, { memberId, seasonId }, [{ ...round, checkInDays }])
  return { ...standing, roundCheckInDays: checkInDays + excused.size }
}

export function statusFrom(
  programme: Programme,
  standing: MemberStanding,
  language: Language,
  now: Date,
): UserStatus {
  const { seasonXp, roundXp, allRoundXp } = standing
  const { reward } = programme
  const level = levelOf(programme.levels, seasonXp)
  const tier = tierOf(programme.tiers, seasonXp)
  const nextTier = nextTierOf(programme.tiers, seasonXp)
  const round = roundAt(programme.rounds, now)
  const estimated = round ? shareOfPool(round.pool, roundXp, allRoundXp) : 0n
  return {
    level: level.level,
    seasonXp,
    xpBalance: standing.xpBalance,
    xpToNextLevel: level.nextMinXp === undefined ? 0 : level.nextMinXp - seasonXp,
    levelMinXp: level.minXp,
    nextLevelMinXp: level.nextMinXp ?? null,
    tickets: standing.tickets,
    ticketRatePerDay: tier.ticketsPerDay,
    rank: standing.rank ?? null,
    tier: inLanguage(tier.name, language),
    tierId: tier.tierId,
    tierEmblem: tier.emblem,
    nextTier: nextTier
      ? {
          tierId: nextTier.tierId,
          name: inLanguage(nextTier.name, language),
          minXp: nextTier.minXp,
        }
      : null,
    levelBonusPercent: level.bonusPercent,
    tierBonusPercent: tier.bonusPercent,
    estimatedReward: tokenText(estimated, reward.decimals),
    receivedReward: tokenText(standing.received, reward.decimals),
    pendingReward: tokenText(standing.pending, reward.decimals),
    waitingReward: tokenText(standing.waiting, reward.decimals),
    rewardSymbol: reward.symbol,
    estimate: round
      ? {
          roundId: round.roundId,
          pool: tokenText(round.pool, reward.decimals),
          myXp: roundXp,
          allXp: Math.max(allRoundXp, roundXp),
          checkInDays: standing.roundCheckInDays,
          checkInDaysNeeded: CHECK_IN_DAYS_FOR_REWARD,
          hasWallet: standing.hasWallet,
          asOf: now.toISOString(),
        }
      : null,
  }
}

export async function listTiers(
  ctx: Context,
  caller: Caller,
  seasonId: number,
): Promise<CallData<'season.tiers'>> {
  const programme = await loadProgramme(ctx, seasonId)
  const { seasonXp } = await memberStanding(ctx.db, programme, caller.memberId, ctx.now())
  const mine = tierOf(programme.tiers, seasonXp)
  const list = programme.tiers.map((tier) => ({
    ...tier,
    name: inLanguage(tier.name, caller.language),
    mine: tier === mine,
  }))
  return { list }
}

export async function listRounds(
  ctx: Context,
  caller: Caller,
  seasonId: number,
): Promise<CallData<'season.rounds'>> {
  const now = ctx.now()
  const { rounds, reward } = await loadProgramme(ctx, seasonId)
  const { memberId } = caller
  const results = await findRoundResults(ctx.db, seasonId, memberId)
  const resultOf = (id: number) => results.find(({ roundId }) => roundId === id)
  const excused = await excusedDaysOf(
    ctx.db,
    { memberId, seasonId },
    rounds.map((round) => ({ ...round, checkInDays: resultOf(round.roundId)?.checkInDays ?? 0 })),
  )
  const list = rounds.map((round) => {
    const mine = resultOf(round.roundId)
    return {
      roundId: round.roundId,
      number: round.number,
      startAt: round.startAt.toISOString(),
      endAt: round.endAt.toISOString(),
      status: seasonStatus(round, now),
      pool: tokenText(round.pool, reward.decimals),
      symbol: reward.symbol,
      myXp: mine?.xp ?? 0,
      myCheckInDays: mine?.checkInDays ?? 0,
      myExcusedDay: excused.get(round.roundId) ?? null,
      myReward: mine?.settled ? tokenText(mine.reward ?? 0n, reward.decimals) : null,
      myRewardState: mine?.rewardState ?? null,
      isMyFirstReward: mine?.isFirstReward ?? false,
    }
  })
  return { list }
}

export async function listLevels(
  ctx: Context,
  seasonId: number,
): Promise<CallData<'season.levels'>> {
  const { levels } = await loadProgramme(ctx, seasonId)
  const list = allLevels(levels).map(({ level, minXp, bonusPercent }) => ({
    level,
    minXp,
    bonusPercent,
  }))
  return { list }
}

export async function listBanners(
  ctx: Context,
  language: Language,
  seasonId: number,
): Promise<CallData<'season.banners'>> {
  const { banners } = await loadProgramme(ctx, seasonId)
  const list = banners.map(({ title, ...banner }) => ({
    ...banner,
    title: inLanguage(title, language),
  }))
  return { list }
}
