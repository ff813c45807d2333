import { expect, test } from 'vitest'
import { openEmptyDatabase } from '#test/test-database.ts'
import { openPostgres } from './db.ts'
import { migrate } from './migrate.ts'

test('servers that start concurrently migrate a database once', async () => {
  const database = await openEmptyDatabase()
  const servers = await Promise.all(
    Array.from({ length: 5 }, () => openPostgres(database.url ?? '', () => {})),
  )

  const ran = await Promise.all(servers.map((server) => migrate(server)))
  const afterwards = await migrate(database)

  const all = ran.flat()
  expect(all.length).toBeGreaterThan(0)
  expect(new Set(all).size).toBe(all.length)
  expect(afterwards).toEqual([])
  for (const server of [...servers, database]) await server.close()
})
