import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const orderEndpoints = {
  'order.listAll': {
    id: 'order.listAll',
    method: 'GET',
    path: '/v1/operator/orders',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary: 'Lists the orders of all members, newest first, by product, package, state or member.',
    codes: [],
  },
  'order.show': {
    id: 'order.show',
    method: 'GET',
    path: '/v1/operator/orders/{orderId}',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary: 'Returns an order with the payments that were seen for it.',
    codes: [Code.NOT_FOUND],
  },
  'order.unmatched': {
    id: 'order.unmatched',
    method: 'GET',
    path: '/v1/operator/payments/unmatched',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Lists transfers to the treasury that belong to no order, newest first: from unknown wallets, or of members, waiting to be returned or done.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
