import { openPglite, openPostgres } from './platform/process/db.ts'
import { checkCtype } from './platform/process/ctype.ts'
import { readEnv } from './platform/process/env.ts'
import { migrate } from './platform/process/migrate.ts'
import { POSTGRES_LIMITS } from './platform/process/postgres-pool.ts'
import { runProgram } from './platform/process/program.ts'
import { withProgress } from './platform/process/progress.ts'

/** Migrates the configured database and ends, so that a release can be prepared while another runs. */
await runProgram(readEnv, async ({ databaseUrl, dataFolder }) => {
  const database = databaseUrl
    ? await openPostgres(databaseUrl, () => {}, POSTGRES_LIMITS)
    : await openPglite(dataFolder)
  try {
    await checkCtype(database.db)
    await withProgress('Migrating the database', () => migrate(database))
  } finally {
    await database.close()
  }
  return async () => {}
})
