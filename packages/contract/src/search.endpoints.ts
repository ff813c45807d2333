import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const searchEndpoints = {
  'search.find': {
    id: 'search.find',
    method: 'GET',
    path: '/v1/operator/search',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Finds members, orders, refunds, payouts, transactions, seasons, products, notices, jobs and audit entries; only kinds that the role may read, at most eight each.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
