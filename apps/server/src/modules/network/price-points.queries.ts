import { asc, gte } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { pricePoints } from './network.table.ts'

export type PricePoint = typeof pricePoints.$inferSelect

/** Inserts prices of full hours; an hour that has its price keeps it. */
export async function insertPricePoints(db: Db, points: readonly PricePoint[]): Promise<void> {
  if (points.length === 0) return
  await db
    .insert(pricePoints)
    .values([...points])
    .onConflictDoNothing()
}

export function findPricePoints(db: Db, since: Date): Promise<PricePoint[]> {
  return db
    .select()
    .from(pricePoints)
    .where(gte(pricePoints.at, since))
    .orderBy(asc(pricePoints.symbol), asc(pricePoints.at))
}
