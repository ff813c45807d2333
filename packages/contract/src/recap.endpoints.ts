import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const recapEndpoints = {
  'recap.mine': {
    id: 'recap.mine',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/recap',
    access: 'member',
    summary: 'Returns the story of the member’s ended season: days, tiers, place and gains.',
    codes: [
      Code.NOT_FOUND,
      Code.RECAP_SEASON_RUNNING,
      Code.RECAP_NOT_READY,
      Code.RECAP_NOT_TAKEN_PART,
      Code.RECAP_GONE,
    ],
    limits: ['recapsPerMember'],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
