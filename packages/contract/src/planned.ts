import type { Method } from './endpoint.ts'

/** Calls of the contract that are not built yet. They answer 404 and 2901; there are no stubs. */
export const planned: readonly (readonly [Method, `/v1/${string}`])[] = [
  ['GET', '/v1/private/invites'],
  ['GET', '/v1/private/invites/me'],
  ['POST', '/v1/private/invites/me/claim'],
  ['GET', '/v1/private/invites/me/withdrawals'],
  ['POST', '/v1/private/invites/me/withdrawals'],
  ['GET', '/v1/private/invites/me/referrals'],
  ['GET', '/v1/private/invites/me/claims/availability'],
]
