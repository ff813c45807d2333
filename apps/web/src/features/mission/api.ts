import { missionEndpoints } from '@solstice/contract/mission.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Mission = CallData<'mission.list'>['list'][number]
export type MissionDetail = CallData<'mission.show'>
export type MissionType = Mission['type']
export type DetailOf<Type extends MissionType> = Extract<MissionDetail, { type: Type }>
export type ProofMission = DetailOf<'EARN'> | DetailOf<'PARTNER'>
export type Executed = CallData<'mission.execute'>
export type ExecutedOf<Type extends MissionType> = Extract<Executed, { type: Type }>
export type ExecuteBody = CallInput<'mission.execute'>['body']
export type Reason = NonNullable<Mission['unavailableReason']>
/** The member's standing after a mission; the season returns the same data. */
export type Standing = Executed['me']

/** These ids are the same in every season, so that a notification can link to the missions. */
export const MISSION_ID = { CHECK_IN: 1, SPIN: 2, TICKET: 3 } as const

export const missionsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('missions', seasonId),
    queryFn: async ({ signal }) =>
      (
        await call(
          missionEndpoints['mission.list'],
          { params: { seasonId }, query: {} },
          { signal },
        )
      ).list,
  })

/** Only the missions that the server reports as available now. */
export const availableMissionsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('missions', seasonId, 'available'),
    queryFn: async ({ signal }): Promise<Mission[]> =>
      (
        await call(
          missionEndpoints['mission.listAvailable'],
          { params: { seasonId }, query: {} },
          { signal },
        )
      ).list,
  })

export const missionQuery = (seasonId: number, missionId: number) =>
  queryOptions({
    queryKey: programmeKey('mission', seasonId, missionId),
    queryFn: ({ signal }) =>
      call(missionEndpoints['mission.show'], { params: { seasonId, missionId } }, { signal }),
  })

type MissionParams = { seasonId: number; missionId: number }

export function executeMission(
  params: MissionParams,
  body: ExecuteBody,
  idempotencyKey: string,
): Promise<Executed> {
  return call(missionEndpoints['mission.execute'], { params, body }, { idempotencyKey })
}

export function openMission(params: MissionParams) {
  return call(missionEndpoints['mission.open'], { params })
}

/** The missions with a reminder, including those that the member turned off again. */
export const alarmsQuery = () =>
  queryOptions({
    queryKey: programmeKey('alarms'),
    queryFn: async ({ signal }) =>
      (await call(missionEndpoints['mission.listAlarms'], { query: {} }, { signal })).list,
  })

export function setAlarm(alarm: MissionParams & { enabled: boolean }) {
  return call(missionEndpoints['mission.setAlarm'], { body: alarm })
}
