import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMembers } from '#test/insert-members.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { findNextMembers } from './settlement.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const MEMBERS = 40_000
const FEW = 1_000
const MANY = 30_000
const BATCH = 20
const ROUND = 2

const rewards = (roundId: number, first: number, last: number) =>
  `insert into round_rewards
      (round_id, member_id, season_id, amount, state, history_id, created_at)
    select ${roundId}, i, 1, 1, 'WAITING', i, now() from generate_series(${first}, ${last}) i`

/** Rewards a part of the round. The statistics still say that the round has no rewards. */
async function settleUpTo(last: number, first: number): Promise<void> {
  await measured.db.transaction(async (tx) => {
    // The rows need no season, round or history entry here.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(rewards(ROUND, first, last)))
  })
}

test('a batch reads as many buffers after many settled members as after few', async () => {
  const { db, buffersOf, fill } = measured
  await insertMembers(db, MEMBERS)
  await fill(
    'set session_replication_role = replica',
    'alter table round_rewards set (autovacuum_enabled = off)',
    `insert into round_standings (round_id, member_id, xp, check_in_days)
      select ${ROUND}, id, 100, 3 from members`,
    rewards(1, 1, MEMBERS),
  )
  const measureAfter = async (after: number) =>
    new Map([
      [
        'the next members',
        await buffersOf(() => findNextMembers(db, { roundId: ROUND, after, count: BATCH })),
      ],
    ])

  await settleUpTo(FEW, 1)
  const few = await measureAfter(FEW)
  await settleUpTo(MANY, FEW + 1)
  const many = await measureAfter(MANY)

  expect(grownBuffers(few, many)).toEqual([])
})
