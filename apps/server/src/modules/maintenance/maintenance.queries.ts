import { sql } from 'drizzle-orm'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { rowsOf, type Db } from '#/platform/db.ts'

export type MaintenanceVersion = { version: number; config: MaintenanceConfig }

export async function findNewestVersion(db: Db): Promise<MaintenanceVersion | undefined> {
  const [row] = await rowsOf<{ version: string | number; config: MaintenanceConfig }>(
    db,
    sql`select version, config from maintenance_versions order by version desc limit 1`,
  )
  return row && { version: Number(row.version), config: row.config }
}

export async function insertVersion(db: Db, config: MaintenanceConfig, now: Date): Promise<void> {
  await db.execute(sql`insert into maintenance_versions (config, created_at)
    values (${JSON.stringify(config)}::jsonb, ${now.toISOString()}::timestamptz)`)
}
