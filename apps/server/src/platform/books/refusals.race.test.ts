import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { upsertRefusals } from './refusals.ts'
import { memberRefusals } from './refusals.table.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('processes that write the same hour at once add their counts without waiting in a circle', async () => {
  const { db, now } = server.ctx
  const memberIds = []
  for (let made = 0; made < 20; made += 1) memberIds.push(await insertMember(db))
  const at = now()
  const rows = memberIds.map((memberId, index) => ({
    memberId,
    hourStartedAt: at,
    call: 'mission.execute',
    subject: { missionId: index },
    code: 2304,
    reason: 'DONE',
    seasonVersion: 1,
    trace: null,
    firstAt: at,
    lastAt: new Date(at.getTime() + DAY_MS),
    count: 1,
  }))

  await Promise.all(
    Array.from({ length: 40 }, (_, process) =>
      upsertRefusals(db, process % 2 === 0 ? rows : rows.toReversed()),
    ),
  )

  const stored = await db.select().from(memberRefusals)
  expect(stored).toHaveLength(20)
  expect(new Set(stored.map(({ count }) => count))).toEqual(new Set([40]))
})
