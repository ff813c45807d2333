import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../apps/server/src/platform/process/db.ts'
import { migrate } from '../../apps/server/src/platform/process/migrate.ts'
import startCluster from '../../tools/postgres-setup.ts'
import { seedData } from '../../tools/server-data.ts'
import { startServer } from '../../tools/server.ts'

/** Starts the PostgreSQL cluster of the journeys, with data that one server has seeded. */
export default async function setUp(): Promise<() => Promise<void>> {
  const stopCluster = await startCluster()
  const folder = mkdtempSync(join(tmpdir(), 'solstice-seed-'))
  await seedData(folder, {
    migrateOnce: async (url) => {
      const database = await openPostgres(url, () => {})
      await migrate(database)
      await database.close()
    },
    startOnce: async (env) => {
      const server = await startServer(env)
      await server.stop()
    },
  })
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await stopCluster?.()
  }
}
