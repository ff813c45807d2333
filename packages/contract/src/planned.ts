import type { Method } from './endpoint.ts'

/** Calls of the contract that are not built yet. They answer 404 and 2901; there are no stubs. */
export const planned: readonly (readonly [Method, `/v1/${string}`])[] = []
