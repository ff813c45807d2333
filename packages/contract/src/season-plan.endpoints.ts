import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

const PLAN_LIMIT_BYTES = 256 * 1024

export const seasonPlanEndpoints = {
  'seasonPlan.list': {
    id: 'seasonPlan.list',
    method: 'GET',
    path: '/v1/operator/seasons',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Every season, drafts too, in the order in which they begin.',
    codes: [],
  },
  'seasonPlan.check': {
    id: 'seasonPlan.check',
    method: 'POST',
    path: '/v1/operator/seasons/check',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary:
      'Every reason why a plan cannot be a season, and what it would give away to so many members. Saves nothing.',
    bodyLimitBytes: PLAN_LIMIT_BYTES,
    codes: [],
  },
  'seasonPlan.create': {
    id: 'seasonPlan.create',
    method: 'POST',
    path: '/v1/operator/seasons',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary: 'Makes a draft of a plan. A broken one is refused; data.problems has every reason.',
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
      'Shows a draft to members. Refused with data.problems over the declared budget, or while another season runs.',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.changeOdds': {
    id: 'seasonPlan.changeOdds',
    method: 'PUT',
    path: '/v1/operator/seasons/{seasonId}/odds',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Gives the spin of a season other odds. Open commitments are revealed and void; refused with data.problems.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
