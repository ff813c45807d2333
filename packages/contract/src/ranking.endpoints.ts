import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const rankingEndpoints = {
  'ranking.list': {
    id: 'ranking.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/rankings',
    access: 'member',
    summary: 'Lists the hundred members with the most season XP, and the member’s own rank.',
    codes: [Code.NOT_FOUND],
    replica: 'any',
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
