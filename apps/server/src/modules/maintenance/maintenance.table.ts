import { bigint, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/columns.ts'

export const maintenanceVersions = pgTable('maintenance_versions', {
  version: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  config: jsonb().notNull(),
  createdAt: instant('created_at').notNull(),
  campaignId: bigint('campaign_id', { mode: 'number' }),
})
