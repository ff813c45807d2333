import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const refundEndpoints = {
  'refund.request': {
    id: 'refund.request',
    method: 'PATCH',
    path: '/v1/private/seasons/{seasonId}/products/histories/{historyId}/refund',
    access: 'member',
    summary:
      'Asks for a refund of a purchase, once. UNCREDITED looks for the payment first and credits it if it can; tokens go back to the wallet they came from. 2404 carries data.reason.',
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
      'Requests for refunds, oldest first: those that wait for an operator, or all of a state.',
    codes: [],
  },
  'refund.decide': {
    id: 'refund.decide',
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/decision',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary:
      'Grants or declines a request that no rule decides; the member reads the note. One that is decided answers 2405.',
    codes: [Code.REFUND_ALREADY_REQUESTED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
