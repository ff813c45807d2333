import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transfer } from '#/platform/books/ledger.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { insertMembers } from '#test/insert-members.ts'
import { recordStatements } from '#test/statement-buffers.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { signUpMember } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { aSeason } from '#test/test-season.ts'
import { aggregateAllStatistics, aggregateStatistics } from './aggregation.service.ts'

const recorded = recordStatements()
let server: TestApp
let seasonId: number
beforeAll(async () => {
  server = await startTestApp({ database: await openTestDatabase(recorded.logger) })
  seasonId = (await aSeason(server)).seasonId
})
afterAll(() => server.close())

let keys = 0

/** How often it was asked which transactions write to the ledger. */
const polls = () => recorded.statements.filter(({ text }) => text.includes('pg_locks')).length

function credit(db: Db, member: number, amount: bigint) {
  keys += 1
  return transfer(db, {
    kind: 'ADJUSTMENT',
    key: `statistics:${keys}`,
    at: server.ctx.now(),
    from: { system: 'ISSUANCE' },
    to: { member },
    asset: 'XP',
    scope: `season:${seasonId}`,
    amount,
  })
}

async function aggregatedXp(): Promise<number> {
  const [row] = await rowsOf<{ xp: string }>(
    server.ctx.db,
    sql`select coalesce(sum(credited - debited), 0)::text as xp from season_days
      where season_id = ${seasonId} and asset = 'XP'`,
  )
  return Number(row?.xp)
}

test('does not lose a transaction that commits after one with a larger id', async () => {
  const [slow = 0, fast = 0] = await insertMembers(server.ctx.db, 2)
  // The accounts exist, so that the second transaction does not wait for the first.
  for (const member of [slow, fast]) await credit(server.ctx.db, member, 1n)
  await aggregateAllStatistics(server.ctx)
  const before = await aggregatedXp()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let started = (): void => {}
  const isStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const late = server.ctx.db.transaction(async (tx) => {
    await credit(tx, slow, 5n)
    started()
    await held
  })
  await isStarted
  await credit(server.ctx.db, fast, 7n)

  const pollsBefore = polls()
  const state = { isDone: false }
  const aggregating = aggregateAllStatistics(server.ctx).finally(() => {
    state.isDone = true
  })
  // The aggregation has seen the open transaction and asks again whether it has ended.
  await expect.poll(() => state.isDone || polls() - pollsBefore > 2).toBe(true)
  release()
  await late
  await aggregating
  await aggregateAllStatistics(server.ctx)

  expect(await aggregatedXp()).toBe(before + 12)
})

test('counts every transaction once when many processes aggregate at the same time', async () => {
  const members = await insertMembers(server.ctx.db, 20)
  const before = await aggregatedXp()
  for (const member of members) await credit(server.ctx.db, member, 3n)

  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while ((await aggregateStatistics(server.ctx, 3)) === 'part');
    }),
  )

  expect(await aggregatedXp()).toBe(before + 60)
})

test('a mission sends the same statements with aggregation and without it', async () => {
  const statementsOf = async (work: () => Promise<unknown>) => {
    const from = recorded.statements.length
    await work()
    return recorded.statements.slice(from).map(({ text }) => text)
  }
  const [one, other] = [await signUpMember(server), await signUpMember(server)]

  const without = await statementsOf(() => execute(one, seasonId, 1))
  await aggregateAllStatistics(server.ctx)
  const after = await statementsOf(() => execute(other, seasonId, 1))

  expect(after).toEqual(without)
  expect(after.join(' ')).not.toMatch(/statistics_|season_days|season_participants/)
})
