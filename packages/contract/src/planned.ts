import type { Method } from './endpoint.ts'

/** Calls of the contract that are not built yet. They answer 404 and 2901; there are no stubs. */
export const planned: readonly (readonly [Method, `/v1/${string}`])[] = [
  ['GET', '/v1/private/users/credits'],
  ['POST', '/v1/private/users/credits'],
  ['PATCH', '/v1/private/users/credits/{orderId}'],
  ['GET', '/v1/private/seasons/{seasonId}/products'],
  ['GET', '/v1/private/seasons/{seasonId}/products/{productId}'],
  ['POST', '/v1/private/seasons/{seasonId}/products/{productId}'],
  ['PATCH', '/v1/private/seasons/{seasonId}/products/{productId}/users/{userProductId}'],
  ['PATCH', '/v1/private/seasons/{seasonId}/products/histories/{historyId}/refund'],
]
