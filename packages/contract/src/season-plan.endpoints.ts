import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

/** A plan in JSON. */
export const PLAN_LIMIT_BYTES = 256 * 1024

export const seasonPlanEndpoints = {
  'seasonPlan.list': {
    id: 'seasonPlan.list',
    method: 'GET',
    path: '/v1/operator/seasons',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists every season, including drafts, in order of their start.',
    codes: [],
  },
  'seasonPlan.check': {
    id: 'seasonPlan.check',
    method: 'POST',
    path: '/v1/operator/seasons/check',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary:
      'Returns every problem of a plan, and the rewards it would give to a number of members. Saves nothing.',
    bodyLimitBytes: PLAN_LIMIT_BYTES,
    codes: [],
  },
  'seasonPlan.create': {
    id: 'seasonPlan.create',
    method: 'POST',
    path: '/v1/operator/seasons',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Creates a draft from a plan. An invalid plan is rejected with every problem in data.problems.',
    idempotent: true,
    bodyLimitBytes: PLAN_LIMIT_BYTES,
    codes: [],
  },
  'seasonPlan.publish': {
    id: 'seasonPlan.publish',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/publish',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Publishes a draft to members. Rejected with data.problems if it exceeds the declared budget or while another season runs.',
    stepUp: true,
    idempotent: true,
    approval: 'SEASON',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.changeOdds': {
    id: 'seasonPlan.changeOdds',
    method: 'PUT',
    path: '/v1/operator/seasons/{seasonId}/odds',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Changes the odds of a season’s spin. Open commitments are revealed and voided. Rejected with data.problems.',
    stepUp: true,
    idempotent: true,
    approval: 'SEASON',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
