import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const productEndpoints = {
  'product.list': {
    id: 'product.list',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/products',
    access: 'member',
    summary: 'Lists the products in the shop of a season and whether the member can buy each now.',
    codes: [Code.NOT_FOUND],
  },
  'product.show': {
    id: 'product.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/products/{productId}',
    access: 'member',
    summary: 'Returns one product.',
    codes: [Code.NOT_FOUND],
  },
  'product.buy': {
    id: 'product.buy',
    method: 'POST',
    path: '/v1/private/seasons/{seasonId}/products/{productId}',
    access: 'member',
    summary:
      'Buys immediately for XP or tickets, or opens an order to be paid on chain and returns its price, payee and expiry. 2403 carries data.reason.',
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
      'Submits the transaction that pays an open order, or cancels the order. Repeating the call returns the current state. 2403 and 2406 carry data.reason.',
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
    summary: 'Lists every product ever added to the shop of a season, in both languages.',
    codes: [Code.NOT_FOUND],
  },
  'product.add': {
    id: 'product.add',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/products',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary: 'Adds a product to the shop of a season. Returns 2901 for an unknown token.',
    idempotent: true,
    approval: 'PRODUCT',
    codes: [Code.NOT_FOUND],
  },
  'product.change': {
    id: 'product.change',
    method: 'PATCH',
    path: '/v1/operator/products/{productId}',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Changes the stock, the limit per member and whether the product is on sale. Its content and price cannot change because orders may be open on it.',
    idempotent: true,
    approval: 'PRODUCT',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
