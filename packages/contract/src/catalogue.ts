import { authEndpoints } from './auth.endpoints.ts'
import { authSchemas } from './auth.schemas.ts'
import type { CallSchemas } from './schema.ts'
import { usersEndpoints } from './users.endpoints.ts'
import { usersSchemas } from './users.schemas.ts'

/** Every call that is built. A route that is not here cannot be mounted. */
export const endpoints = { ...authEndpoints, ...usersEndpoints }

export const schemas = { ...authSchemas, ...usersSchemas } satisfies Record<CallId, CallSchemas>

export type CallId = keyof typeof endpoints
