import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { settleRefusals } from '#/platform/books/refusals.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { execute, LINK_MISSION } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { aProduct, give } from '#test/test-shop.ts'
import { aggregateAllStatistics, aggregateStatistics } from './aggregation.service.ts'

let server: TestApp
let auditor: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  auditor = await anOperator(server, 'AUDITOR')
})
afterAll(() => server.close())

type Member = Awaited<ReturnType<typeof signUpMember>>
type Season = Awaited<ReturnType<typeof aSeason>>
type Statistics = CallData<'statistics.season'>

/** A small generator, so that a failed run can be repeated. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function statisticsOf(seasonId: number): Promise<Statistics> {
  const { data, code } = await auditor.call('statistics.season', { params: { seasonId } })
  if (!data) throw new Error(`The statistics were refused with ${code}`)
  return data
}

/** Computes the sums of a season from the ledger, without the aggregates. */
async function ledgerDays(seasonId: number) {
  return rowsOf<{ day: string; asset: string; net: string; made: string }>(
    server.ctx.db,
    sql`select (((t.created_at at time zone 'UTC') + interval '4 hours')::date)::text as day,
        a.asset, sum(e.amount)::text as net,
        coalesce(sum(e.amount) filter (where e.amount > 0
          and t.kind not in ('REFUND', 'REVERSAL')), 0)::text as made
      from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where a.member_id is not null and a.scope = ${`season:${seasonId}`}
      group by 1, 2 order by 1, 2`,
  )
}

async function aggregatedDays(seasonId: number) {
  return rowsOf<{ day: string; asset: string; net: string; made: string }>(
    server.ctx.db,
    sql`select day::text, asset, sum(credited - debited)::text as net,
        coalesce(sum(credited) filter (where kind not in ('REFUND', 'REVERSAL')), 0)::text as made
      from season_days where season_id = ${seasonId} group by 1, 2 order by 1, 2`,
  )
}

/** Lets members of a season do what they like on one day, and returns how many calls succeeded. */
async function liveThroughDay(
  season: Season,
  members: readonly Member[],
  { random, products }: { random: (below: number) => number; products: readonly number[] },
): Promise<void> {
  const { seasonId } = season
  for (const member of members) {
    if (random(4) === 0) continue
    await logInAgain(member)
    if (random(5) > 0) await execute(member, seasonId, 1)
    if (random(3) > 0) await execute(member, seasonId, 3)
    for (let spins = random(4); spins > 0; spins -= 1) {
      await execute(member, seasonId, 2, { clientSeed: `seed ${random(1000)}` })
    }
    if (random(6) === 0) {
      await execute(member, seasonId, LINK_MISSION, { opened: true })
    }
    if (random(3) === 0) {
      const productId = products[random(products.length)] ?? 0
      const bought = await member.call('product.buy', {
        params: { seasonId, productId },
        body: {},
      })
      if (bought.data && random(2) === 0) {
        await member.call('refund.request', {
          params: { seasonId, historyId: bought.data.historyId },
          body: { type: 'CHANGE_OF_MIND' },
        })
      }
    }
    if (random(8) === 0) {
      await give(server, member.userId, 'XP', BigInt(1 + random(500)), `season:${seasonId}`)
    }
    // Some calls of the next day come before the last ones of this day are aggregated.
    if (random(3) === 0) await aggregateStatistics(server.ctx, 1 + random(7))
  }
}

describe('the statistics of a busy season', () => {
  let season: Season
  let members: Member[]
  let firstDay: Date
  beforeAll(async () => {
    firstDay = server.clock.now
    season = await aSeason(server)
    const products = [
      await aProduct(server, season.seasonId, { price: 60n }),
      await aProduct(server, season.seasonId, {
        payType: 'TICKET',
        price: 1n,
        givesXp: 40,
        givesTickets: 0,
      }),
    ]
    members = []
    for (let at = 0; at < 6; at += 1) members.push(await signUpMember(server))
    const random = generator(26)
    for (let day = 0; day < 6; day += 1) {
      server.clock.now = new Date(firstDay.getTime() + day * DAY_MS)
      await liveThroughDay(season, members, { random, products })
    }
    await settleRefusals(server.ctx)
    await aggregateAllStatistics(server.ctx)
  })

  test('equal the ledger on every day and for every asset', async () => {
    const aggregated = await aggregatedDays(season.seasonId)

    expect(aggregated).toEqual(await ledgerDays(season.seasonId))
    expect(new Set(aggregated.map(({ day }) => day)).size).toBe(6)
  })

  test('show these sums in the reply, with XP by source and what members hold', async () => {
    const { days, totals, ledgerTransaction, asOf } = await statisticsOf(season.seasonId)
    const ledger = await ledgerDays(season.seasonId)
    let held = 0

    for (const day of days) {
      const xp = ledger.find((row) => row.day === day.date && row.asset === 'XP')
      held += Number(xp?.net ?? 0)
      expect([day.date, day.xpMade - day.xpSpent]).toEqual([day.date, Number(xp?.net ?? 0)])
      expect(day.xpHeld).toBe(held)
      expect(Object.values(day.xp).reduce((sum, part) => sum + part, 0)).toBe(day.xpMade)
      const tickets = ledger.find((row) => row.day === day.date && row.asset === 'TICKET')
      expect(day.ticketsMade - day.ticketsUsed).toBe(Number(tickets?.net ?? 0))
    }
    const [newest] = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select max(id)::text as id from ledger_transactions`,
    )
    expect(ledgerTransaction).toBe(Number(newest?.id))
    expect(asOf).toBe(server.clock.now.toISOString())
    expect(totals.xpMade).toBe(days.reduce((sum, { xpMade }) => sum + xpMade, 0))
    expect(days.some(({ xp }) => xp.other !== 0)).toBe(true)
    expect(days.some(({ xp }) => xp.product !== 0)).toBe(true)
  })

  test('count every member once per day and as new once', async () => {
    const { days, totals } = await statisticsOf(season.seasonId)
    const acted = await rowsOf<{ day: string; members: string }>(
      server.ctx.db,
      sql`select (((created_at at time zone 'UTC') + interval '4 hours')::date)::text as day,
          count(distinct member_id)::text as members
        from histories where season_id = ${season.seasonId} and status <> 'FAILED'
          and kind <> 'REFUND' group by 1 order by 1`,
    )

    expect(days.map(({ date, participants }) => [date, participants])).toEqual(
      acted.map(({ day, members: count }) => [day, Number(count)]),
    )
    expect(days.reduce((sum, { newParticipants }) => sum + newParticipants, 0)).toBe(
      totals.participants,
    )
    expect(totals.participants).toBe(members.length)
  })

  test('count check-ins, spins, purchases and completions like the tables of missions', async () => {
    const { days, missions, wheel } = await statisticsOf(season.seasonId)
    const [counted] = await rowsOf<Record<string, string>>(
      server.ctx.db,
      sql`select
        (select count(*) from mission_completions where season_id = ${season.seasonId}
          and mission_id = 1)::text as check_ins,
        (select count(*) from mission_completions where season_id = ${season.seasonId}
          and mission_id = ${LINK_MISSION})::text as links,
        (select count(*) from spin_commitments where season_id = ${season.seasonId}
          and prize_index is not null)::text as spins,
        (select count(*) from orders where season_id = ${season.seasonId}
          and completed_at is not null)::text as purchases`,
    )
    const sum = (of: (day: Statistics['days'][number]) => number) =>
      days.reduce((total, day) => total + of(day), 0)

    expect(sum(({ checkIns }) => checkIns)).toBe(Number(counted?.['check_ins']))
    expect(sum(({ spins }) => spins)).toBe(Number(counted?.['spins']))
    expect(sum(({ purchases }) => purchases)).toBe(Number(counted?.['purchases']))
    expect(missions.find(({ missionId }) => missionId === 1)?.completions).toBe(
      Number(counted?.['check_ins']),
    )
    expect(missions.find(({ missionId }) => missionId === LINK_MISSION)?.completions).toBe(
      Number(counted?.['links']),
    )
    expect(wheel.spins).toBe(Number(counted?.['spins']))
    expect(wheel.prizes.reduce((total, { observed }) => total + observed, 0)).toBe(wheel.spins)
    expect(wheel.prizes.reduce((total, { expected }) => total + expected, 0)).toBeCloseTo(
      wheel.spins,
      6,
    )
  })

  test('count refusals by code, also after a second run in the same hour', async () => {
    const before = await statisticsOf(season.seasonId)
    await aggregateAllStatistics(server.ctx)
    await aggregateAllStatistics(server.ctx)

    const { refusals, days } = await statisticsOf(season.seasonId)
    const stored = await rowsOf<{ code: number; count: string }>(
      server.ctx.db,
      sql`select code, sum(count)::text as count from member_refusals group by code order by 2 desc`,
    )

    expect(refusals).toEqual(before.refusals)
    expect(Object.fromEntries(refusals.map(({ code, count }) => [code, count]))).toEqual(
      Object.fromEntries(stored.map(({ code, count }) => [code, Number(count)])),
    )
    expect(days.reduce((sum, day) => sum + day.refusals, 0)).toBe(
      refusals.reduce((sum, { count }) => sum + count, 0),
    )
  })

  test('count how far members came, and their tiers', async () => {
    const { data } = await auditor.call('statistics.funnel', {
      params: { seasonId: season.seasonId },
    })
    const { tiers } = await statisticsOf(season.seasonId)
    const [counted] = await rowsOf<Record<string, string>>(
      server.ctx.db,
      sql`select (select count(*) from season_members where season_id = ${season.seasonId}
          and check_ins >= 3)::text as checked_in,
        (select count(distinct member_id) from orders where season_id = ${season.seasonId}
          and completed_at is not null)::text as bought`,
    )

    expect(data?.steps.map(({ step, members: count }) => [step, count])).toEqual([
      ['REGISTERED', members.length],
      ['JOINED', members.length],
      ['CHECK_INS', Number(counted?.['checked_in'])],
      ['COMPLETED', members.length],
      ['BOUGHT', Number(counted?.['bought'])],
      ['REWARDED', 0],
    ])
    expect(tiers.reduce((sum, each) => sum + each.members, 0)).toBe(members.length)
  })

  test('stay the same when everything is aggregated again with nothing new', async () => {
    const before = await aggregatedDays(season.seasonId)

    await aggregateAllStatistics(server.ctx)

    expect(await aggregatedDays(season.seasonId)).toEqual(before)
  })

  test('follow rewards from the settlement of a round on', async () => {
    const { rounds, seasonId } = season
    const round = rounds[0]
    if (!round) throw new Error('The season has no round')
    server.clock.now = new Date(round.endAt.getTime() + HOUR_MS)
    await settleRound(server.ctx, round.roundId)
    await aggregateAllStatistics(server.ctx)

    const { totals, days } = await statisticsOf(seasonId)
    const [rewarded] = await rowsOf<{ sum: string }>(
      server.ctx.db,
      sql`select coalesce(sum(amount), 0)::text as sum from round_rewards where season_id = ${seasonId}`,
    )

    expect(Number(totals.rewarded) * 10 ** season.reward.decimals).toBe(Number(rewarded?.sum))
    expect(totals.owed).toBe(totals.rewarded)
    expect(totals.paid).toBe('0')
    expect(days.at(-1)?.rewarded).toBe(totals.rewarded)
  })
})

describe('statistics.season', () => {
  test('compares with the plan and with the season before, by the number of the day', async () => {
    const [older] = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select min(id)::text as id from seasons where state = 'PUBLISHED'`,
    )
    const before = await statisticsOf(Number(older?.id))
    server.clock.now = new Date(Date.parse(before.endAt) + 3 * DAY_MS)
    const next = await aSeason(server)

    const { previous, plan, phase, today, totalDays } = await statisticsOf(next.seasonId)

    expect(previous?.seasonId).toBe(before.seasonId)
    expect(previous?.days).toHaveLength(28)
    expect(previous?.days.slice(0, 3).map(({ xpMade }) => xpMade)).toEqual(
      before.days.slice(0, 3).map(({ xpMade }) => xpMade),
    )
    expect([phase, today, totalDays]).toEqual(['RUNNING', 1, 28])
    expect(plan).toHaveLength(28)
    expect(plan[0]?.date).toBe(programmeDayOf(server.clock.now))
    expect(plan.reduce((sum, { xp }) => sum + xp, 0)).toBeGreaterThan(1_000_000)
  })

  test.each([['statistics.season' as const], ['statistics.funnel' as const]])(
    '%s does not know a season that is not published',
    async (call) => {
      const { code } = await auditor.call(call, { params: { seasonId: 999_999 } })

      expect(code).toBe(Code.NOT_FOUND)
    },
  )
})

test('statistics.today compares the running season with its plan', async () => {
  server.clock.advance(6 * HOUR_MS)
  await aggregateAllStatistics(server.ctx)

  const { data } = await auditor.call('statistics.today', {})

  expect(data?.season).toMatchObject({ day: 1, days: 28, xp: { actual: 0 } })
  expect(data?.season?.xp.planned).toBeGreaterThan(0)
})

test('the days of an ended season go on until its last posting, and add up to the totals', async () => {
  server.clock.advance(60 * DAY_MS)
  const { seasonId, endAt } = await aSeason(server)
  const member = await signUpMember(server)
  await give(server, member.userId, 'XP', 40n, `season:${seasonId}`)
  server.clock.now = new Date(endAt.getTime() + 3 * DAY_MS)
  await give(server, member.userId, 'XP', 2n, `season:${seasonId}`)
  await aggregateAllStatistics(server.ctx)
  // The token of the earlier one has expired by now.
  auditor = await anOperator(server, 'AUDITOR')

  const { days, totals } = await statisticsOf(seasonId)

  expect(days.map(({ xpMade }) => xpMade).filter((xp) => xp !== 0)).toEqual([40, 2])
  expect(totals.xpMade).toBe(42)
})
