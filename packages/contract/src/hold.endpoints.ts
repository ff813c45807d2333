import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const holdEndpoints = {
  'hold.mine': {
    id: 'hold.mine',
    method: 'GET',
    path: '/v1/private/users/holds',
    access: 'member',
    summary:
      'Lists the fair-play holds of the member’s payouts, newest first, with evidence classes, expiry, appeal and decision. Never names another member.',
    codes: [],
  },
  'hold.appeal': {
    id: 'hold.appeal',
    method: 'POST',
    path: '/v1/private/users/holds/{holdId}/appeal',
    access: 'member',
    summary:
      'Appeals against a hold, once. Repeating the same text returns the recorded appeal; another text returns 2972.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [Code.HOLD_ENDED, Code.HOLD_ALREADY_APPEALED, Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
  'hold.published': {
    id: 'hold.published',
    method: 'GET',
    path: '/v1/public/fair-play',
    access: 'public',
    summary:
      'Returns how many holds were opened in each of the last twelve months, and how many of these were ended, upheld, appealed and reversed so far.',
    codes: [],
    replica: 'any',
  },
  'hold.figures': {
    id: 'hold.figures',
    method: 'GET',
    path: '/v1/operator/fair-play',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary: 'Returns the published numbers about holds, as everybody reads them.',
    codes: [],
  },
  'hold.queue': {
    id: 'hold.queue',
    method: 'GET',
    path: '/v1/operator/holds',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Lists fair-play holds, appealed ones first, then those that lapse first, with counts of the queue.',
    codes: [],
  },
  'hold.show': {
    id: 'hold.show',
    method: 'GET',
    path: '/v1/operator/holds/{holdId}',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Returns a hold with the facts of each signal, the members of its group, the amounts it touches, its appeal and decisions.',
    codes: [Code.NOT_FOUND],
  },
  'hold.decide': {
    id: 'hold.decide',
    method: 'POST',
    path: '/v1/operator/holds/{holdId}/decision',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary:
      'Releases a hold or upholds it until a date, for the member or for every open hold of the group. The member reads the answer in their language; the reason is for the audit. Returns 2971 if it has ended.',
    idempotent: true,
    stepUp: true,
    approval: 'HOLD',
    codes: [Code.HOLD_ENDED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
