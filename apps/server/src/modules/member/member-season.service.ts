import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { daysBetween } from '@solstice/rules/programme-day'
import { whyNoReward } from '@solstice/rules/round'
import { seasonStatus } from '@solstice/rules/season'
import type { TraceOutcome } from '@solstice/rules/trace'
import { inLanguage, loadProgramme } from '#/modules/season/programme.service.ts'
import { listRounds, memberStanding, statusFrom } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { requireMember } from './header.service.ts'
import { countMissionsDone, findActivity } from './member-season.queries.ts'

type Round = CallData<'season.rounds'>['list'][number]

/** Shows a season as the member's own app does, together with what the member did in it. */
export async function showMemberSeason(
  ctx: Pick<AppContext, 'db' | 'now' | 'shared'>,
  { userId, seasonId, language }: { userId: number; seasonId: number; language: Language },
): Promise<CallData<'member.season'>> {
  await requireMember(ctx, userId)
  const now = ctx.now()
  const programme = await loadProgramme(ctx, seasonId)
  const of = { seasonId, memberId: userId }
  const standing = await memberStanding(ctx.db, programme, userId, now)
  const rounds = await listRounds(ctx, { memberId: userId, language }, seasonId)
  const activity = await findActivity(ctx.db, of)
  const lastDay = now < programme.endAt ? now : programme.endAt
  return {
    seasonId,
    title: inLanguage(programme.title, language),
    status: seasonStatus(programme, now),
    startAt: programme.startAt.toISOString(),
    endAt: programme.endAt.toISOString(),
    joined: activity !== undefined,
    me: statusFrom(programme, standing, language, now),
    checkIns: activity?.checkIns ?? 0,
    daysSoFar: daysBetween(programme.startAt, lastDay),
    spins: activity?.spins ?? 0,
    missionsDone: await countMissionsDone(ctx.db, of),
    rounds: rounds.list.map(roundView),
  }
}

function roundView(round: Round): CallData<'member.season'>['rounds'][number] {
  const { roundId, number, startAt, endAt, symbol } = round
  return {
    roundId,
    number,
    startAt,
    endAt,
    xp: round.myXp,
    checkInDays: round.myCheckInDays,
    reward: round.myRewardState === null ? null : round.myReward,
    symbol,
    outcome: outcomeOf(round),
  }
}

function outcomeOf(round: Round): TraceOutcome<'round'> {
  switch (round.myRewardState) {
    case 'PAID':
    case 'PENDING':
    case 'OWED':
    case 'CLAIMABLE':
      return 'GRANTED'
    case 'WAITING':
      return 'WAITING_FOR_WALLET'
    case 'EXPIRED':
      return 'EXPIRED'
    case null:
      return round.myReward === null
        ? 'NOT_SETTLED'
        : whyNoReward({
            xp: round.myXp,
            checkInDays: round.myCheckInDays,
            excusedDays: round.myExcusedDay === null ? 0 : 1,
          })
  }
}
