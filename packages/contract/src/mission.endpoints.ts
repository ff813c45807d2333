import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const missionEndpoints = {
  'mission.list': {
    id: 'mission.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/missions',
    access: 'member',
    summary: 'Lists every mission of a season and whether the member can do it now.',
    codes: [Code.NOT_FOUND],
  },
  'mission.listAvailable': {
    id: 'mission.listAvailable',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/missions/available',
    access: 'member',
    summary: 'Lists the missions of a season that the member can do now.',
    codes: [Code.NOT_FOUND],
  },
  'mission.show': {
    id: 'mission.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/missions/{missionId}',
    access: 'member',
    summary:
      'Returns a mission with the fields of its type. The spin includes the open commitment.',
    codes: [Code.NOT_FOUND],
  },
  'mission.open': {
    id: 'mission.open',
    method: 'POST',
    path: '/v1/private/seasons/{seasonId}/missions/{missionId}/open',
    access: 'member',
    summary: 'Records that the member opened the link of a mission that requires it as proof.',
    codes: [Code.MISSION_UNAVAILABLE, Code.SEASON_NOT_OPEN, Code.NOT_FOUND],
  },
  'mission.execute': {
    id: 'mission.execute',
    method: 'POST',
    path: '/v1/private/seasons/{seasonId}/missions/{missionId}/execute',
    access: 'member',
    summary:
      'Checks in, spins, claims tickets or completes a mission. 2301 and 2302 carry data.nextCheckInAt, 2304 carries data.reason.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.CHECK_IN_CLOSED,
      Code.CHECK_IN_ALREADY_DONE,
      Code.NO_SPINS_LEFT,
      Code.MISSION_UNAVAILABLE,
      Code.SEASON_NOT_OPEN,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'mission.listAlarms': {
    id: 'mission.listAlarms',
    method: 'GET',
    path: '/v1/private/seasons/missions/alarms',
    access: 'member',
    summary: 'Lists the mission alarms that the member has ever set.',
    codes: [],
  },
  'mission.setAlarm': {
    id: 'mission.setAlarm',
    method: 'POST',
    path: '/v1/private/seasons/missions/alarms',
    access: 'member',
    summary: "Turns a mission's alarm on or off.",
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
