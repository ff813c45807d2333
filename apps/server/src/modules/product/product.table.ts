import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Texts } from '@solstice/rules/season-plan'
import { amount, instant } from '#/platform/process/columns.ts'

export const products = pgTable('products', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  position: integer().notNull(),
  name: jsonb().$type<Texts>().notNull(),
  description: jsonb().$type<Texts>().notNull(),
  imageUrl: text('image_url'),
  payType: text('pay_type', { enum: ['XP', 'TICKET', 'TOKEN'] }).notNull(),
  price: amount('price').notNull(),
  chainId: bigint('chain_id', { mode: 'number' }),
  contract: text(),
  givesXp: bigint('gives_xp', { mode: 'number' }).notNull(),
  givesTickets: bigint('gives_tickets', { mode: 'number' }).notNull(),
  stock: integer(),
  perMember: integer('per_member'),
  onSale: boolean('on_sale').notNull(),
  /** True for a product that the plan of its season lists. */
  planned: boolean().notNull().default(false),
  createdAt: instant('created_at').notNull(),
})
