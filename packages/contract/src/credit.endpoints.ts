import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const creditEndpoints = {
  'credit.show': {
    id: 'credit.show',
    method: 'GET',
    path: '/v1/private/users/credits',
    access: 'member',
    summary: "Returns the member's prepaid credit, the packages on sale and the latest orders.",
    codes: [],
  },
  'credit.buy': {
    id: 'credit.buy',
    method: 'POST',
    path: '/v1/private/users/credits',
    access: 'member',
    summary: 'Opens an order for a credit package that is paid on chain. 2403 carries data.reason.',
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
  'credit.listAll': {
    id: 'credit.listAll',
    method: 'GET',
    path: '/v1/operator/credit-packages',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists every credit package, including those no longer on sale.',
    codes: [],
  },
  'credit.addPackage': {
    id: 'credit.addPackage',
    method: 'POST',
    path: '/v1/operator/credit-packages',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary: 'Puts a new credit package on sale. Returns 2901 for an unknown token.',
    idempotent: true,
    approval: 'PRODUCT',
    codes: [Code.NOT_FOUND],
  },
  'credit.changePackage': {
    id: 'credit.changePackage',
    method: 'PATCH',
    path: '/v1/operator/credit-packages/{packageId}',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary:
      'Puts a package on sale or takes it off sale. Its price cannot change because orders may be open on it.',
    idempotent: true,
    approval: 'PRODUCT',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
