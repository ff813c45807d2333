import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const productEndpoints = {
  'product.list': {
    id: 'product.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/products',
    access: 'member',
    summary: 'What the shop of a season sells, and whether the member can buy it now.',
    codes: [Code.NOT_FOUND],
  },
  'product.show': {
    id: 'product.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/products/{productId}',
    access: 'member',
    summary: 'One product.',
    codes: [Code.NOT_FOUND],
  },
  'product.buy': {
    id: 'product.buy',
    method: 'POST',
    path: '/v1/private/seasons/{seasonId}/products/{productId}',
    access: 'member',
    summary:
      'Buys for XP or tickets at once, or opens an order that is to be paid on chain: price, payee, end. 2403 carries data.reason.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.SEASON_NOT_OPEN,
      Code.XP_INSUFFICIENT,
      Code.TICKETS_INSUFFICIENT,
      Code.PRODUCT_UNAVAILABLE,
      Code.WALLET_NOT_FOUND,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'product.updateOrder': {
    id: 'product.updateOrder',
    method: 'PATCH',
    path: '/v1/private/seasons/{seasonId}/products/{productId}/users/{userProductId}',
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
