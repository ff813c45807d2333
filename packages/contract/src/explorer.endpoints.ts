import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

/** The query of a list of transactions, as the specification fixes it. */
export const EXPLORER_FIRST_BLOCK = 0
export const EXPLORER_LAST_BLOCK = 999_999_999

export const explorerEndpoints = {
  'explorer.query': {
    id: 'explorer.query',
    method: 'GET',
    path: '/v1/public/block/transactions',
    access: 'public',
    summary:
      'Asks the explorer of a network: txlist, tokentx, balance, tokenbalance (module account) or gasoracle (module gastracker). The reply is what the explorer says, at most 15 seconds old; 9999 when it does not answer, 2906 when it was asked as often as a day allows.',
    limits: ['explorerPerIp'],
    codes: [Code.TOO_MANY_REQUESTS, Code.EXPLORER_BUDGET_SPENT],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
