import { openPostgres } from '../../apps/server/src/platform/process/db.ts'

/** Changes the database of a server with all triggers off, as somebody with full access could. */
export async function tamper(
  { databaseUrl }: { databaseUrl: string | undefined },
  change: string,
): Promise<void> {
  if (databaseUrl === undefined) throw new Error('The server has no database on the test cluster')
  const database = await openPostgres(databaseUrl, () => {})
  try {
    await database.runScript(`set session_replication_role = replica; ${change}`)
  } finally {
    await database.close()
  }
}
