import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const relayEndpoints = {
  'relay.offer': {
    id: 'relay.offer',
    method: 'GET',
    path: '/v1/private/users/relay',
    access: 'member',
    summary:
      'Returns whether Solstice pays the fee of a token send now, how many sends of this month are left, and what the owner would sign: the contract, the domain of the permit and the deadline.',
    limits: ['valuePerMember'],
    codes: [Code.TOO_MANY_REQUESTS],
  },
  'relay.send': {
    id: 'relay.send',
    method: 'POST',
    path: '/v1/private/users/relay/sends',
    access: 'member',
    summary:
      'Sends tokens of the registered wallet without a fee. The owner signs a permit (EIP-2612) for exactly the amount and an intent (EIP-712) that names recipient, amount, token, nonce and deadline. The same intent is sent once; a repeated call returns its state.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.RELAY_UNAVAILABLE,
      Code.RELAY_QUOTA_SPENT,
      Code.RELAY_EXPIRED,
      Code.RELAY_NOT_SIGNED,
      Code.RELAY_WOULD_FAIL,
      Code.RELAY_FAILED_TOO_OFTEN,
      Code.RELAY_UNDER_WAY,
      Code.WITHDRAWALS_PAUSED,
      Code.PAYOUTS_FROZEN,
      Code.PAYOUT_ON_HOLD,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'relay.sends': {
    id: 'relay.sends',
    method: 'GET',
    path: '/v1/private/users/relay/sends',
    access: 'member',
    summary: 'Lists the sends whose fee Solstice pays, newest first, with their states.',
    codes: [],
  },
  'relay.budgets': {
    id: 'relay.budgets',
    method: 'GET',
    path: '/v1/operator/relay',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary:
      'Lists the networks on which the treasury pays the fees of sends, with the fees of today and their limit.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
