import type { CallData } from '@solstice/contract/wire'
import { allLevels } from '@solstice/rules/level'
import { roundAt, tokenText } from '@solstice/rules/round'
import { cardStatus, seasonProgress, seasonStatus } from '@solstice/rules/season'
import { tierOf } from '@solstice/rules/tier'
import type { PreviewState } from '#/preview/preview-state.ts'
import { inLanguage } from '#/preview/programme.ts'
import { standingOf } from '#/preview/standing.ts'
import { onePage } from './page.ts'

function summaryOf({ programme, language, now }: PreviewState) {
  return {
    seasonId: programme.seasonId,
    title: inLanguage(programme.title, language),
    description: inLanguage(programme.description, language),
    imageUrl: programme.imageUrl,
    status: seasonStatus(programme, now()),
    startAt: programme.startAt.toISOString(),
    endAt: programme.endAt.toISOString(),
  }
}

export function listPublicSeasons(state: PreviewState): CallData<'season.listPublic'> {
  return onePage([summaryOf(state)])
}

export function listSeasons(state: PreviewState): CallData<'season.list'> {
  const { programme, member, now } = state
  return onePage([
    {
      ...summaryOf(state),
      pointsEarned: member.seasonXp,
      progress: seasonProgress(programme, now()),
      cardStatus: cardStatus(seasonStatus(programme, now()), false),
      hasRecap: false,
    },
  ])
}

export function showSeason(state: PreviewState): CallData<'season.show'> {
  const { programme, now } = state
  return {
    ...summaryOf(state),
    me: standingOf(state),
    currentRoundId: roundAt(programme.rounds, now())?.roundId ?? null,
  }
}

export function listTiers({ programme, member, language }: PreviewState): CallData<'season.tiers'> {
  const mine = tierOf(programme.tiers, member.seasonXp)
  const list = programme.tiers.map((tier) => ({
    ...tier,
    name: inLanguage(tier.name, language),
    mine: tier === mine,
  }))
  return { list }
}

export function listRounds({ programme, member, now }: PreviewState): CallData<'season.rounds'> {
  const { rounds, reward } = programme
  const current = roundAt(rounds, now())
  const list = rounds.map((round) => ({
    roundId: round.roundId,
    number: round.number,
    startAt: round.startAt.toISOString(),
    endAt: round.endAt.toISOString(),
    status: seasonStatus(round, now()),
    pool: tokenText(round.pool, reward.decimals),
    symbol: reward.symbol,
    myXp: round === current ? member.roundXp : 0,
    myExcusedDay: null,
    myCheckInDays: round === current ? member.roundCheckInDays : 0,
    myReward: null,
    myRewardState: null,
    isMyFirstReward: false,
  }))
  return { list }
}

export function listLevels({ programme }: PreviewState): CallData<'season.levels'> {
  const list = allLevels(programme.levels).map(({ level, minXp, bonusPercent }) => ({
    level,
    minXp,
    bonusPercent,
  }))
  return { list }
}

export function listBanners({ programme, language }: PreviewState): CallData<'season.banners'> {
  const list = programme.banners.map(({ title, ...banner }) => ({
    ...banner,
    title: inLanguage(title, language),
  }))
  return { list }
}
