import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const distributionEndpoints = {
  'distribution.mine': {
    id: 'distribution.mine',
    method: 'GET',
    path: '/v1/private/users/claims',
    access: 'member',
    summary:
      'Returns the rewards of large rounds, which the distributor pays: what the member can claim, what is on its way, and what waits for the next root.',
    codes: [],
  },
  'distribution.claim': {
    id: 'distribution.claim',
    method: 'POST',
    path: '/v1/private/users/claims',
    access: 'member',
    summary:
      'Claims all rewards that are ready. The treasury submits the claim and pays the network; only the address of the rewards receives them. A claim that is under way is returned, and nothing is paid twice.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [Code.NOTHING_TO_CLAIM, Code.TOO_MANY_REQUESTS],
  },
  'distribution.roots': {
    id: 'distribution.roots',
    method: 'GET',
    path: '/v1/operator/distribution/roots',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Lists the roots of rewards, newest first, with their totals and how much of each distributor is claimed.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
