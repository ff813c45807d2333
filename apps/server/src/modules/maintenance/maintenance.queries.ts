import { asc, desc, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { maintenanceVersions } from './maintenance.table.ts'

type VersionRow = typeof maintenanceVersions.$inferSelect

export type MaintenanceVersion = Pick<VersionRow, 'version' | 'config'> & {
  campaignId: number | undefined
}

export async function findNewestVersion(db: Db): Promise<MaintenanceVersion | undefined> {
  const [row] = await db
    .select({
      version: maintenanceVersions.version,
      config: maintenanceVersions.config,
      campaignId: maintenanceVersions.campaignId,
    })
    .from(maintenanceVersions)
    .orderBy(desc(maintenanceVersions.version))
    .limit(1)
  return row && { ...row, campaignId: row.campaignId ?? undefined }
}

const MAINTENANCE = 4_017_233

/** Prevents concurrent changes until the end of the transaction. */
export async function lockMaintenance(tx: Db): Promise<void> {
  // Raw SQL: an advisory lock belongs to no table.
  await tx.execute(sql`select pg_advisory_xact_lock(${MAINTENANCE}::bigint)`)
}

export async function insertVersion(
  db: Db,
  { config, campaignId }: Omit<MaintenanceVersion, 'version'>,
  now: Date,
): Promise<void> {
  await db.insert(maintenanceVersions).values({ config, campaignId, createdAt: now })
}

/** Returns the settings of a page, each with the time at which the next one replaced it. */
export async function findVersions(db: Db, page: { size: number; offset: number }) {
  const totalCount = await db.$count(maintenanceVersions)
  const next = alias(maintenanceVersions, 'next')
  const rows = await db
    .select({
      version: maintenanceVersions.version,
      config: maintenanceVersions.config,
      campaignId: maintenanceVersions.campaignId,
      createdAt: maintenanceVersions.createdAt,
      replacedAt: sql`${db
        .select({ at: next.createdAt })
        .from(next)
        .where(gt(next.version, maintenanceVersions.version))
        .orderBy(asc(next.version))
        .limit(1)}`.mapWith(instantOrNull),
    })
    .from(maintenanceVersions)
    .orderBy(desc(maintenanceVersions.version))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount }
}
