import { bigint, boolean, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const contracts = pgTable('contracts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  networkId: bigint('network_id', { mode: 'number' }).notNull(),
  address: text(),
  name: text().notNull(),
  symbol: text().notNull(),
  decimals: integer().notNull(),
  logoUrl: text('logo_url'),
  enabled: boolean().notNull(),
  /** Above this amount, in whole units, both nodes must agree. */
  agreeAbove: numeric('agree_above', { precision: 60, scale: 18 }),
})

export const networks = pgTable('networks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  name: text().notNull(),
  symbol: text().notNull(),
  rpcUrl: text('rpc_url').notNull(),
  scanUrl: text('scan_url').notNull(),
  confirmations: integer().notNull(),
  explorer: text({ enum: ['ETHERSCAN', 'OWN_INDEX'] }).notNull(),
  enabled: boolean().notNull(),
  local: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
  /** A second node, also queried for large amounts. */
  secondRpcUrl: text('second_rpc_url'),
})

export const pricesByHand = pgTable('prices_by_hand', {
  symbol: text().primaryKey(),
  priceUsd: text('price_usd').notNull(),
  setAt: instant('set_at').notNull(),
})

export const pricePoints = pgTable(
  'price_points',
  {
    symbol: text().notNull(),
    /** The full hour. */
    at: instant('at').notNull(),
    priceUsd: text('price_usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.at] })],
)
