import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'
import { PLAN_LIMIT_BYTES } from './season-plan.endpoints.ts'

/** The calls about drafts of seasons and their revisions. */
export const seasonDraftEndpoints = {
  'seasonPlan.show': {
    id: 'seasonPlan.show',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Shows a season with its newest plan, every problem of the plan and the conditions for publishing it.',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.begin': {
    id: 'seasonPlan.begin',
    method: 'POST',
    path: '/v1/operator/seasons/drafts',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary: 'Creates a draft from a plan that may be unfinished.',
    idempotent: true,
    bodyLimitBytes: PLAN_LIMIT_BYTES,
    codes: [],
  },
  'seasonPlan.save': {
    id: 'seasonPlan.save',
    method: 'PUT',
    path: '/v1/operator/seasons/{seasonId}/draft',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Saves a draft as its next revision. Returns 2913 with the newer plan in data if `revision` is not the newest.',
    idempotent: true,
    bodyLimitBytes: PLAN_LIMIT_BYTES,
    codes: [Code.NOT_FOUND, Code.OUTDATED],
  },
  'seasonPlan.discard': {
    id: 'seasonPlan.discard',
    method: 'DELETE',
    path: '/v1/operator/seasons/{seasonId}',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary: 'Deletes a draft and its revisions. A published season cannot be deleted.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.copy': {
    id: 'seasonPlan.copy',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/copy',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Creates a draft from the newest plan of a season: all dates move by whole programme days, and the codes that members enter as proof are emptied.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.revisions': {
    id: 'seasonPlan.revisions',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}/revisions',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists the revisions of a season, newest first.',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.revision': {
    id: 'seasonPlan.revision',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}/revisions/{revision}',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Shows the plan of one revision and its stored simulation.',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.simulate': {
    id: 'seasonPlan.simulate',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/simulation',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary:
      'Simulates the newest revision and stores the result with it. Rejected with data.problems if the plan is invalid; returns 2913 if `revision` is not the newest.',
    idempotent: true,
    codes: [Code.NOT_FOUND, Code.OUTDATED],
  },
  'seasonPlan.previewed': {
    id: 'seasonPlan.previewed',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/previews',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Records that the preview of the newest revision was opened in one language, which publishing requires. Returns 2913 if `revision` is not the newest.',
    idempotent: true,
    codes: [Code.NOT_FOUND, Code.OUTDATED],
  },
  'seasonPlan.tryProof': {
    id: 'seasonPlan.tryProof',
    method: 'POST',
    path: '/v1/operator/seasons/proofs',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Reads what an address holds or has called, as the on-chain proof of a mission would, and returns whether it would pass. Saves nothing.',
    limits: ['proofTestsPerOperator'],
    codes: [Code.TOO_MANY_REQUESTS],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
