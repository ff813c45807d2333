import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { post } from '#/platform/books/ledger.ts'
import { insertMembers } from '#test/insert-members.ts'
import { findAllRanks } from '#test/all-ranks.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSeason } from '#test/test-season.ts'
import { aggregateMoves } from './ranking.queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function giveXp(seasonId: number, memberId: number, turn: number): Promise<void> {
  const scope = `season:${seasonId}`
  const amount = BigInt(10 + (memberId % 5) * 10)
  await post(server.ctx.db, {
    kind: 'MISSION',
    key: `race:${memberId}:${turn}`,
    at: new Date(server.clock.now.getTime() + turn),
    entries: [
      { holder: { member: memberId }, asset: 'SEASON_XP', scope, amount },
      { holder: { system: 'ISSUANCE' }, asset: 'SEASON_XP', scope, amount: -amount },
    ],
  })
}

test('keeps ranks correct under concurrent writes, aggregation and reads', async () => {
  const { seasonId } = await aSeason(server)
  const members = await insertMembers(server.ctx.db, 40)
  const { db } = server.ctx

  const writing = members.map(async (memberId) => {
    for (let turn = 0; turn < 10; turn += 1) await giveXp(seasonId, memberId, turn)
  })
  const aggregating = Array.from({ length: 15 }, async () => aggregateMoves(db, 25))
  // During all of this, every member has exactly one rank.
  const reading = Array.from({ length: 30 }, async () => {
    const rows = await findAllRanks(db, seasonId)
    const ranks = rows.map(({ rank }) => rank ?? 0).toSorted((a, b) => a - b)
    expect(ranks).toEqual(ranks.map((_, at) => at + 1))
  })
  await Promise.all([...writing, ...aggregating, ...reading])

  expect(await checkProgramme(db)).toEqual([])
  while ((await aggregateMoves(db, 100)) > 0);
  expect(await checkProgramme(db)).toEqual([])
  const [left] = await rowsOf<{ members: string }>(
    db,
    sql`select sum(members) as members from ranking_counts where season_id = ${seasonId} and width = 22`,
  )
  expect(Number(left?.members)).toBe(40)
})

test('blocks writes neither by other writes nor by the aggregation', async () => {
  const { seasonId } = await aSeason(server)
  const [first = 0, second = 0] = await insertMembers(server.ctx.db, 2)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await giveXp(seasonId, first, 1)

  // The open write and aggregation must not block others; otherwise this test would never end.
  const holding = server.ctx.db.transaction(async (tx) => {
    await post(tx, {
      kind: 'MISSION',
      key: 'race:held',
      at: server.clock.now,
      entries: [
        {
          holder: { member: first },
          asset: 'SEASON_XP',
          scope: `season:${seasonId}`,
          amount: 10n,
        },
        {
          holder: { system: 'ISSUANCE' },
          asset: 'SEASON_XP',
          scope: `season:${seasonId}`,
          amount: -10n,
        },
      ],
    })
    await aggregateMoves(tx, 100)
    begin()
    await held
  })
  await Promise.race([begun, holding])
  await giveXp(seasonId, second, 1)
  const meanwhile = await aggregateMoves(server.ctx.db, 100)
  release()
  await holding

  expect(meanwhile).toBe(0)
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
