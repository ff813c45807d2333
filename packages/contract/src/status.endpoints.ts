import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const statusEndpoints = {
  'status.show': {
    id: 'status.show',
    method: 'GET',
    path: '/v1/public/status',
    access: 'public',
    summary:
      'Returns whether the product is available now, its availability on each of the last 90 days, incidents and excused days. The response is at most a minute old.',
    limits: ['statusPerIp'],
    cacheSeconds: 30,
    codes: [],
  },
  'status.listDecisions': {
    id: 'status.listDecisions',
    method: 'GET',
    path: '/v1/operator/excused-days',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Lists the days of rounds on which members could not check in for some time, newest first, with the decision about each.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
