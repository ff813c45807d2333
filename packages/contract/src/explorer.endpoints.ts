import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

/** The specification fixes this block range for the query of a transaction list. */
export const EXPLORER_FIRST_BLOCK = 0
export const EXPLORER_LAST_BLOCK = 999_999_999

export const explorerEndpoints = {
  'explorer.query': {
    id: 'explorer.query',
    method: 'GET',
    path: '/v1/public/block/transactions',
    access: 'public',
    summary:
      'Queries the explorer of a network: txlist, tokentx, balance, tokenbalance (module account) or gasoracle (module gastracker). The response is at most 15 seconds old. Returns 9999 when the explorer does not respond and 2906 when the daily quota is used up.',
    limits: ['explorerPerIp'],
    codes: [Code.TOO_MANY_REQUESTS, Code.EXPLORER_BUDGET_SPENT],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
