import { and, eq, getTableColumns, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { contracts, networks, pricesByHand } from './network.table.ts'

export type NetworkRow = typeof networks.$inferSelect
export type ContractRow = Awaited<ReturnType<typeof findContracts>>[number]

export function findNetworks(db: Db): Promise<NetworkRow[]> {
  return db.select().from(networks).orderBy(networks.id)
}

export async function findNetworkByChain(db: Db, chainId: number): Promise<NetworkRow | undefined> {
  const [row] = await db.select().from(networks).where(eq(networks.chainId, chainId))
  return row
}

/**
 * Returns the coin before the tokens, and tokens in order of creation. Contracts of a disabled
 * network count as disabled.
 */
export async function findContracts(db: Db) {
  return db
    .select({
      ...getTableColumns(contracts),
      chainId: networks.chainId,
      enabled: sql<boolean>`${contracts.enabled} and ${networks.enabled}`,
      agreeAbove: sql<string | null>`trim_scale(${contracts.agreeAbove})::text`,
    })
    .from(contracts)
    .innerJoin(networks, eq(networks.id, contracts.networkId))
    .orderBy(contracts.networkId, isNotNull(contracts.address), contracts.id)
}

type SavedNetwork = Omit<NetworkRow, 'id' | 'local'>

/** Updates the network with this chain id or inserts it; its id stays the same. */
export async function saveNetwork(db: Db, network: SavedNetwork): Promise<NetworkRow> {
  const { chainId, name, symbol, rpcUrl, secondRpcUrl, scanUrl } = network
  const { confirmations, explorer, enabled, createdAt } = network
  const changed = {
    name,
    symbol,
    rpcUrl,
    secondRpcUrl,
    scanUrl,
    confirmations,
    explorer,
    enabled,
    local: rpcUrl.startsWith('/'),
  }
  const [row] = await db
    .insert(networks)
    .values({ chainId, ...changed, createdAt })
    .onConflictDoUpdate({ target: networks.chainId, set: changed })
    .returning()
  if (!row) throw new Error('Saving the network returned no row')
  return row
}

export async function switchLocalNetworks(db: Db, enabled: boolean): Promise<void> {
  await db
    .update(networks)
    .set({ enabled })
    .where(and(eq(networks.local, true), ne(networks.enabled, enabled)))
}

type SavedContract = Omit<ContractRow, 'id' | 'chainId'>

export async function saveContract(db: Db, contract: SavedContract): Promise<void> {
  const { networkId, address, name, symbol, decimals, logoUrl, enabled, agreeAbove } = contract
  const changed = { name, symbol, decimals, logoUrl, enabled, agreeAbove }
  await db
    .insert(contracts)
    .values({ networkId, address, ...changed })
    .onConflictDoUpdate({ target: [contracts.networkId, contracts.address], set: changed })
}

export async function findPricesByHand(
  db: Db,
): Promise<Map<string, { priceUsd: string; setAt: Date }>> {
  const rows = await db.select().from(pricesByHand)
  return new Map(rows.map(({ symbol, ...price }) => [symbol, price]))
}

export async function savePriceByHand(
  db: Db,
  symbol: string,
  priceUsd: string,
  setAt: Date,
): Promise<void> {
  await db
    .insert(pricesByHand)
    .values({ symbol, priceUsd, setAt })
    .onConflictDoUpdate({ target: pricesByHand.symbol, set: { priceUsd, setAt } })
}

export async function removePriceByHand(db: Db, symbol: string): Promise<void> {
  await db.delete(pricesByHand).where(eq(pricesByHand.symbol, symbol))
}
