import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const referralEndpoints = {
  'referral.mine': {
    id: 'referral.mine',
    method: 'GET',
    path: '/v1/private/users/referral',
    access: 'member',
    summary:
      "Returns the member's own code, the code they registered, and the number of referred members.",
    codes: [],
  },
  'referral.register': {
    id: 'referral.register',
    method: 'POST',
    path: '/v1/private/users/referrals',
    access: 'member',
    summary: 'Registers the code of the referrer, once and permanently.',
    limits: ['referralsPerMember'],
    codes: [
      Code.REFERRAL_CODE_INVALID,
      Code.REFERRAL_ALREADY_REGISTERED,
      Code.REFERRAL_OWN_CODE,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'referral.history': {
    id: 'referral.history',
    method: 'GET',
    path: '/v1/private/users/invite-history',
    access: 'member',
    summary: 'Lists the referred members, newest first, with masked names.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
