import { startPostgres } from './postgres.ts'

const URL_VARIABLE = 'SOLSTICE_TEST_DATABASE_URL'

/** Starts a separate cluster as the global set-up of `server-postgres`, unless one was given. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[URL_VARIABLE]) return undefined
  const cluster = await startPostgres()
  process.env[URL_VARIABLE] = cluster.url
  return cluster.stop
}
