import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const payoutEndpoints = {
  'payout.list': {
    id: 'payout.list',
    method: 'GET',
    path: '/v1/operator/payouts',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary: 'What the treasury paid and owes, newest first.',
    codes: [],
  },
  'payout.cancel': {
    id: 'payout.cancel',
    method: 'POST',
    path: '/v1/operator/payouts/{payoutId}/cancel',
    access: 'operator',
    roles: ['FINANCE'],
    summary:
      'Gives up a payout that has no number yet, or whose number another transaction used up; whoever asked for it gives its value back. Any other that is signed cannot be given up (9992).',
    codes: [Code.NOT_FOUND],
  },
  'payout.treasury': {
    id: 'payout.treasury',
    method: 'GET',
    path: '/v1/operator/treasury',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary: 'Where the treasury pays: account, next number, what it has and owes, what is frozen.',
    codes: [],
  },
  'payout.freeze': {
    id: 'payout.freeze',
    method: 'POST',
    path: '/v1/operator/treasury/freeze',
    access: 'operator',
    roles: ['FINANCE', 'SUPPORT', 'PROGRAMME'],
    summary:
      'Nothing more is signed or sent on a chain, or anywhere at all. What was sent is followed.',
    codes: [Code.NOT_FOUND],
  },
  'payout.unfreeze': {
    id: 'payout.unfreeze',
    method: 'POST',
    path: '/v1/operator/treasury/unfreeze',
    access: 'operator',
    roles: ['FINANCE'],
    summary:
      'Pays again. `adopt` goes on from where the account is on chain, and sends again what a chain that went back has lost; refused (9992) while something signed is on its way.',
    codes: [Code.NOT_FOUND],
  },
  'payout.setCaps': {
    id: 'payout.setCaps',
    method: 'PUT',
    path: '/v1/operator/treasury/caps/{symbol}',
    access: 'operator',
    roles: [],
    summary:
      'How much of a token leaves in a day: to one member by withdrawals, altogether, and as refunds. A token without caps is not paid.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
