import type { Endpoint } from './endpoint.ts'

export const pointsLogEndpoints = {
  'pointsLog.mine': {
    id: 'pointsLog.mine',
    method: 'GET',
    path: '/v1/private/users/points-log',
    access: 'member',
    summary:
      'Returns the next postings of the member with proofs that the public points log contains them.',
    limits: ['pointsLogPerMember'],
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
