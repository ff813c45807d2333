import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const historyEndpoints = {
  'history.list': {
    id: 'history.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/histories',
    access: 'member',
    summary: 'Lists everything the member earned or purchased in a season, newest first.',
    codes: [Code.NOT_FOUND],
    replica: 'old-pages',
  },
  'history.show': {
    id: 'history.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/histories/{historyId}',
    access: 'member',
    summary: 'Returns one history entry. A spin includes the proof of its draw.',
    codes: [Code.NOT_FOUND],
  },
  'history.tickets': {
    id: 'history.tickets',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/tickets/histories',
    access: 'member',
    summary: 'Lists every ticket change, newest first, with the balance after it.',
    codes: [Code.NOT_FOUND],
    replica: 'old-pages',
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
