import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDraft } from '@solstice/contract/season-draft'
import { saveDraft } from '#/modules/season/draft.service.ts'
import { findRevision } from '#/modules/season/revision.queries.ts'
import { operators } from '#/modules/operator/operator.table.ts'
import { openPglite } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { earlierSeasons } from '#test/earlier-seasons.ts'

const NOW = new Date('2026-06-23T08:00:00Z')

test('a data folder with a draft of an earlier release opens, and the draft can be saved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solstice-draft-'))
  const before = await openPglite(folder)
  await earlierSeasons(before)
  await before.close()

  const database = await openPglite(folder)
  await migrate(database)

  const { db } = database
  const ctx = { db, now: () => NOW }
  const draft = await findRevision(db, 2, 1)
  expect(checkDraft(draft?.plan).plan).toEqual(draft?.plan)
  const editor = { name: 'mina', role: 'PROGRAMME', createdAt: NOW, expiresAt: NOW } as const
  const [row] = await db
    .insert(operators)
    .values({ ...editor, tokenHash: 'a hash' })
    .returning({ operatorId: operators.id })
  const by = {
    ...editor,
    operatorId: row?.operatorId ?? 0,
    kind: 'MACHINE',
    steppedUpUntil: null,
  } as const
  const plan = { title: { en: 'Thaw' } }
  const saved = await db.transaction((tx) =>
    saveDraft(tx, ctx, by, { seasonId: 2, revision: 1, plan }),
  )
  expect(saved).toMatchObject({ revision: 2 })
  expect(await findRevision(db, 2, 2)).toMatchObject({ plan, savedBy: 'mina' })
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
