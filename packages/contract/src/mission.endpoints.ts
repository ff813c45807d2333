import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const missionEndpoints = {
  'mission.list': {
    id: 'mission.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/missions',
    access: 'member',
    summary: 'Every mission of a season, and whether the member can take it up now.',
    codes: [Code.NOT_FOUND],
  },
  'mission.listAvailable': {
    id: 'mission.listAvailable',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/missions/available',
    access: 'member',
    summary: 'The missions of a season that the member can take up now.',
    codes: [Code.NOT_FOUND],
  },
  'mission.show': {
    id: 'mission.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/missions/{missionId}',
    access: 'member',
    summary: 'A mission with what its type has to tell; of the spin with the open commitment.',
    codes: [Code.NOT_FOUND],
  },
  'mission.open': {
    id: 'mission.open',
    method: 'POST',
    path: '/v1/private/seasons/{seasonId}/missions/{missionId}/open',
    access: 'member',
    summary: 'Records that the member opened the link of a mission that is proven by it.',
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
    summary: 'The missions of which the member wants to hear, as far as they were ever set.',
    codes: [],
  },
  'mission.setAlarm': {
    id: 'mission.setAlarm',
    method: 'POST',
    path: '/v1/private/seasons/missions/alarms',
    access: 'member',
    summary: 'Turns the alarm of a mission on or off.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
