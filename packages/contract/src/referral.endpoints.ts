import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const referralEndpoints = {
  'referral.mine': {
    id: 'referral.mine',
    method: 'GET',
    path: '/v1/private/users/referral',
    access: 'member',
    summary: "The member's own code, the code they registered, and how many they brought.",
    codes: [],
  },
  'referral.register': {
    id: 'referral.register',
    method: 'POST',
    path: '/v1/private/users/referrals',
    access: 'member',
    summary: 'Registers the code of who brought the member; once, and for good.',
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
    summary: 'Whom the member brought, newest first, under masked names.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
