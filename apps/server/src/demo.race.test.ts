import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/db.ts'
import { startTestApp } from '#/testing/test-app.ts'
import { DEMO_ACCOUNT, seedDemo } from './demo.ts'

test('servers that start together make the demo account once', async () => {
  const server = await startTestApp()

  await Promise.all(Array.from({ length: 6 }, () => seedDemo(server.ctx)))

  const accounts = await rowsOf(
    server.ctx.db,
    sql`select id from members where email = ${DEMO_ACCOUNT.email}`,
  )
  await server.close()
  expect(accounts).toHaveLength(1)
})
