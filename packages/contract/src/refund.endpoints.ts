import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const refundEndpoints = {
  'refund.request': {
    id: 'refund.request',
    method: 'PATCH',
    path: '/v1/private/seasons/{seasonId}/products/histories/{historyId}/refund',
    access: 'member',
    summary:
      'Requests a refund of a purchase, once. UNCREDITED searches for the payment first and credits it if possible. Tokens are returned to the wallet that sent them. 2404 carries data.reason.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.REFUND_NOT_ALLOWED,
      Code.REFUND_ALREADY_REQUESTED,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'refund.queue': {
    id: 'refund.queue',
    method: 'GET',
    path: '/v1/operator/refunds',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Lists refund requests, oldest first: those that wait for an operator, or all in a state.',
    codes: [],
  },
  'refund.decide': {
    id: 'refund.decide',
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/decision',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary:
      'Grants or declines a request that no rule decides. The member reads the note. Returns 2405 if it is already decided.',
    idempotent: true,
    stepUp: true,
    approval: 'REFUND',
    codes: [Code.REFUND_ALREADY_REQUESTED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
