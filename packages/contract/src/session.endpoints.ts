import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const sessionEndpoints = {
  'session.list': {
    id: 'session.list',
    method: 'GET',
    path: '/v1/private/users/sessions',
    access: 'member',
    summary: "Lists the member's sessions, this one first.",
    codes: [],
  },
  'session.endOthers': {
    id: 'session.endOthers',
    method: 'DELETE',
    path: '/v1/private/users/sessions/others',
    access: 'member',
    summary: 'Ends all other sessions of the member.',
    codes: [],
  },
  'session.end': {
    id: 'session.end',
    method: 'DELETE',
    path: '/v1/private/users/sessions/{sessionId}',
    access: 'member',
    summary: 'Ends one other session of the member.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
