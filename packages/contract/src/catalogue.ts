import { accountEndpoints } from './account.endpoints.ts'
import { accountSchemas } from './account.schemas.ts'
import { alertEndpoints } from './alert.endpoints.ts'
import { alertSchemas } from './alert.schemas.ts'
import { authEndpoints } from './auth.endpoints.ts'
import { authSchemas } from './auth.schemas.ts'
import { languageEndpoints } from './language.endpoints.ts'
import { languageSchemas } from './language.schemas.ts'
import { maintenanceEndpoints } from './maintenance.endpoints.ts'
import { maintenanceSchemas } from './maintenance.schemas.ts'
import { noticeEndpoints } from './notice.endpoints.ts'
import { noticeSchemas } from './notice.schemas.ts'
import { operatorEndpoints } from './operator.endpoints.ts'
import { operatorSchemas } from './operator.schemas.ts'
import { pinEndpoints } from './pin.endpoints.ts'
import { pinSchemas } from './pin.schemas.ts'
import { pushEndpoints } from './push.endpoints.ts'
import { pushSchemas } from './push.schemas.ts'
import { referralEndpoints } from './referral.endpoints.ts'
import { referralSchemas } from './referral.schemas.ts'
import type { CallSchemas } from './schema.ts'
import { sessionEndpoints } from './session.endpoints.ts'
import { sessionSchemas } from './session.schemas.ts'
import { usersEndpoints } from './users.endpoints.ts'
import { usersSchemas } from './users.schemas.ts'

/** Every call that is built. A route that is not here cannot be mounted. */
export const endpoints = {
  ...authEndpoints,
  ...usersEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...pinEndpoints,
  ...referralEndpoints,
  ...alertEndpoints,
  ...noticeEndpoints,
  ...pushEndpoints,
  ...languageEndpoints,
  ...operatorEndpoints,
  ...maintenanceEndpoints,
}

export const schemas = {
  ...authSchemas,
  ...usersSchemas,
  ...accountSchemas,
  ...sessionSchemas,
  ...pinSchemas,
  ...referralSchemas,
  ...alertSchemas,
  ...noticeSchemas,
  ...pushSchemas,
  ...languageSchemas,
  ...operatorSchemas,
  ...maintenanceSchemas,
} satisfies Record<CallId, CallSchemas>

export type CallId = keyof typeof endpoints
