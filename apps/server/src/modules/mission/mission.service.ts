import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { missionAvailability } from '@solstice/rules/mission'
import { traceAvailability } from '@solstice/rules/mission-availability'
import { seasonStatus } from '@solstice/rules/season'
import {
  inLanguage,
  loadProgramme,
  missionOf,
  missionsAt,
  programmeOf,
} from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { deleteMissionTraces, findAlarms, saveAlarm, saveOpening } from './alarm.queries.ts'
import { deleteMemories, deleteTracesOfProofs } from './memory.queries.ts'
import { findMissionStates, lockEverySeason } from './mission.queries.ts'
import type { Detail, Shown } from './mission-type.ts'
import { momentIn, planFacts, refuseClosedSeason } from './moment.service.ts'
import { unavailable } from './proof.service.ts'
import { missionServices } from './registry.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'spinSealer' | 'shared'>
type Caller = { memberId: number; language: Language }
type MissionView = CallData<'mission.list'>['list'][number]
type Category = MissionView['category']

export async function listMissions(
  ctx: Context,
  caller: Caller,
  query: { seasonId: number; category?: Category | undefined },
): Promise<CallData<'mission.list'>> {
  const now = ctx.now()
  const { programme, states } = await loadStates(ctx, caller, query.seasonId)
  const list = missionsAt(programme, now)
    .filter(({ category }) => query.category === undefined || category === query.category)
    .map((mission) => viewOf({ ...caller, programme, mission, states, now }))
  return { list }
}

export async function listAvailableMissions(
  ctx: Context,
  caller: Caller,
  query: { seasonId: number; category?: Category | undefined },
): Promise<CallData<'mission.listAvailable'>> {
  const { list } = await listMissions(ctx, caller, query)
  return {
    list: list.flatMap((mission) =>
      mission.available ? [{ ...mission, available: true as const }] : [],
    ),
  }
}

/** Reads the season and the member's progress in it, with one statement while the season is cached. */
async function loadStates(
  ctx: Context,
  { memberId }: Caller,
  seasonId: number,
): Promise<Pick<Shown, 'programme' | 'states'>> {
  const states = await findMissionStates(ctx.db, { memberId, seasonId })
  if (!states) throw refuse(Code.NOT_FOUND)
  return { programme: await programmeOf(ctx, seasonId, states.version), states }
}

function viewOf(shown: Shown): MissionView {
  const { programme, mission, states, language, now } = shown
  const state = states.missions.get(mission.missionId)
  const availability = missionAvailability(momentIn(programme, mission, states, now), now)
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
    rewardXp: mission.rewardXp,
    rewardTickets: null,
    ...missionServices[mission.type].reward?.(shown),
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

export async function showMission(
  ctx: Context,
  caller: Caller,
  params: { seasonId: number; missionId: number },
): Promise<Detail> {
  const now = ctx.now()
  const { programme, states } = await loadStates(ctx, caller, params.seasonId)
  const mission = missionOf(programme, params.missionId, now)
  const shown = { ...caller, programme, mission, states, now }
  const part = await missionServices[mission.type].detail(ctx, shown)
  // The registry pairs each type with its own fields, but the compiler sees only the union of all
  // pairs.
  return { ...viewOf(shown), ...part } as Detail
}

export async function openMission(
  ctx: Context,
  caller: Caller,
  params: { seasonId: number; missionId: number },
): Promise<CallData<'mission.open'>> {
  const now = ctx.now()
  const { programme, states } = await loadStates(ctx, caller, params.seasonId)
  const mission = missionOf(programme, params.missionId, now)
  if (seasonStatus(programme, now) !== 'ONGOING') throw refuseClosedSeason(programme, mission, now)
  const { linkUrl, proof } = mission
  const moment = momentIn(programme, mission, states, now)
  const explained = (executable: boolean) => ({
    seasonVersion: programme.version,
    trace: traceAvailability(moment, { ...planFacts(mission), executable }, now),
  })
  const availability = missionAvailability(moment, now)
  const hasLink = proof?.kind === 'LINK' && linkUrl !== null
  if (!hasLink) throw unavailable('NOT_EXECUTABLE', undefined, explained(false))
  if (!availability.available) {
    throw unavailable(availability.reason, availability.nextAvailableAt, explained(true))
  }
  const openedAt = await saveOpening(ctx.db, { ...params, memberId: caller.memberId, at: now })
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
  missionOf(await loadProgramme(ctx, alarm.seasonId), alarm.missionId, ctx.now())
  await saveAlarm(ctx.db, { ...alarm, memberId, at: ctx.now() })
  return alarm
}

/**
 * Deletes the member's mission data as part of the account deletion. Runs before the member leaves
 * the rankings and waits for XP being earned, which would otherwise add the deleted member again.
 */
export async function eraseMissionTraces(tx: Db, memberId: number): Promise<void> {
  await lockEverySeason(tx, memberId)
  await deleteMissionTraces(tx, memberId)
  await deleteMemories(tx, memberId)
  await deleteTracesOfProofs(tx, memberId)
}
