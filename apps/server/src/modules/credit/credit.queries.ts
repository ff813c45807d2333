import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { refunds } from '#/modules/refund/refund.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { creditPackages } from './credit.table.ts'

export type CreditPackage = typeof creditPackages.$inferSelect

export async function findPackage(db: Db, packageId: number): Promise<CreditPackage | undefined> {
  const [found] = await db.select().from(creditPackages).where(eq(creditPackages.id, packageId))
  return found
}

export async function findPackages(db: Db): Promise<CreditPackage[]> {
  return db
    .select()
    .from(creditPackages)
    .orderBy(asc(creditPackages.position), asc(creditPackages.id))
}

export async function findPackagesOnSale(db: Db): Promise<CreditPackage[]> {
  return db
    .select()
    .from(creditPackages)
    .where(eq(creditPackages.onSale, true))
    .orderBy(asc(creditPackages.position), asc(creditPackages.id))
}

export async function findPackageOnSale(
  db: Db,
  packageId: number,
): Promise<CreditPackage | undefined> {
  const [found] = await db
    .select()
    .from(creditPackages)
    .where(and(eq(creditPackages.id, packageId), eq(creditPackages.onSale, true)))
  return found
}

export async function insertPackage(
  tx: Db,
  made: Omit<CreditPackage, 'id' | 'createdAt'>,
  at: Date,
): Promise<number> {
  const [row] = await tx
    .insert(creditPackages)
    .values({ ...made, createdAt: at })
    .returning({ id: creditPackages.id })
  if (!row) throw new Error('Inserting the package returned no row')
  return row.id
}

export async function setPackageOnSale(tx: Db, packageId: number, onSale: boolean): Promise<void> {
  await tx.update(creditPackages).set({ onSale }).where(eq(creditPackages.id, packageId))
}

/** Returns which of these orders are paid back, and whether the refund has arrived. */
export async function findSentBack(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, 'REFUNDING' | 'REFUNDED'>> {
  const rows = await db
    .select({
      orderId: refunds.orderId,
      isBack: sql<boolean>`bool_and(${refunds.state} = 'COMPLETED')`,
    })
    .from(refunds)
    .where(
      and(
        inArray(refunds.state, ['APPROVED', 'COMPLETED']),
        inArray(refunds.orderId, idList(orderIds)),
      ),
    )
    .groupBy(refunds.orderId)
  return new Map(
    rows.flatMap(({ orderId, isBack }) =>
      orderId === null ? [] : [[orderId, isBack ? 'REFUNDED' : 'REFUNDING'] as const],
    ),
  )
}
