import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { OPERATOR_TOKENS, PRODUCTION_SETTINGS } from '#/testing/production-settings.ts'
import { homes, PATIENCE_MS } from '#/testing/server-home.ts'
import { startProcess } from '#/testing/server-process.ts'
import { openPostgres, rowsOf } from './db.ts'

const { aHome, run } = homes()

type Settings = Record<string, string>

const inProduction = (home: Settings): Settings => ({
  ...home,
  ...PRODUCTION_SETTINGS,
  DATABASE_URL: home['DATABASE_URL'] ?? '',
  OPERATOR_TOKEN: OPERATOR_TOKENS[0],
})

async function runOnce(settings: Settings): Promise<void> {
  const server = await run(settings)
  server.kill('SIGTERM')
  await server.ended
}

async function refusalOf(settings: Settings, program: 'main' | 'worker' = 'main') {
  const server = startProcess(settings, program)
  let isOver = false
  void server.ended.finally(() => {
    isOver = true
  })
  // One that starts nevertheless would never end by itself.
  const isDecided = () => isOver || /ready at|working off/.test(server.output())
  await vi.waitUntil(isDecided, { timeout: PATIENCE_MS })
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
  'production refuses a database that development has started on, also in a worker',
  async () => {
    const home = await aHome()
    await runOnce(home)

    const said = await refusalOf(inProduction(home))
    const saidByWorker = await refusalOf(inProduction(home), 'worker')

    expect(said).toContain('this database belongs to development')
    expect(saidByWorker).toContain('this database belongs to development')
    await runOnce(home)
  },
  PATIENCE_MS,
)

test(
  'development refuses a database of production, and leaves nothing there',
  async () => {
    const home = await aHome()
    await runOnce(inProduction(home))

    const said = await refusalOf(home)

    expect(said).toContain('this database belongs to production')
    expect(await change(home, sql`select id from members`)).toEqual([])
    await runOnce(inProduction(home))
  },
  PATIENCE_MS,
)

test(
  'a database from before the stamp belongs to whoever starts on it, unless development left its data there',
  async () => {
    const [fresh, withDemo, withToken] = [await aHome(), await aHome(), await aHome()]
    await runOnce(withDemo)
    await runOnce(withToken)
    await change(withToken, sql`update members set email = id || '@harbor.example'`)
    for (const home of [withDemo, withToken]) await change(home, sql`delete from environment`)

    await runOnce(inProduction(fresh))
    const saidOfDemo = await refusalOf(inProduction(withDemo))
    const saidOfToken = await refusalOf(inProduction(withToken))

    expect(await change(fresh, sql`select name from environment`)).toEqual([{ name: 'production' }])
    expect(saidOfDemo).toContain('this database belongs to development')
    expect(saidOfToken).toContain('this database belongs to development')
  },
  PATIENCE_MS,
)
