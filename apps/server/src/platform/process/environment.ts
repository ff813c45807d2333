import type { AppContext } from './context.ts'
import { SettingsError } from './env.ts'
import { environment as environmentTable } from './environment.table.ts'

export type Environment = typeof environmentTable.$inferSelect.name

/**
 * Refuses to run on a database of the other environment: development fills it with accounts whose
 * passwords everybody knows. The first process on a database stamps it with its own environment;
 * data that only development leaves make it a database of development whoever starts on it.
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
      ? 'NODE_ENV is production, but this database belongs to development: it has accounts and tokens that everybody knows. Give production a database of its own'
      : 'NODE_ENV is development, but this database belongs to production: development would add accounts that everybody knows. Use another database, or NODE_ENV=production',
  ])
}

async function readStamp(db: AppContext['db']): Promise<Environment | undefined> {
  const [row] = await db.select({ name: environmentTable.name }).from(environmentTable)
  return row?.name
}
