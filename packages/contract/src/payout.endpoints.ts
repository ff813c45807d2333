import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const payoutEndpoints = {
  'payout.list': {
    id: 'payout.list',
    method: 'GET',
    path: '/v1/operator/payouts',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Lists the payouts of the treasury, paid and pending, newest first, with the sums of the filter. More than 10,000 matches are neither counted nor added up.',
    codes: [],
  },
  'payout.export': {
    id: 'payout.export',
    method: 'GET',
    path: '/v1/operator/payouts/export',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Returns the filtered payouts as CSV in parts, oldest first. `nextAfter` of a part is the `after` of the next one.',
    codes: [],
  },
  'payout.show': {
    id: 'payout.show',
    method: 'GET',
    path: '/v1/operator/payouts/{payoutId}',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
    summary:
      'Returns a payout with every transaction that was signed for it, what holds it now and whether it can be given up.',
    codes: [Code.NOT_FOUND],
  },
  'payout.cancel': {
    id: 'payout.cancel',
    method: 'POST',
    path: '/v1/operator/payouts/{payoutId}/cancel',
    access: 'operator',
    roles: ['FINANCE'],
    summary:
      'Cancels a payout that has no nonce yet, or whose nonce another transaction used up. The requesting slice returns its value. Any other signed payout cannot be cancelled (9992).',
    stepUp: true,
    idempotent: true,
    approval: 'PAYOUT_CANCELLATION',
    codes: [Code.NOT_FOUND],
  },
  'payout.treasury': {
    id: 'payout.treasury',
    method: 'GET',
    path: '/v1/operator/treasury',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary:
      'Returns the state of the treasury on each chain: account, next nonce, balances, pending payouts and freezes.',
    codes: [],
  },
  'payout.forecast': {
    id: 'payout.forecast',
    method: 'GET',
    path: '/v1/operator/treasury/forecast',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary:
      'Forecasts the balance of each token on each network for 30 days, from debts, promised pools and the recent pace of withdrawals. Names the day on which the money runs out.',
    codes: [],
  },
  'payout.recovery': {
    id: 'payout.recovery',
    method: 'GET',
    path: '/v1/operator/treasury/lanes/{chainId}/recovery',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary:
      'Compares the treasury on a network with its chain: which case of recovery applies now, and whether the nonce of the chain can be adopted.',
    codes: [Code.NOT_FOUND],
  },
  'payout.freeze': {
    id: 'payout.freeze',
    method: 'POST',
    path: '/v1/operator/treasury/freeze',
    access: 'operator',
    roles: ['FINANCE', 'SUPPORT', 'PROGRAMME', 'OPS'],
    summary:
      'Stops signing and sending on one chain or on all chains. Transactions already sent are still tracked.',
    codes: [Code.NOT_FOUND],
  },
  'payout.unfreeze': {
    id: 'payout.unfreeze',
    method: 'POST',
    path: '/v1/operator/treasury/unfreeze',
    access: 'operator',
    roles: ['FINANCE'],
    summary:
      'Resumes payouts. `adopt` continues from the nonce of the account on chain and resends payouts lost in a reorganisation. Rejected (9992) while a signed payout is in flight.',
    stepUp: true,
    idempotent: true,
    approval: 'UNFREEZE',
    codes: [Code.NOT_FOUND],
  },
  'payout.setCaps': {
    id: 'payout.setCaps',
    method: 'PUT',
    path: '/v1/operator/treasury/caps/{symbol}',
    access: 'operator',
    roles: [],
    summary:
      'Sets the daily caps of a token: withdrawals per member, the total, and refunds. A token without caps is not paid out.',
    stepUp: true,
    idempotent: true,
    approval: 'CAPS',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
