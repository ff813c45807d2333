import { bigint, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { instant } from '#/platform/process/columns.ts'

export const maintenanceVersions = pgTable('maintenance_versions', {
  version: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  config: jsonb().$type<MaintenanceConfig>().notNull(),
  createdAt: instant('created_at').notNull(),
  /** The campaign that announced this version. */
  campaignId: bigint('campaign_id', { mode: 'number' }),
})
