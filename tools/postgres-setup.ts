import { startPostgres } from './postgres.ts'

const URL_VARIABLE = 'SOLSTICE_TEST_DATABASE_URL'

/**
 * The snapshot of an automatic analysis keeps `vacuum` from removing dead rows, so tests that count
 * buffers would count these as well. Tests that need statistics run `vacuum analyze`.
 */
const SETTINGS = ['autovacuum=off']

/** Starts a separate cluster as the global set-up of `server-postgres`, unless one was given. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[URL_VARIABLE]) return undefined
  const cluster = await startPostgres({ settings: SETTINGS })
  process.env[URL_VARIABLE] = cluster.url
  return cluster.stop
}
