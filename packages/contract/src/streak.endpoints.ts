import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const streakEndpoints = {
  'streak.show': {
    id: 'streak.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/streak',
    access: 'member',
    summary: 'Returns the member’s chain of days in a season, with excused days and freezes.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
