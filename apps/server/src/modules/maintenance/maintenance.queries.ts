import { sql } from 'drizzle-orm'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { rowsOf, type Db } from '#/platform/db.ts'

export type MaintenanceVersion = {
  version: number
  config: MaintenanceConfig
  /** What told the members of it, if something did. */
  campaignId: number | undefined
}

export async function findNewestVersion(db: Db): Promise<MaintenanceVersion | undefined> {
  const [row] = await rowsOf<{
    version: string | number
    config: MaintenanceConfig
    campaign_id: string | number | null
  }>(
    db,
    sql`select version, config, campaign_id from maintenance_versions order by version desc limit 1`,
  )
  return (
    row && {
      version: Number(row.version),
      config: row.config,
      campaignId: row.campaign_id === null ? undefined : Number(row.campaign_id),
    }
  )
}

const MAINTENANCE = 4_017_233

/** Until the end of the transaction nobody else changes it. */
export async function lockMaintenance(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MAINTENANCE}::bigint)`)
}

export async function insertVersion(
  db: Db,
  { config, campaignId }: Omit<MaintenanceVersion, 'version'>,
  now: Date,
): Promise<void> {
  await db.execute(sql`insert into maintenance_versions (config, campaign_id, created_at)
    values (${JSON.stringify(config)}::jsonb, ${campaignId ?? null}, ${now.toISOString()}::timestamptz)`)
}
