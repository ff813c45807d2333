import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { missionAvailability } from '@solstice/rules/mission'
import { seasonStatus } from '@solstice/rules/season'
import {
  assertAvailable,
  momentOf,
  timeOf,
  unavailable,
  type Detail,
  type ExecuteBody,
  type Executed,
  type MissionPreview,
  type Shown,
  type View,
} from '#/preview/missions/mission-preview.ts'
import { missionPreviews } from '#/preview/missions/registry.ts'
import { changeMission, missionStateOf } from '#/preview/preview-member.ts'
import { PreviewRefusal } from '#/preview/preview-refusal.ts'
import type { PreviewState } from '#/preview/preview-state.ts'
import { inLanguage } from '#/preview/programme.ts'

type Filter = { category?: View['category'] | undefined }

export function listMissions(state: PreviewState, { category }: Filter): CallData<'mission.list'> {
  const list = state.programme.missions
    .filter((mission) => category === undefined || mission.category === category)
    .map((mission) => viewOf({ state, mission, now: state.now() }))
  return { list }
}

export function listAvailableMissions(
  state: PreviewState,
  filter: Filter,
): CallData<'mission.listAvailable'> {
  const list = listMissions(state, filter).list.flatMap((mission) =>
    mission.available ? [{ ...mission, available: true as const }] : [],
  )
  return { list }
}

function viewOf(shown: Shown): View {
  const { state, mission, now } = shown
  const { programme, member, language } = state
  const availability = missionAvailability(momentOf(shown), now)
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
    ...missionPreviews[mission.type].reward?.(shown),
    repeat: mission.repeat,
    available: availability.available,
    unavailableReason: availability.available ? null : availability.reason,
    nextAvailableAt: availability.available ? null : timeOf(availability.nextAvailableAt),
    completed: availability.completed,
    alarmEnabled: missionStateOf(member, mission.missionId).hasAlarm ?? false,
  }
}

function shownMission(state: PreviewState, missionId: number): Shown {
  const mission = state.programme.missions.find((one) => one.missionId === missionId)
  if (!mission) throw new PreviewRefusal(Code.NOT_FOUND)
  return { state, mission, now: state.now() }
}

export function showMission(state: PreviewState, missionId: number): Detail {
  const shown = shownMission(state, missionId)
  const part = missionPreviews[shown.mission.type].detail(shown)
  // The registry pairs each type with its own fields, but the compiler sees only the union.
  return { ...viewOf(shown), ...part } as Detail
}

export function openMission(state: PreviewState, missionId: number): CallData<'mission.open'> {
  const shown = shownMission(state, missionId)
  const { linkUrl, proof } = shown.mission
  assertOpen(shown)
  if (proof?.kind !== 'LINK' || linkUrl === null) throw unavailable('NOT_EXECUTABLE')
  assertAvailable(shown)
  const openedAt = missionStateOf(state.member, missionId).openedAt ?? shown.now
  changeMission(state.member, missionId, { openedAt })
  return { openedAt: openedAt.toISOString(), linkUrl }
}

export function executeMission(
  state: PreviewState,
  missionId: number,
  body: ExecuteBody,
): Executed {
  const shown = shownMission(state, missionId)
  assertOpen(shown)
  // Each type executes its own mission; the compiler sees only the union of all of them.
  const { execute } = missionPreviews[shown.mission.type] as Pick<
    MissionPreview<Executed['type']>,
    'execute'
  >
  if (!execute) throw unavailable('NOT_EXECUTABLE')
  return execute(shown, body)
}

function assertOpen({ state: { programme }, now }: Shown): void {
  if (seasonStatus(programme, now) !== 'ONGOING') throw new PreviewRefusal(Code.SEASON_NOT_OPEN)
}

export function listAlarms({ programme, member }: PreviewState): CallData<'mission.listAlarms'> {
  const list = Array.from(member.missions, ([missionId, { hasAlarm }]) => ({
    seasonId: programme.seasonId,
    missionId,
    enabled: hasAlarm,
  })).flatMap(({ enabled, ...alarm }) => (enabled === undefined ? [] : [{ ...alarm, enabled }]))
  return { list }
}

export function setAlarm(
  state: PreviewState,
  alarm: CallData<'mission.setAlarm'>,
): CallData<'mission.setAlarm'> {
  shownMission(state, alarm.missionId)
  changeMission(state.member, alarm.missionId, { hasAlarm: alarm.enabled })
  return alarm
}
