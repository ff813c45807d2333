import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const creditEndpoints = {
  'credit.show': {
    id: 'credit.show',
    method: 'GET',
    path: '/v1/private/users/credits',
    access: 'member',
    summary: "The member's prepaid credit, what can be bought of it, and the latest orders.",
    codes: [],
  },
  'credit.buy': {
    id: 'credit.buy',
    method: 'POST',
    path: '/v1/private/users/credits',
    access: 'member',
    summary:
      'Opens an order for a package of credit, to be paid on chain. 2403 carries data.reason.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.WALLET_NOT_FOUND,
      Code.PRODUCT_UNAVAILABLE,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'credit.updateOrder': {
    id: 'credit.updateOrder',
    method: 'PATCH',
    path: '/v1/private/users/credits/{orderId}',
    access: 'member',
    summary:
      'Tells the transaction that pays an open order, or cancels the order. The same again answers how it stands. 2403 and 2406 carry data.reason.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.PRODUCT_UNAVAILABLE,
      Code.PAYMENT_UNVERIFIED,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
