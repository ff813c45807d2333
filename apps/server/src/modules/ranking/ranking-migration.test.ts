import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { openEmptyDatabase } from '#test/test-database.ts'

test('servers of the previous release still count moves that are not aggregated yet', async () => {
  const database = await openEmptyDatabase()
  await migrate(database)
  const rising = 50 * 2 ** 22
  await database.runScript(
    `insert into ranking_moves (season_id, to_score) values (1, ${rising}), (1, ${rising})`,
  )

  const ranks = await rowsOf(
    database.db,
    sql`select ranking_above(1, 7, 1)::integer as previous,
      (ranking_counted_above(1, 7, 1) + pending.above)::integer as current
      from ranking_pending(1, 7, null) as pending`,
  )

  await database.close()
  expect(ranks).toEqual([{ previous: 2, current: 2 }])
})
