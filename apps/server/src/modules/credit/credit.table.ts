import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const creditPackages = pgTable('credit_packages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  position: integer().notNull(),
  credit: bigint({ mode: 'number' }).notNull(),
  price: amount('price').notNull(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  contract: text(),
  onSale: boolean('on_sale').notNull(),
  createdAt: instant('created_at').notNull(),
})
