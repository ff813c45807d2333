import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const statisticsEndpoints = {
  'statistics.season': {
    id: 'statistics.season',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}/statistics',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Returns the statistics of a season by day, with its plan and the previous season. They are aggregated every hour; asOf and ledgerTransaction name the last aggregation.',
    codes: [Code.NOT_FOUND],
  },
  'statistics.funnel': {
    id: 'statistics.funnel',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}/funnel',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Returns how many members came how far in a season, from registration to a reward.',
    codes: [Code.NOT_FOUND],
  },
  'statistics.today': {
    id: 'statistics.today',
    method: 'GET',
    path: '/v1/operator/statistics/today',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Compares the day and the running season with the plan.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
