import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const historyEndpoints = {
  'history.list': {
    id: 'history.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/histories',
    access: 'member',
    summary: 'What the member earned or purchased in a season, newest first.',
    codes: [Code.NOT_FOUND],
  },
  'history.show': {
    id: 'history.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/histories/{historyId}',
    access: 'member',
    summary: 'One item of the history; of a spin with everything that proves its draw.',
    codes: [Code.NOT_FOUND],
  },
  'history.tickets': {
    id: 'history.tickets',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/tickets/histories',
    access: 'member',
    summary: 'Every ticket that came or went, newest first, with the balance after it.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
