import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const noticeCampaignEndpoints = {
  'notice.countAudience': {
    id: 'notice.countAudience',
    method: 'GET',
    path: '/v1/operator/campaigns/audience',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Counts the members and devices a campaign would reach, those who sleep then, and those who get another campaign within a day. Sends nothing.',
    codes: [],
  },
  'notice.listSeasons': {
    id: 'notice.listSeasons',
    method: 'GET',
    path: '/v1/operator/campaigns/seasons',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Lists the newest published seasons with their rounds and tiers, which audiences and moments name.',
    codes: [],
  },
  'notice.sampleAudience': {
    id: 'notice.sampleAudience',
    method: 'GET',
    path: '/v1/operator/campaigns/audience/sample',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary: 'Returns up to 20 members of an audience, among those with the newest devices.',
    codes: [],
  },
  'notice.testCampaign': {
    id: 'notice.testCampaign',
    method: 'POST',
    path: '/v1/operator/campaigns/test',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Sends a text in both languages to the devices of the member account with the own address.',
    codes: [Code.NO_TEST_DEVICE, Code.TOO_MANY_REQUESTS],
    limits: ['campaignTestPerOperator'],
  },
  'notice.startCampaign': {
    id: 'notice.startCampaign',
    method: 'POST',
    path: '/v1/operator/campaigns',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Pushes a notice to every device of an audience that has notices enabled: now, at a time, or at a moment of a season. A new notice is published together with its campaign.',
    idempotent: true,
    approval: 'CAMPAIGN',
    codes: [Code.NOT_FOUND, Code.CAMPAIGN_NOT_TESTED],
  },
  'notice.listCampaigns': {
    id: 'notice.listCampaigns',
    method: 'GET',
    path: '/v1/operator/campaigns',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists every campaign with its progress, newest first.',
    codes: [],
  },
  'notice.showCampaign': {
    id: 'notice.showCampaign',
    method: 'GET',
    path: '/v1/operator/campaigns/{campaignId}',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Returns a campaign with its pushes by hour and reason, its reads, and the effect of its hold-out share.',
    codes: [Code.NOT_FOUND],
  },
  'notice.cancelCampaign': {
    id: 'notice.cancelCampaign',
    method: 'POST',
    path: '/v1/operator/campaigns/{campaignId}/cancel',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'OPS'],
    summary: 'Stops a campaign: no further device gets its push. The notice stays.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
