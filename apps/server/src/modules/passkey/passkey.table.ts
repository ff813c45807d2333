import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    credentialId: text('credential_id').notNull(),
    salt: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.credentialId] })],
)
