import type { AppContext } from './context.ts'
import { SettingsError } from './env.ts'
import { environment as environmentTable } from './environment.table.ts'

export type Environment = typeof environmentTable.$inferSelect.name

/**
 * Refuses to run on a database of the other environment, because development fills it with accounts
 * whose passwords are public. The first process on a database stamps it with its environment; data
 * that only development leaves marks it as a development database in any case.
 */
export async function claimDatabase(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  environment: Environment,
  hasDevelopmentData: () => Promise<boolean>,
): Promise<void> {
  const stamped = await readStamp(db)
  if (stamped === undefined) {
    const name = (await hasDevelopmentData()) ? 'development' : environment
    await db.insert(environmentTable).values({ name, stampedAt: now() }).onConflictDoNothing()
  }
  const owner = stamped ?? (await readStamp(db))
  if (owner === environment) return
  throw new SettingsError([
    owner === 'development'
      ? 'NODE_ENV is production, but this database belongs to development: it has accounts and tokens that are publicly known. Give production its own database'
      : 'NODE_ENV is development, but this database belongs to production: development would add accounts that are publicly known. Use another database, or NODE_ENV=production',
  ])
}

async function readStamp(db: AppContext['db']): Promise<Environment | undefined> {
  const [row] = await db.select({ name: environmentTable.name }).from(environmentTable)
  return row?.name
}
