import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const operatorSystemEndpoints = {
  'operator.today': {
    id: 'operator.today',
    method: 'GET',
    path: '/v1/operator/today',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Returns the overview of the day: alarms, waiting refunds, held payouts, proposals that one person confirms alone, the running season and the next scheduled event.',
    codes: [],
  },
  'operator.health': {
    id: 'operator.health',
    method: 'GET',
    path: '/v1/operator/health',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Returns the state of the database, the processes, the jobs and everything outside that the server depends on.',
    codes: [],
  },
  'operator.listJobs': {
    id: 'operator.listJobs',
    method: 'GET',
    path: '/v1/operator/jobs',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary: 'Lists jobs that have failed permanently or are still pending.',
    codes: [],
  },
  'operator.listJobKinds': {
    id: 'operator.listJobKinds',
    method: 'GET',
    path: '/v1/operator/jobs/kinds',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary: 'Lists every kind of job with its waiting, late and dead jobs.',
    codes: [],
  },
  'operator.showJob': {
    id: 'operator.showJob',
    method: 'GET',
    path: '/v1/operator/jobs/{jobId}',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary: 'Returns one job with the ids in its payload.',
    codes: [Code.NOT_FOUND],
  },
  'operator.retryJob': {
    id: 'operator.retryJob',
    method: 'POST',
    path: '/v1/operator/jobs/{jobId}/retry',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS'],
    summary: 'Makes a dead job due now and restores all its attempts.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'operator.retryJobs': {
    id: 'operator.retryJobs',
    method: 'POST',
    path: '/v1/operator/jobs/retry',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS'],
    summary: 'Retries the dead jobs of one kind, up to 10,000 in one call.',
    idempotent: true,
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
