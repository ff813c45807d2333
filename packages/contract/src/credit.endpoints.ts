import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

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
  'credit.listAll': {
    id: 'credit.listAll',
    method: 'GET',
    path: '/v1/operator/credit-packages',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Every package of credit there ever was.',
    codes: [],
  },
  'credit.addPackage': {
    id: 'credit.addPackage',
    method: 'POST',
    path: '/v1/operator/credit-packages',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary: 'Sells another package of credit. A token that is not known answers 2901.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'credit.changePackage': {
    id: 'credit.changePackage',
    method: 'PATCH',
    path: '/v1/operator/credit-packages/{packageId}',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary: 'Sells a package or no longer sells it. Its price stays: orders are open on it.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
