import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { levelOf } from '@solstice/rules/level'
import { missionAvailability, type MissionMoment } from '@solstice/rules/mission'
import type { MissionType } from '@solstice/rules/missions/registry'
import { seasonStatus } from '@solstice/rules/season'
import type { PlannedMission } from '@solstice/rules/season-plan'
import { tierOf, withBonuses, type MissionXp } from '@solstice/rules/tier'
import { freeSpinsUsed, missionStateOf } from '#/preview/preview-member.ts'
import { PreviewRefusal } from '#/preview/preview-refusal.ts'
import type { PreviewState } from '#/preview/preview-state.ts'
import type { Programme } from '#/preview/programme.ts'
import { standingOf } from '#/preview/standing.ts'

export type View = CallData<'mission.list'>['list'][number]
export type Detail = CallData<'mission.show'>
export type Executed = CallData<'mission.execute'>
export type ExecuteBody = CallInput<'mission.execute'>['body']

/** A mission, the state of its member and the time of one request. */
export type Shown = { state: PreviewState; mission: PlannedMission; now: Date }

/** The replies about one mission type. The registry has one per type. */
export type MissionPreview<Type extends MissionType> = {
  detail: (shown: Shown) => Omit<Extract<Detail, { type: Type }>, keyof View>
  /** Omitted if the preview cannot complete the mission, or if no call does. */
  execute?: (shown: Shown, body: ExecuteBody) => Extract<Executed, { type: Type }>
  /** The reward shown in lists; defaults to the reward of the plan. */
  reward?: (shown: Shown) => Partial<Pick<View, 'rewardXp' | 'rewardTickets'>>
}

export function momentOf({ state, mission, now }: Shown): MissionMoment {
  const { programme, member } = state
  const { lastDay, memory } = missionStateOf(member, mission.missionId)
  return {
    type: mission.type,
    repeat: mission.repeat,
    enabled: mission.enabled,
    season: { ...programme, status: seasonStatus(programme, now) },
    lastDay,
    budgetLeft: mission.maxCompletions ?? undefined,
    memory,
    spin: {
      ...programme.spin,
      freeUsedToday: freeSpinsUsed(member, now),
      tickets: member.tickets,
    },
  }
}

export function unavailable(reason: string, nextAvailableAt?: Date): PreviewRefusal {
  return new PreviewRefusal(Code.MISSION_UNAVAILABLE, {
    reason,
    nextAvailableAt: timeOf(nextAvailableAt),
  })
}

export function assertAvailable(shown: Shown): void {
  const availability = missionAvailability(momentOf(shown), shown.now)
  if (!availability.available) throw unavailable(availability.reason, availability.nextAvailableAt)
}

export function withMemberBonuses({ programme, member }: PreviewState, xp: number): MissionXp {
  const { bonusPercent: levelPercent } = levelOf(programme.levels, member.seasonXp)
  const { bonusPercent: tierPercent } = tierOf(programme.tiers, member.seasonXp)
  return withBonuses(xp, { levelPercent, tierPercent })
}

/** Credits the member of the preview and returns the common part of the reply. */
export function award(
  { state }: Shown,
  { xp = 0, tickets = 0 }: { xp?: number; tickets?: number },
) {
  const { programme, member } = state
  const levelBefore = levelOf(programme.levels, member.seasonXp).level
  const tierBefore = tierOf(programme.tiers, member.seasonXp)
  member.seasonXp += xp
  member.xpBalance += xp
  member.roundXp += xp
  member.tickets += tickets
  member.lastHistoryId += 1
  const me = standingOf(state)
  return {
    historyId: member.lastHistoryId,
    xp,
    tickets,
    me,
    levelUp: levelBefore < me.level,
    tierUp: tierBefore.tierId !== me.tierId,
  }
}

/** Returns the time only if it is before the end of the season. */
export function inSeason({ endAt }: Programme, at: Date): Date | undefined {
  return at < endAt ? at : undefined
}

export function timeOf(at: Date | undefined): string | null {
  return at?.toISOString() ?? null
}
