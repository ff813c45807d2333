import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const notices = pgTable('notices', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text({ enum: ['NOTICE', 'EVENT', 'MAINTENANCE'] }).notNull(),
  titleEn: text('title_en').notNull(),
  titleKo: text('title_ko').notNull(),
  contentEn: text('content_en').notNull(),
  contentKo: text('content_ko').notNull(),
  publishedAt: instant('published_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
})
