import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const bookmarks = pgTable('bookmarks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  name: text().notNull(),
  address: text().notNull(),
  networkId: bigint('network_id', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
  addressChangedAt: instant('address_changed_at'),
})
