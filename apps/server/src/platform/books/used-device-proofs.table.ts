import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const usedDeviceProofs = pgTable(
  'used_device_proofs',
  {
    deviceId: text('device_id').notNull(),
    jti: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.jti] })],
)
