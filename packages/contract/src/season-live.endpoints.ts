import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

const LIVE_LIMIT_BYTES = 128 * 1024

/** The calls on a season that is about to be published or is published already. */
export const seasonLiveEndpoints = {
  'seasonPlan.schedule': {
    id: 'seasonPlan.schedule',
    method: 'PUT',
    path: '/v1/operator/seasons/{seasonId}/schedule',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Publishes a draft at a later instant. Every condition is checked again at that instant; if one fails, the schedule is suspended and operators are notified.',
    stepUp: true,
    idempotent: true,
    approval: 'SEASON',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.unschedule': {
    id: 'seasonPlan.unschedule',
    method: 'DELETE',
    path: '/v1/operator/seasons/{seasonId}/schedule',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary: 'Ends the schedule of a draft, which stays a draft.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.unpublish': {
    id: 'seasonPlan.unpublish',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/unpublish',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Makes a published season a draft again. Rejected with data.problems once the season has started or anyone has bought in its shop.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.changeLive': {
    id: 'seasonPlan.changeLive',
    method: 'PATCH',
    path: '/v1/operator/seasons/{seasonId}/live',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Changes a published season at once: switches a mission off or on, pauses or resumes earning, or corrects texts, pictures, links and banners. Rejected with data.problems.',
    idempotent: true,
    bodyLimitBytes: LIVE_LIMIT_BYTES,
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.reviseLive': {
    id: 'seasonPlan.reviseLive',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/live',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Changes what a published season gives: raises the limit of a mission, sets its reward from the next programme day, or extends the last round by whole days. What members were promised is never reduced: rejected with data.problems.',
    stepUp: true,
    idempotent: true,
    approval: 'SEASON',
    codes: [Code.NOT_FOUND],
  },
  'seasonPlan.liveEffect': {
    id: 'seasonPlan.liveEffect',
    method: 'POST',
    path: '/v1/operator/seasons/{seasonId}/live/effect',
    access: 'operator',
    roles: ['PROGRAMME', 'FINANCE'],
    summary: 'Returns what a change of a published season would do, in figures. Saves nothing.',
    bodyLimitBytes: LIVE_LIMIT_BYTES,
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
