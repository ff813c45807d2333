import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const explanationEndpoints = {
  'explanation.mine': {
    id: 'explanation.mine',
    method: 'GET',
    path: '/v1/private/users/explanations/{entryId}',
    access: 'member',
    summary:
      'Explains a credit, a refusal, an unavailable mission, a round, a friend, a payout or a push of the member.',
    limits: ['explanationsPerMember'],
    codes: [Code.NOT_FOUND],
  },
  'explanation.ofMember': {
    id: 'explanation.ofMember',
    method: 'GET',
    path: '/v1/operator/members/{userId}/timeline/{entryId}/why',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Explains an entry of a member with the same verdict that the member reads, and with more inputs.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
