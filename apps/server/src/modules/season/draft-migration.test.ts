import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkDraft } from '@solstice/contract/season-draft'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { earlierSeasons } from '#test/earlier-seasons.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { findRevision } from './revision.queries.ts'
import { releaseSeason } from './publication.service.ts'

const NOW = new Date('2026-06-23T08:00:00Z')

test('seasons of an earlier release get their first revision, and its draft can be released', async () => {
  const database = await openEmptyDatabase()
  await earlierSeasons(database)

  await migrate(database)

  const { db } = database
  const published = await findRevision(db, 1, 1)
  const draft = await findRevision(db, 2, 1)
  expect([published?.kind, draft?.kind]).toEqual(['PUBLISH', 'SAVE'])
  expect(published?.plan).toMatchObject({ products: [] })
  const { plan } = checkDraft(draft?.plan)
  expect(plan?.missions.every(({ enabled }) => enabled)).toBe(true)
  expect(draft?.plan).toEqual(plan)
  const season = { seasonId: 2, startAt: new Date(plan?.startAt ?? 0), endAt: new Date(0) }
  await db.transaction((tx) => releaseSeason(tx, { now: () => NOW }, season))
  const rounds = await rowsOf(
    db,
    sql`select season_id::integer as season, count(*)::integer as rounds
      from season_rounds group by season_id order by season_id`,
  )
  expect(rounds).toEqual([
    { season: 1, rounds: 1 },
    { season: 2, rounds: plan?.rounds.length },
  ])
  await database.close()
})
