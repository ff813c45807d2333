import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { nextCheckInAt } from '@solstice/rules/check-in'
import {
  countingOpening,
  LINK_WAIT_MS,
  missionAvailability,
  type Availability,
} from '@solstice/rules/mission'
import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import { seasonStatus } from '@solstice/rules/season'
import type { PlannedMission } from '@solstice/rules/season-plan'
import { tierOf } from '@solstice/rules/tier'
import {
  inLanguage,
  loadProgramme,
  missionOf,
  type Programme,
} from '#/modules/season/programme.service.ts'
import { memberNumbers } from '#/modules/season/season.service.ts'
import { inviteCountOf, loadMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { refuse } from '#/platform/refusal.ts'
import { deleteMissionTraces, findAlarms, saveAlarm, saveOpening } from './alarm.queries.ts'
import { findMissionStates, lockEverySeason, type MissionStates } from './mission.queries.ts'
import { unavailable } from './proof.service.ts'
import { freeSpinsUsedToday, spinDetail } from './spin.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'spinSealer' | 'shared'>
type Asker = { memberId: number; language: Language }
type MissionView = CallData<'mission.list'>['list'][number]
type Category = MissionView['category']
type Detail = CallData<'mission.show'>

export async function listMissions(
  ctx: Context,
  asker: Asker,
  wanted: { seasonId: number; category?: Category | undefined },
): Promise<CallData<'mission.list'>> {
  const programme = await loadProgramme(ctx, wanted.seasonId)
  const states = await findMissionStates(ctx.db, { ...asker, seasonId: programme.seasonId })
  const list = programme.missions
    .filter(({ category }) => wanted.category === undefined || category === wanted.category)
    .map((mission) => viewOf({ programme, mission, states, language: asker.language }, ctx.now()))
  return { list }
}

export async function listAvailableMissions(
  ctx: Context,
  asker: Asker,
  wanted: { seasonId: number; category?: Category | undefined },
): Promise<CallData<'mission.listAvailable'>> {
  const { list } = await listMissions(ctx, asker, wanted)
  return {
    list: list.flatMap((mission) =>
      mission.available ? [{ ...mission, available: true as const }] : [],
    ),
  }
}

type Looked = {
  programme: Programme
  mission: PlannedMission
  states: MissionStates
  language: Language
}

function viewOf({ programme, mission, states, language }: Looked, now: Date): MissionView {
  const state = states.missions.get(mission.missionId)
  const availability = availabilityOf(programme, mission, states, now)
  return {
    missionId: mission.missionId,
    seasonId: programme.seasonId,
    type: mission.type,
    category: mission.category,
    title: inLanguage(mission.title, language),
    description: inLanguage(mission.description, language),
    imageUrl: mission.imageUrl,
    partner: mission.partner && {
      name: inLanguage(mission.partner.name, language),
      markUrl: mission.partner.markUrl,
    },
    linkUrl: mission.linkUrl,
    rewardXp: mission.type === 'CHECK_IN' ? programme.checkIn.baseXp : mission.rewardXp,
    rewardTickets:
      mission.type === 'TICKET' ? tierOf(programme.tiers, states.seasonXp).ticketsPerDay : null,
    repeat: mission.repeat,
    available: availability.available,
    unavailableReason: availability.available ? null : availability.reason,
    nextAvailableAt: availability.available
      ? null
      : (availability.nextAvailableAt?.toISOString() ?? null),
    completed: availability.completed,
    alarmEnabled: state?.alarm ?? false,
  }
}

function availabilityOf(
  programme: Programme,
  mission: PlannedMission,
  states: MissionStates,
  now: Date,
): Availability {
  const state = states.missions.get(mission.missionId)
  return missionAvailability(
    {
      type: mission.type,
      repeat: mission.repeat,
      season: { ...programme, status: seasonStatus(programme, now) },
      lastDay: state?.lastDay,
      budgetLeft: state?.budgetLeft,
      spin: {
        ...programme.spin,
        freeUsedToday: freeSpinsUsedToday(states.member, now),
        tickets: states.tickets,
      },
    },
    now,
  )
}

export async function showMission(
  ctx: Context,
  asker: Asker,
  wanted: { seasonId: number; missionId: number },
): Promise<Detail> {
  const now = ctx.now()
  const programme = await loadProgramme(ctx, wanted.seasonId)
  const mission = missionOf(programme, wanted.missionId)
  const states = await findMissionStates(ctx.db, { ...asker, seasonId: programme.seasonId })
  const { type, ...view } = viewOf({ programme, mission, states, language: asker.language }, now)
  const { memberId } = asker
  const { member, tickets, seasonXp } = states
  const lastDay = states.missions.get(mission.missionId)?.lastDay
  switch (type) {
    case 'CHECK_IN': {
      const window = checkInWindow(now)
      return {
        ...view,
        type,
        daysParticipated: member.checkIns,
        totalXpEarned: member.checkInXp,
        checkedInToday: lastDay === programmeDayOf(now),
        open: window.open,
        nextCheckInAt: nextCheckInAt(lastDay, programme, now)?.toISOString() ?? null,
        closesAt: window.closesAt.toISOString(),
        ...programme.checkIn,
      }
    }
    case 'SPIN':
      return { ...view, type, ...(await spinDetail(ctx, programme, memberId, states)) }
    case 'TICKET':
      return {
        ...view,
        type,
        tickets,
        ticketRatePerDay: tierOf(programme.tiers, seasonXp).ticketsPerDay,
        claimedToday: lastDay === programmeDayOf(now),
      }
    case 'INVITE': {
      const { referralCode } = await loadMember(ctx, memberId)
      return { ...view, type, referralCode, inviteCount: await inviteCountOf(ctx, memberId) }
    }
    case 'PURCHASE': {
      const { xpBalance } = await memberNumbers(ctx.db, programme, memberId, now)
      return { ...view, type, xpBalance, tickets }
    }
    case 'PARTNER':
    case 'EARN': {
      const hasWallet =
        mission.proof?.kind === 'ONCHAIN' &&
        (await loadMember(ctx, memberId)).walletAddress !== null
      return {
        ...view,
        type,
        proof: proofView({ mission, states, language: asker.language, hasWallet }, now),
      }
    }
  }
}

/** What the member has to bring. The code itself and what is looked for on chain stay here. */
function proofView(
  { mission, states, language, hasWallet }: Omit<Looked, 'programme'> & { hasWallet: boolean },
  now: Date,
) {
  const { proof, repeat } = mission
  switch (proof?.kind) {
    case 'LINK': {
      const lastOpenedAt = states.missions.get(mission.missionId)?.openedAt
      const openedAt = countingOpening(repeat, lastOpenedAt, now)
      const waitSeconds = LINK_WAIT_MS / 1000
      return { kind: proof.kind, waitSeconds, openedAt: openedAt?.toISOString() ?? null }
    }
    case 'ONCHAIN': {
      const { kind, chainId, requirement, check } = proof
      return {
        kind,
        chainId,
        requirement: inLanguage(requirement, language),
        check: check.kind,
        hasWallet,
      }
    }
    case 'CODE':
      return { kind: proof.kind }
    case undefined:
      throw new Error(`Mission ${mission.missionId} has no proof`)
  }
}

export async function openMission(
  ctx: Context,
  asker: Asker,
  wanted: { seasonId: number; missionId: number },
): Promise<CallData<'mission.open'>> {
  const now = ctx.now()
  const programme = await loadProgramme(ctx, wanted.seasonId)
  const mission = missionOf(programme, wanted.missionId)
  if (seasonStatus(programme, now) !== 'ONGOING') throw refuse(Code.SEASON_NOT_OPEN)
  const { linkUrl, proof } = mission
  if (proof?.kind !== 'LINK' || linkUrl === null) throw unavailable('NOT_EXECUTABLE')
  const states = await findMissionStates(ctx.db, { ...asker, seasonId: programme.seasonId })
  const availability = availabilityOf(programme, mission, states, now)
  if (!availability.available) {
    throw unavailable(availability.reason, availability.nextAvailableAt)
  }
  const openedAt = await saveOpening(ctx.db, { ...wanted, memberId: asker.memberId, at: now })
  return { openedAt: openedAt.toISOString(), linkUrl }
}

export async function listAlarms(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
  seasonId: number | undefined,
): Promise<CallData<'mission.listAlarms'>> {
  return { list: await findAlarms(ctx.db, memberId, seasonId) }
}

export async function setAlarm(
  ctx: Pick<AppContext, 'db' | 'now' | 'shared'>,
  memberId: number,
  alarm: CallData<'mission.setAlarm'>,
): Promise<CallData<'mission.setAlarm'>> {
  missionOf(await loadProgramme(ctx, alarm.seasonId), alarm.missionId)
  await saveAlarm(ctx.db, { ...alarm, memberId, at: ctx.now() })
  return alarm
}

/**
 * Part of deleting an account, and before the rankings are left: XP that is just being earned is
 * waited for, or it would put a member back who is counted as gone.
 */
export async function eraseMissionTraces(tx: Db, memberId: number): Promise<void> {
  await lockEverySeason(tx, memberId)
  await deleteMissionTraces(tx, memberId)
}
