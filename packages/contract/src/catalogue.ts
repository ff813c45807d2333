import { authEndpoints } from './auth.endpoints.ts'
import { authSchemas } from './auth.schemas.ts'
import { languageEndpoints } from './language.endpoints.ts'
import { languageSchemas } from './language.schemas.ts'
import { operatorEndpoints } from './operator.endpoints.ts'
import { operatorSchemas } from './operator.schemas.ts'
import type { CallSchemas } from './schema.ts'
import { usersEndpoints } from './users.endpoints.ts'
import { usersSchemas } from './users.schemas.ts'

/** Every call that is built. A route that is not here cannot be mounted. */
export const endpoints = {
  ...authEndpoints,
  ...usersEndpoints,
  ...languageEndpoints,
  ...operatorEndpoints,
}

export const schemas = {
  ...authSchemas,
  ...usersSchemas,
  ...languageSchemas,
  ...operatorSchemas,
} satisfies Record<CallId, CallSchemas>

export type CallId = keyof typeof endpoints
