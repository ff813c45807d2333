import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'

/** The replies about a person who was disabled and objects. */
export const objectionReplies: { [Id in CallId]?: CallData<Id> } = {
  'operatorAuth.showObjection': {
    name: 'hana.seo',
    change: 'DISABLED',
    role: null,
    changedBy: 'mateo.ruiz',
    changedAt: '2027-01-16T10:00:00.000Z',
    until: '2027-01-23T10:00:00.000Z',
    objectedAt: null,
    proposals: [
      {
        approvalId: 57,
        call: 'payout.setCaps',
        requestedBy: 'mateo.ruiz',
        requestedAt: '2027-01-17T09:00:00.000Z',
      },
    ],
  },
  'operatorAuth.object': { declined: [57] },
}
