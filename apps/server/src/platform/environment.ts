import { sql } from 'drizzle-orm'
import type { AppContext } from './context.ts'
import { rowsOf } from './db.ts'
import { SettingsError } from './env.ts'

export type Environment = 'development' | 'production'

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
    await db.execute(sql`insert into environment (name, stamped_at)
      values (${name}, ${now().toISOString()}::timestamptz) on conflict do nothing`)
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
  const [row] = await rowsOf<{ name: Environment }>(db, sql`select name from environment`)
  return row?.name
}
