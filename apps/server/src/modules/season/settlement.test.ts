import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { decideRewards } from '@solstice/rules/round'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { ADDRESS_ALERTS } from '#/platform/books/alerts.ts'
import { rowsOf, violatedCheck, type Db } from '#/platform/process/db.ts'
import { fakePayouts } from '#test/fake-payouts.ts'
import { insertMembers } from '#test/insert-members.ts'
import { statementLog } from '#test/statement-log.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { notifyNextMembers } from './opening.service.ts'
import { settleNextMembers } from './settlement.service.ts'

let server: TestApp
let statements: { text: string; parameters: number }[] = []
beforeAll(async () => {
  const database = await openTestDatabase({
    logQuery: (text, params) => {
      const parameters = Math.max(0, ...params.map((value) => String(value).length))
      statements.push({ text, parameters })
      statementLog.logQuery(text, params)
    },
  })
  server = await startTestApp({ database })
})
afterAll(() => server.close())
const noon = new Date('2026-06-23T08:00:00.000Z')
beforeEach(() => {
  server.clock.now = noon
})

type Standing = { xp: number; checkInDays: number; hasWallet: boolean }

/** Creates a round that has ended, with one new member for each standing, in the order of ids. */
async function endedRound(standings: readonly Standing[]) {
  const season = await aSeason(server)
  const { roundId, endAt } = season.firstRound
  const ids = (await insertMembers(server.ctx.db, standings.length)).toSorted((a, b) => a - b)
  const rows = standings.map((standing, at) => ({ memberId: ids[at] ?? 0, ...standing }))
  await server.ctx.db
    .execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
    select ${roundId}, r."memberId", r.xp, r."checkInDays"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("memberId" bigint, xp bigint, "checkInDays" integer)`)
  const withWallet = rows.filter(({ hasWallet }) => hasWallet).map(({ memberId }) => memberId)
  await server.ctx.db.execute(sql`update members
    set wallet_address = '0x' || lpad(to_hex(id), 40, '0')
    where id = any(${sql.param(withWallet)}::bigint[])`)
  server.clock.now = new Date(endAt.getTime() + 60_000)
  return { ...season, roundId, members: rows }
}

const rewardsOf = async (roundId: number) => {
  const rows = await rowsOf<{ id: string; amount: string; paid: boolean; payouts: string }>(
    server.ctx.db,
    sql`select r.member_id as id, r.amount, r.state = 'PENDING' as paid,
        (select count(*) from payouts p where p.key = 'round:' || r.round_id || ':' || r.member_id
          and p.amount = r.amount) as payouts
      from round_rewards r where r.round_id = ${roundId} order by r.member_id`,
  )
  return rows.map(({ id, amount, paid, payouts }) => {
    // Exactly the members with a wallet are paid, once.
    expect(Number(payouts)).toBe(paid ? 1 : 0)
    return { memberId: Number(id), amount: BigInt(amount), hasWallet: paid }
  })
}

const POOL = 2_500_000_000n
const aMember: Standing = { xp: 100, checkInDays: 3, hasWallet: false }
const crowd = (size: number): Standing[] =>
  Array.from({ length: size }, (_, at) => ({ ...aMember, hasWallet: at % 2 === 0 }))

describe('a settlement in batches', () => {
  test('gives exactly the rewards of the rule, whatever the size of the batches', async () => {
    const standings = fc.array(
      fc.record({
        xp: fc.nat(1000),
        checkInDays: fc.integer({ min: 2, max: 5 }),
        hasWallet: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(standings, fc.integer({ min: 1, max: 5 }), async (given, count) => {
        const { roundId, members } = await endedRound(given)

        await settleRound(server.ctx, roundId, count)

        const allXp = members.reduce((sum, { xp }) => sum + xp, 0)
        const decided = decideRewards({ pool: POOL, allXp, left: POOL }, members)
        expect(await rewardsOf(roundId)).toEqual(
          decided.map(({ memberId, amount, hasWallet }) => ({ memberId, amount, hasWallet })),
        )
        const [round] = await rowsOf<{ members: number }>(
          server.ctx.db,
          sql`select rewarded_members as members from season_rounds where id = ${roundId}`,
        )
        expect(round?.members).toBe(decided.length)
      }),
      { numRuns: 15 },
    )
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('continues after its last batch and with the same sum when it was interrupted', async () => {
    const { roundId, members } = await endedRound([
      { ...aMember, hasWallet: true },
      ...crowd(399),
      { ...aMember, hasWallet: true },
    ])
    const last = members.at(-1)?.memberId
    const { payouts } = server.ctx
    // The worker dies in the batch of the last member; the batches before it are committed.
    server.ctx.payouts = fakePayouts((tx, payout) => {
      if (payout.memberId === last) throw new Error('simulated kill')
      return payouts.request(tx, payout)
    })
    await expect(settleRound(server.ctx, roundId, 200)).rejects.toThrow('simulated kill')
    server.ctx.payouts = payouts
    const before = await rewardsOf(roundId)
    // XP that arrives late changes neither the rewards that were given nor the ones that follow.
    const [late] = await insertMembers(server.ctx.db, 1)
    await server.ctx.db
      .execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
      values (${roundId}, ${late}, 40100, 2)`)

    await settleRound(server.ctx, roundId, 200)
    await settleRound(server.ctx, roundId, 200)

    expect(before).toHaveLength(400)
    const given = await rewardsOf(roundId)
    expect(given.slice(0, 400)).toEqual(before)
    expect(given.map(({ amount }) => amount)).toEqual(members.map(() => POOL / 401n))
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('is finished by an empty batch, so that a member added after a short one is settled', async () => {
    // The second member has checked in too rarely, so half of the pool is left.
    const { roundId } = await endedRound([aMember, { ...aMember, checkInDays: 2 }])
    const outcomes = [await settleNextMembers(server.ctx, roundId, 10)]
    const [late = 0] = await insertMembers(server.ctx.db, 1)
    await server.ctx.db
      .execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
      values (${roundId}, ${late}, 100, 3)`)

    outcomes.push(await settleNextMembers(server.ctx, roundId, 10))
    outcomes.push(await settleNextMembers(server.ctx, roundId, 10))

    expect(outcomes).toEqual(['unfinished', 'unfinished', 'settled'])
    expect((await rewardsOf(roundId)).at(-1)).toEqual({
      memberId: late,
      amount: POOL / 2n,
      hasWallet: false,
    })
  })

  test.each([
    { above: 2, later: 3, way: 'ROOT', state: 'OWED', payouts: 0 },
    { above: 3, later: 2, way: 'DIRECT', state: 'PENDING', payouts: 3 },
  ] as const)(
    'pays all members as its first batch decided, whatever the setting says later: $way',
    async ({ above, later, way, state, payouts }) => {
      const { roundId } = await endedRound(crowd(3).map((each) => ({ ...each, hasWallet: true })))
      const { settings } = server.ctx

      await settleNextMembers(
        { ...server.ctx, settings: { ...settings, rewardRootAbove: above } },
        roundId,
        1,
      )
      const changed = { ...server.ctx, settings: { ...settings, rewardRootAbove: later } }
      await settleRound(changed, roundId, 1)

      const { db } = server.ctx
      const rounds = await rowsOf(db, sql`select way from season_rounds where id = ${roundId}`)
      const states = await rowsOf(
        db,
        sql`select state from round_rewards where round_id = ${roundId}`,
      )
      const paid = await rowsOf(
        db,
        sql`select id from payouts where key like ${`round:${roundId}:%`}`,
      )
      expect(rounds).toEqual([{ way }])
      expect(states).toEqual([{ state }, { state }, { state }])
      expect(paid).toHaveLength(payouts)
    },
  )

  test('sends the same number of statements for any number of members', async () => {
    const countFor = async (size: number) => {
      const { roundId } = await endedRound(crowd(size))
      statements = []
      await settleRound(server.ctx, roundId)
      return statements.map(({ text }) => text)
    }
    await countFor(4)

    const few = await countFor(10)

    expect(await countFor(300)).toEqual(few)
  })

  test('sends no more at once than a batch contains', async () => {
    const largestFor = async (size: number) => {
      const { roundId } = await endedRound(crowd(size))
      statements = []
      await settleRound(server.ctx, roundId, 50)
      return Math.max(...statements.map(({ parameters }) => parameters))
    }

    const few = await largestFor(50)

    // Longer ids and amounts change the size by a few characters for each member.
    expect(await largestFor(400)).toBeLessThan(1.5 * few)
  })

  test('queues one push job for all members of a batch whose reward waits', async () => {
    const { roundId, members } = await endedRound(
      crowd(6).map((each) => ({ ...each, hasWallet: false })),
    )
    await server.ctx.db
      .execute(sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select id, 'https://push.example/' || id, 'key', 'auth', now() from members
      where id = any(${sql.param(members.map(({ memberId }) => memberId))}::bigint[])`)
    await server.ctx.db.execute(sql`delete from jobs`)

    await settleRound(server.ctx, roundId)

    const jobs = await rowsOf(
      server.ctx.db,
      sql`select id from jobs where kind = ${ADDRESS_ALERTS}`,
    )
    expect(jobs).toHaveLength(1)
    const alerts = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select member_id as id from alerts where code = 'REWARD_WAITING'
        and member_id = any(${sql.param(members.map(({ memberId }) => memberId))}::bigint[])
        order by member_id`,
    )
    expect(alerts.map(({ id }) => Number(id))).toEqual(members.map(({ memberId }) => memberId))
  })
})

test('the database rejects rewards above the pool of their round', async () => {
  const { roundId, seasonId, members } = await endedRound([aMember])
  const reward = (amount: bigint) =>
    server.ctx.db.execute(sql`insert into round_rewards
        (round_id, member_id, season_id, amount, state, history_id, created_at)
      values (${roundId}, ${members[0]?.memberId}, ${seasonId}, ${amount.toString()}::numeric,
        'WAITING', 0, now())`)

  const refused = await reward(POOL + 1n).catch((error: unknown) => error)

  expect(violatedCheck(refused)).toBe('season_rounds_rewarded')
  await reward(POOL)
})

/** The rows of the largest transaction among those that wrote the given rows. */
const largestTransaction = async (
  table: 'alerts' | 'round_rewards',
  where: ReturnType<typeof sql>,
) => {
  const [row] = await rowsOf<{ rows: string; transactions: string }>(
    server.ctx.db,
    sql`select max(rows) as rows, count(*) as transactions from (
      select count(*) as rows from ${sql.identifier(table)} where ${where} group by xmin::text) t`,
  )
  return { rows: Number(row?.rows), transactions: Number(row?.transactions) }
}

test('a season is announced in transactions of at most 5000 members, once to each', async () => {
  await insertMembers(server.ctx.db, 5200)
  const { seasonId, startAt } = await aSeason(server, { startsInDays: 2 })
  server.clock.now = startAt
  const ofSeason = sql`code = 'SEASON_OPEN' and data ->> 'seasonId' = ${String(seasonId)}`

  await server.worker.runDue()

  const largest = await largestTransaction('alerts', ofSeason)
  expect(largest.rows).toBeLessThanOrEqual(5000)
  expect(largest.transactions).toBeGreaterThan(1)
  const [count] = await rowsOf<{ alerts: string; members: string; active: string }>(
    server.ctx.db,
    sql`select count(*) as alerts, count(distinct member_id) as members,
      (select count(*) from members where status = 'ACTIVE') as active from alerts where ${ofSeason}`,
  )
  expect(count).toEqual({ alerts: count?.active, members: count?.active, active: count?.active })
})

test('an opening that was interrupted continues after its last batch', async () => {
  const { seasonId, startAt } = await aSeason(server, { startsInDays: 3 })
  server.clock.now = startAt
  expect(await notifyNextMembers(server.ctx, seasonId, 3)).toBe('unfinished')
  // The second batch is rolled back together with its position.
  const { db } = server.ctx
  const failing = {
    ...server.ctx,
    db: new Proxy(db, {
      get: (target, name, receiver) =>
        name === 'transaction'
          ? (run: (tx: Db) => Promise<unknown>) =>
              target.transaction(async (tx) => {
                await run(tx)
                throw new Error('simulated kill')
              })
          : (Reflect.get(target, name, receiver) as unknown),
    }),
  }
  await expect(notifyNextMembers(failing, seasonId, 3)).rejects.toThrow('simulated kill')

  await server.worker.runDue()

  const [count] = await rowsOf<{ alerts: string; members: string; active: string }>(
    db,
    sql`select count(*) as alerts, count(distinct member_id) as members,
      (select count(*) from members where status = 'ACTIVE') as active from alerts
      where code = 'SEASON_OPEN' and data ->> 'seasonId' = ${String(seasonId)}`,
  )
  expect(count).toEqual({ alerts: count?.active, members: count?.active, active: count?.active })
})

test('rewards expire in transactions of at most 2000, and the books stay balanced', async () => {
  const { seasonId, roundId, endAt } = await endedRound(
    crowd(2300).map((each, at) => ({ ...each, hasWallet: at === 1000 })),
  )
  await settleRound(server.ctx, roundId)
  // The payout of the member with a wallet failed, so that this reward waits, too.
  await server.ctx.db.execute(
    sql`update round_rewards set state = 'WAITING' where round_id = ${roundId}`,
  )
  server.clock.now = new Date(endAt.getTime() + 30 * DAY_MS)

  await server.worker.runDue()

  const expired = sql`round_id = ${roundId} and state = 'EXPIRED'`
  const largest = await largestTransaction('round_rewards', expired)
  expect(largest).toEqual({ rows: 2000, transactions: 2 })
  const states = await rowsOf(
    server.ctx.db,
    sql`select r.state, h.status, count(*)::int as rewards from round_rewards r
      join histories h on h.id = r.history_id where r.season_id = ${seasonId}
      group by 1, 2 order by 3`,
  )
  expect(states).toEqual([
    { state: 'WAITING', status: 'PENDING', rewards: 1 },
    { state: 'EXPIRED', status: 'CANCELLED', rewards: 2299 },
  ])
  expect(await checkLedger(server.ctx.db)).toEqual([])
})
