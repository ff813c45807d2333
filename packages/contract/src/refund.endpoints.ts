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
      'Lists refund requests. Without state: those that wait for an operator, oldest first. With one: the latest first.',
    codes: [],
  },
  'refund.show': {
    id: 'refund.show',
    method: 'GET',
    path: '/v1/operator/refunds/{refundId}',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Returns a refund with its order, its payment on chain, what happened since, and what the rule would decide now.',
    codes: [Code.NOT_FOUND],
  },
  'refund.claim': {
    id: 'refund.claim',
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/claim',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary:
      'Claims an undecided refund for half an hour, or extends the own claim. Returns 2930 with data.claimedBy while another operator holds it.',
    idempotent: true,
    codes: [Code.REFUND_CLAIMED, Code.REFUND_ALREADY_REQUESTED, Code.NOT_FOUND],
  },
  'refund.release': {
    id: 'refund.release',
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/release',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary: 'Ends the own claim. Without one, nothing changes.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'refund.decide': {
    id: 'refund.decide',
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/decision',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary:
      'Grants or declines a request that no rule decides. The member reads the note. Returns 2405 if it is already decided, and 2930 while another operator holds it. Paying back tokens needs a confirmation (2911).',
    idempotent: true,
    approval: 'REFUND',
    codes: [
      Code.REFUND_ALREADY_REQUESTED,
      Code.REFUND_CLAIMED,
      Code.STEP_UP_REQUIRED,
      Code.NOT_FOUND,
    ],
  },
  'refund.openForPayment': {
    id: 'refund.openForPayment',
    method: 'POST',
    path: '/v1/operator/payments/{paymentId}/refund',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary:
      'Matches a payment from an unknown wallet to a member and opens its refund in the queue. Nothing is paid before that refund is decided. A payment whose refund was declined can be matched again. Returns 2931 if it is matched or settled.',
    idempotent: true,
    codes: [Code.PAYMENT_NOT_UNMATCHED, Code.USER_NOT_FOUND, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
