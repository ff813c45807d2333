import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

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
  'product.listAll': {
    id: 'product.listAll',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}/products',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Everything that was ever put into the shop of a season, in both languages.',
    codes: [Code.NOT_FOUND],
  },
  'product.add': {
    id: 'product.add',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/products',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary: 'Puts a product into the shop of a season. A token that is not known answers 2901.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'product.change': {
    id: 'product.change',
    method: 'PATCH',
    path: '/v1/operator/products/{productId}',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Changes how many there are, how many a member may have, and whether it is sold. What it is and costs stays: orders are open on it.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
