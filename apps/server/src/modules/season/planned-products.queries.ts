import { and, eq } from 'drizzle-orm'
import { contracts, networks } from '#/modules/network/network.table.ts'
import { products } from '#/modules/product/product.table.ts'
import type { Db } from '#/platform/process/db.ts'

export type Token = { chainId: number; address: string | null; symbol: string; decimals: number }

/** Returns the tokens in which members can pay. */
export function findTokens(db: Db): Promise<Token[]> {
  return db
    .select({
      chainId: networks.chainId,
      address: contracts.address,
      symbol: contracts.symbol,
      decimals: contracts.decimals,
    })
    .from(contracts)
    .innerJoin(networks, eq(networks.id, contracts.networkId))
    .where(and(contracts.enabled, networks.enabled))
}

/** Replaces the products that an earlier publication has put on sale. */
export async function insertProducts(
  tx: Db,
  seasonId: number,
  rows: (typeof products.$inferInsert)[],
): Promise<void> {
  await tx.delete(products).where(and(eq(products.seasonId, seasonId), products.planned))
  if (rows.length > 0) await tx.insert(products).values(rows)
}
