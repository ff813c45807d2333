import { and, eq, max, sql, sum } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { post } from '#/platform/books/ledger.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueueAggregation } from '#/modules/season/ranking.queue.ts'
import { findAllRanks } from '#test/all-ranks.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason, earnXp } from '#test/test-season.ts'
import { aggregateRanking } from './ranking.jobs.ts'
import { aggregateMoves } from './ranking.queries.ts'
import { rankingCounts, rankingMoves, rankingProgress } from './ranking.table.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  while ((await aggregateMoves(server.ctx.db, 10_000)) > 0);
})

async function aggregatedTo(): Promise<number> {
  const [row] = await server.ctx.db.select().from(rankingProgress)
  return row?.aggregatedTo ?? Number.NaN
}

const pendingMoves = () => server.ctx.db.$count(rankingMoves)

async function newestMove(): Promise<number> {
  const [row] = await server.ctx.db.select({ id: max(rankingMoves.id) }).from(rankingMoves)
  return row?.id ?? Number.NaN
}

async function countedMembers(seasonId: number): Promise<number> {
  const { width, members } = rankingCounts
  const [row] = await server.ctx.db
    .select({ members: sum(members) })
    .from(rankingCounts)
    .where(and(eq(rankingCounts.seasonId, seasonId), eq(width, 42)))
  return Number(row?.members)
}

/** Adds moves of members who enter the ranking, without members. */
async function addMoves(seasonId: number, count: number): Promise<void> {
  await server.ctx.db.execute(sql`insert into ranking_moves (season_id, to_score)
    select ${seasonId}, (1 + i % 50) << 34 from generate_series(1, ${count}::bigint) as i`)
}

/** Starts a posting of XP and leaves its transaction open until it is released. */
async function openPosting(seasonId: number, memberId: number): Promise<() => Promise<void>> {
  const scope = `season:${seasonId}`
  const released = Promise.withResolvers<void>()
  const posted = Promise.withResolvers<void>()
  const ended = server.ctx.db.transaction(async (tx) => {
    await post(tx, {
      kind: 'MISSION',
      key: `open:${memberId}`,
      at: server.clock.now,
      entries: [
        { holder: { member: memberId }, asset: 'SEASON_XP', scope, amount: 300n },
        { holder: { system: 'ISSUANCE' }, asset: 'SEASON_XP', scope, amount: -300n },
      ],
    })
    posted.resolve()
    await released.promise
  })
  await Promise.race([posted.promise, ended])
  return async () => {
    released.resolve()
    await ended
  }
}

/** Aggregates many newer moves in several batches, so that the progress could pass older ones. */
async function aggregateNewerMoves(): Promise<void> {
  const { seasonId } = await aSeason(server)
  for (let batch = 0; batch < 4; batch += 1) {
    await addMoves(seasonId, 2000)
    while ((await aggregateMoves(server.ctx.db, 2000)) > 0);
  }
}

test('counts a move that commits after newer moves were aggregated', async () => {
  const { seasonId } = await aSeason(server)
  const [late = 0, ...others] = await insertMembers(server.ctx.db, 40)
  await earnXp(server, seasonId, new Map(others.map((id, at) => [id, 10 + at * 10])))
  const before = await newestMove()
  const commit = await openPosting(seasonId, late)
  await aggregateNewerMoves()
  const whileOpen = await aggregatedTo()

  await commit()

  const ranks = await findAllRanks(server.ctx.db, seasonId)
  expect(ranks.map(({ rank }) => rank ?? 0).toSorted((a, b) => a - b)).toEqual(
    ranks.map((_, at) => at + 1),
  )
  expect(ranks.find(({ memberId }) => memberId === late)?.rank).toBe(10)
  expect(whileOpen).toBeLessThanOrEqual(before)
  expect(await pendingMoves()).toBe(1)
  await aggregateMoves(server.ctx.db, 100)
  expect(await pendingMoves()).toBe(0)
  expect(await countedMembers(seasonId)).toBe(40)
})

test('advances behind the aggregated moves, also after the database was restored', async () => {
  const { seasonId } = await aSeason(server)
  // The transactions of all databases in the cluster count, so others may delay it.
  const advancesBeyondNewestMove = async (): Promise<void> => {
    await addMoves(seasonId, 1500)
    const newest = await newestMove()
    const advance = async (): Promise<number> => {
      await addMoves(seasonId, 1500)
      await aggregateMoves(server.ctx.db, 5000)
      return aggregatedTo()
    }
    await expect.poll(advance, { timeout: 60_000 }).toBeGreaterThanOrEqual(newest)
  }
  await advancesBeyondNewestMove()

  // A restored database numbers its transactions from the start.
  await server.ctx.db.execute(sql`update ranking_progress set next_after = 9223372036854775807`)

  await advancesBeyondNewestMove()
})

test('aggregates a backlog in committed batches, at most 5,000 moves per second', async () => {
  const { seasonId } = await aSeason(server)
  await addMoves(seasonId, 14_000)
  // The batch is a select; the job of the next one is an insert.
  const failing: Db = new Proxy(server.ctx.db, {
    get: (db, name) => {
      if (name !== 'select' && typeof Reflect.get(db, name) === 'function')
        throw new Error('The connection was lost')
      return Reflect.get(db, name) as unknown
    },
  })
  const job = { id: 0, payload: null, attempt: 1, signal: new AbortController().signal }

  await expect(aggregateRanking.handle({ ...server.ctx, db: failing }, job)).rejects.toThrow('lost')
  const afterFailure = await countedMembers(seasonId)
  await enqueueAggregation(server.ctx, server.ctx.db, 1000)
  await server.worker.runDue()
  const afterFirst = await countedMembers(seasonId)
  server.clock.advance(1000)
  await server.worker.runDue()

  expect([afterFailure, afterFirst]).toEqual([5000, 10_000])
  expect([await countedMembers(seasonId), await pendingMoves()]).toEqual([14_000, 0])
})

test('ranks a member by their current XP while the aggregation is far behind', async () => {
  const { seasonId } = await aSeason(server)
  const rivals = await insertMembers(server.ctx.db, 3)
  await earnXp(server, seasonId, new Map(rivals.map((id, at) => [id, 900 - at * 300])))
  await aggregateMoves(server.ctx.db, 100)
  const member = await signUpMember(server)
  const operator = await anOperator(server)
  // Another session aggregates and does not finish.
  const aggregation = new Client({ connectionString: server.database.url })
  await aggregation.connect()
  await aggregation.query('select pg_advisory_lock(7203151)')
  const others = await insertMembers(server.ctx.db, 1500)
  await earnXp(server, seasonId, new Map(others.map((id) => [id, 40])))

  const executed = await member.call('mission.execute', {
    params: { seasonId, missionId: 1 },
    body: {},
  })
  await operator.call('operator.adjustBalance', {
    params: { userId: member.userId },
    body: { asset: 'SEASON_XP', scope: `season:${seasonId}`, amount: '650', reason: 'Test' },
  })
  const season = await member.call('season.show', { params: { seasonId } })
  const waiting = await member.call('ranking.list', { params: { seasonId } })
  await aggregation.end()
  server.clock.advance(1000)
  await member.call('ranking.list', { params: { seasonId } })
  const aggregated = await member.call('ranking.list', { params: { seasonId } })

  expect(executed.data?.me).toMatchObject({ seasonXp: 50, rank: 4 })
  expect(season.data?.me).toMatchObject({ seasonXp: 700, rank: 2 })
  expect(waiting.data).toMatchObject({ me: { xp: 700, rank: 2 }, totalCount: 3 })
  expect(waiting.data?.neighbours.map(({ rank, xp }) => [rank, xp])).toEqual([
    [1, 900],
    [2, 700],
    [3, 600],
    [4, 300],
  ])
  expect(aggregated.data).toMatchObject({ me: { xp: 700, rank: 2 }, totalCount: 1504 })
  expect(await pendingMoves()).toBe(0)
})
