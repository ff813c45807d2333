import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { OPERATOR_TOKENS, PRODUCTION_SETTINGS } from '#test/production-settings.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { startProcess } from '#test/server-process.ts'
import { compose } from '#/compose.ts'
import { openPostgres, rowsOf } from './db.ts'
import { readEnv } from './env.ts'

const { aDataFolder, run } = serverFixtures()

type Settings = Record<string, string>

const inProduction = (home: Settings): Settings => ({
  ...home,
  ...PRODUCTION_SETTINGS,
  APPROVALS: 'on',
  DATABASE_URL: home['DATABASE_URL'] ?? '',
  OPERATOR_TOKEN: OPERATOR_TOKENS[0],
})

async function runOnce(settings: Settings): Promise<void> {
  const server = await run(settings)
  server.kill('SIGTERM')
  await server.ended
}

/** Opens the database in this process, as the first part of a start. */
async function openOnce(settings: Settings): Promise<void> {
  const composition = await compose(readEnv(settings))
  await composition.close()
}

async function refusalOf(settings: Settings, program: 'main' | 'worker' = 'main') {
  const server = startProcess(settings, program)
  let isOver = false
  void server.ended.finally(() => {
    isOver = true
  })
  // A server that starts anyway would never exit by itself.
  const isDecided = () => isOver || /ready at|worker is running/.test(server.output())
  await vi.waitUntil(isDecided, { timeout: SERVER_TEST_TIMEOUT_MS })
  server.kill('SIGKILL')
  expect(await server.ended).toBe(1)
  expect(server.output()).not.toContain('    at ')
  return server.output()
}

async function change(home: Settings, statement: ReturnType<typeof sql>): Promise<unknown[]> {
  const database = await openPostgres(home['DATABASE_URL'] ?? '', () => {})
  const rows = await rowsOf(database.db, statement)
  await database.close()
  return rows
}

test(
  'production rejects a database that development has used, also in a worker',
  async () => {
    const home = await aDataFolder()
    await runOnce(home)

    const output = await refusalOf(inProduction(home))
    const workerOutput = await refusalOf(inProduction(home), 'worker')

    expect(output).toContain('this database belongs to development')
    expect(workerOutput).toContain('this database belongs to development')
    await openOnce(home)
  },
  SERVER_TEST_TIMEOUT_MS,
)

test('development rejects a production database and leaves no data there', async () => {
  const home = await aDataFolder()
  await openOnce(inProduction(home))

  await expect(openOnce(home)).rejects.toThrow('this database belongs to production')

  expect(await change(home, sql`select id from members`)).toEqual([])
  await openOnce(inProduction(home))
})

test(
  'a database without a stamp belongs to the environment that starts on it, unless it contains development data',
  async () => {
    const [fresh, used] = [await aDataFolder(), await aDataFolder()]
    await runOnce(used)
    const removeStamp = () => change(used, sql`delete from environment`)
    const isRefused = () =>
      expect(openOnce(inProduction(used))).rejects.toThrow('this database belongs to development')

    await openOnce(inProduction(fresh))
    await removeStamp()
    await isRefused()
    // Without the demo account, only the operator's token remains.
    await change(used, sql`update members set email = id || '@harbor.example'`)
    await removeStamp()
    await isRefused()

    expect(await change(fresh, sql`select name from environment`)).toEqual([{ name: 'production' }])
  },
  SERVER_TEST_TIMEOUT_MS,
)
