import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const walletEndpoints = {
  'wallet.info': {
    id: 'wallet.info',
    method: 'GET',
    path: '/v1/private/users/wallets',
    access: 'member',
    summary: "Returns the member's registered wallet.",
    codes: [],
  },
  'wallet.challenge': {
    id: 'wallet.challenge',
    method: 'POST',
    path: '/v1/private/users/wallets/challenge',
    access: 'member',
    summary:
      'Returns a message (EIP-4361) that only the owner of the address can sign, valid for 5 minutes and one use.',
    limits: ['walletsPerMember'],
    codes: [Code.WALLET_ADDRESS_INVALID, Code.TOO_MANY_REQUESTS],
  },
  'wallet.register': {
    id: 'wallet.register',
    method: 'POST',
    path: '/v1/private/users/wallets',
    access: 'member',
    summary:
      'Registers the address whose owner signed the challenge (EIP-191). Registering the same address again succeeds without a PIN and changes nothing.',
    pin: 'WALLET_REGISTER',
    limits: ['walletsPerMember'],
    codes: [
      Code.PIN_VERIFICATION_REQUIRED,
      Code.WALLET_ADDRESS_INVALID,
      Code.WALLET_ALREADY_REGISTERED,
      Code.WALLET_IN_USE,
      Code.WALLET_OWNERSHIP_UNPROVEN,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'wallet.disconnect': {
    id: 'wallet.disconnect',
    method: 'DELETE',
    path: '/v1/private/users/wallets/{address}',
    access: 'member',
    summary: 'Removes the registered wallet from the account. Nothing on any chain changes.',
    pin: 'WALLET_DISCONNECT',
    codes: [
      Code.PIN_VERIFICATION_REQUIRED,
      Code.WALLET_ADDRESS_INVALID,
      Code.WALLET_NOT_FOUND,
      Code.WITHDRAWALS_PAUSED,
    ],
  },
  'wallet.transactions': {
    id: 'wallet.transactions',
    method: 'GET',
    path: '/v1/private/users/wallets/transactions',
    access: 'member',
    summary:
      'Lists transactions this member sent from the app, newest first, with their state on chain. Recipient and amount are as reported by the member. isOnChain states whether the chain confirms the recipient.',
    codes: [],
  },
  'wallet.addTransaction': {
    id: 'wallet.addTransaction',
    method: 'POST',
    path: '/v1/private/users/wallets/transactions',
    access: 'member',
    summary:
      'Stores a transaction that was sent from the registered wallet. The same hash again returns the stored one. Returns 9992 if the sender is not the registered wallet.',
    limits: ['valuePerMember'],
    codes: [Code.WALLET_ADDRESS_INVALID, Code.TOO_MANY_REQUESTS],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
