import { Client } from 'pg'
import { expect, test } from 'vitest'
import { serverFixtures } from '#test/server-fixtures.ts'
import { restartDatabase } from './restart-database.ts'
import { seededRandom } from './scenario.ts'

const { aDataFolder } = serverFixtures()
const RESTARTS = 2

test(
  'a server whose database goes away during writes returns faults meanwhile, loses nothing and recovers by itself',
  { timeout: 300_000 },
  async () => {
    const settings = await aDataFolder()
    const faultControls = await gate(settings['DATABASE_URL'] ?? '')

    const tally = await restartDatabase.run({
      engine: 'postgres',
      settings,
      chance: seededRandom(5),
      bursts: RESTARTS,
      faultControls,
      log: () => {},
    })
    await faultControls.close()

    expect(tally['restarts']).toBe(RESTARTS)
    expect(tally['faults']).toBeGreaterThan(0)
    expect(tally['acknowledged']).toBeGreaterThanOrEqual(13 * RESTARTS)
  },
)

/**
 * Other tests share the cluster, so only this one database is closed; its server sees no
 * difference.
 */
async function gate(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  return {
    haltDatabase: async () => {
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      )
    },
    resumeDatabase: async () => {
      await admin.query(`alter database ${name} allow_connections true`)
    },
    close: () => admin.end(),
  }
}
