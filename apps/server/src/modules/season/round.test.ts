import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import type { PayoutRequest } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { fakePayouts } from '#test/fake-payouts.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { aWallet, registerWallet as register } from '#test/test-wallet.ts'
import { rewardFailed, rewardWasPaid } from './round.service.ts'

let addresses = 0
function anAddress(): string {
  addresses += 1
  return `0x${String(addresses).padStart(40, '0')}`
}

let server: TestApp
let requested: PayoutRequest[]
const noon = new Date('2026-06-23T08:00:00.000Z')
beforeAll(async () => {
  server = await startTestApp()
  server.ctx.payouts = fakePayouts(async (_tx, payout) => requested.push(payout))
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
  requested = []
})

type Member = Awaited<ReturnType<typeof signUpMember>>

/** Signs up members who each check in on the given number of days in a season's first week. */
async function week(days: readonly number[]) {
  const season = await aSeason(server)
  const members: Member[] = []
  while (members.length < days.length) members.push(await signUpMember(server))
  for (let day = 0; day < Math.max(...days); day += 1) {
    server.clock.now = new Date(noon.getTime() + day * DAY_MS)
    for (const [at, member] of members.entries()) {
      if (day >= (days[at] ?? 0)) continue
      await logInAgain(member)
      const params = { seasonId: season.seasonId, missionId: 1 }
      const reply = await member.call('mission.execute', { params, body: {} })
      if (reply.code !== 0) throw new Error(`The check-in was refused with ${reply.code}`)
    }
  }
  return { season, members }
}

async function registerWallet(member: Member): Promise<string> {
  const address = anAddress()
  await server.ctx.db.execute(
    sql`update members set wallet_address = ${address} where id = ${member.userId}`,
  )
  return address
}

async function firstRoundOf(member: Member, seasonId: number) {
  await logInAgain(member)
  const { data } = await member.call('season.rounds', { params: { seasonId } })
  return data?.list[0]
}

const rewardAlertsOf = ({ userId }: { userId: number }) =>
  rowsOf<{ code: string; data: unknown }>(
    server.ctx.db,
    sql`select code, data from alerts where member_id = ${userId} and code like 'REWARD%' order by id`,
  )

describe('an ended round', () => {
  test('is shared by XP among members with three check-in days, and paid to their wallets', async () => {
    const { season, members } = await week([3, 4, 2])
    const [first, second, third] = members
    if (!first || !second || !third) throw new Error('Expected three members')
    const address = await registerWallet(first)

    server.clock.now = new Date(season.firstRound.endAt.getTime() + 60_000)
    await server.worker.runDue()

    // Of 450 XP they have 150, 200 and 100; the third share is not distributed.
    expect(await firstRoundOf(first, season.seasonId)).toMatchObject({
      status: 'ENDED',
      myXp: 150,
      myCheckInDays: 3,
      myReward: '833.333333',
      myRewardState: 'PENDING',
    })
    expect(await firstRoundOf(second, season.seasonId)).toMatchObject({
      myReward: '1111.111111',
      myRewardState: 'WAITING',
    })
    expect(await firstRoundOf(third, season.seasonId)).toMatchObject({
      myReward: '0',
      myRewardState: null,
    })
    expect(requested).toEqual([
      {
        purpose: 'REWARD',
        key: `round:${season.firstRound.roundId}:${first.userId}`,
        memberId: first.userId,
        address,
        symbol: 'USDS',
        decimals: 6,
        amount: 833_333_333n,
      },
    ])
    const shown = await first.call('season.show', { params: { seasonId: season.seasonId } })
    // The reward is not in the wallet yet.
    expect(shown.data?.me).toMatchObject({
      receivedReward: '0',
      pendingReward: '833.333333',
      waitingReward: '0',
    })
    await logInAgain(second)
    const waiting = await second.call('season.show', { params: { seasonId: season.seasonId } })
    expect(waiting.data?.me).toMatchObject({
      receivedReward: '0',
      pendingReward: '0',
      waitingReward: '1111.111111',
    })
    expect(await rewardAlertsOf(first)).toEqual([])
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('shows the reward in the history and sends an alert', async () => {
    const { season, members } = await week([3])
    const [member] = members
    if (!member) throw new Error('Expected one member')
    server.clock.now = new Date(season.firstRound.endAt.getTime() + 60_000)
    await server.worker.runDue()
    await logInAgain(member)

    const { data } = await member.call('history.list', {
      params: { seasonId: season.seasonId },
      query: {},
    })

    expect(data?.list[0]).toMatchObject({
      kind: 'ROUND_REWARD',
      title: 'Round 1 reward',
      reward: { amount: '2500', symbol: 'USDS' },
      status: 'PENDING',
      xp: 0,
    })
    const { seasonId } = season
    const waits = { seasonId, historyId: data?.list[0]?.historyId }
    expect(await rewardAlertsOf(member)).toEqual([{ code: 'REWARD_WAITING', data: waits }])
  })

  test('gives no reward twice when settled again or after an interruption', async () => {
    const { season, members } = await week([3, 3])
    const [first, second] = members
    if (!first || !second) throw new Error('Expected two members')
    await registerWallet(first)
    await registerWallet(second)
    const { roundId, endAt } = season.firstRound
    server.clock.now = new Date(endAt.getTime() + 60_000)
    // The second payout request fails, so the whole batch is rolled back.
    const realPayouts = server.ctx.payouts
    server.ctx.payouts = fakePayouts(async (tx, payout) => {
      if (payout.memberId === second.userId) throw new Error('simulated failure')
      return realPayouts.request(tx, payout)
    })
    await expect(settleRound(server.ctx, roundId)).rejects.toThrow('simulated failure')
    server.ctx.payouts = realPayouts
    requested = []

    await settleRound(server.ctx, roundId)
    await settleRound(server.ctx, roundId)

    expect(requested.map(({ memberId }) => memberId)).toEqual([first.userId, second.userId])
    const scope = `season:${season.seasonId}`
    for (const { userId } of [first, second]) {
      const account = { member: userId, asset: 'REWARD', scope } as const
      expect(await balanceOf(server.ctx.db, account)).toBe(1_250_000_000n)
    }
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('is shared by a single sum even if XP arrives between batches, and never exceeds its pool', async () => {
    const { firstRound } = await aSeason(server)
    const { roundId, endAt } = firstRound
    const members = (await insertMembers(server.ctx.db, 202)).toSorted((a, b) => a - b)
    const late = members.pop()
    await server.ctx.db
      .execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
      select ${roundId}, id, 100, 3 from members where id = any(${sql.param(members)}::bigint[])`)
    await server.ctx.db.execute(sql`update members set wallet_address = ${anAddress()}
      where id = ${members[0]}`)
    server.clock.now = new Date(endAt.getTime() + 60_000)
    const realPayouts = server.ctx.payouts
    server.ctx.payouts = fakePayouts(async (tx) => {
      await tx.execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
        values (${roundId}, ${late}, 20100, 3)`)
      return 1
    })

    await settleRound(server.ctx, roundId, 200)
    server.ctx.payouts = realPayouts

    const amounts = await rowsOf<{ amount: string; members: number }>(
      server.ctx.db,
      sql`select amount::text, count(*)::int as members from round_rewards
        where round_id = ${roundId} group by amount order by 2 desc`,
    )
    // The late member has as much XP as the whole sum and gets what is left.
    expect(amounts).toEqual([
      { amount: String(2_500_000_000n / 201n), members: 201 },
      { amount: String(2_500_000_000n % 201n), members: 1 },
    ])
  })

  test('cannot be settled before its end', async () => {
    const { firstRound } = await aSeason(server)

    await expect(settleRound(server.ctx, firstRound.roundId)).rejects.toThrow('is not over')
  })
})

describe('a reward without a wallet', () => {
  async function waitingReward() {
    const { season, members } = await week([3])
    const [member] = members
    if (!member) throw new Error('Expected one member')
    server.clock.now = new Date(season.firstRound.endAt.getTime() + 60_000)
    await server.worker.runDue()
    return { season, member }
  }

  test('goes to the wallet registered later, and is paid when its transfer is final', async () => {
    const { season, member } = await waitingReward()
    const { seasonId } = season
    const wallet = aWallet()
    const { address } = wallet

    await logInAgain(member)
    await register(member, wallet)
    await register(member, wallet)
    const pending = await firstRoundOf(member, seasonId)
    const [payout] = requested
    if (!payout) throw new Error('No payout was requested')
    await server.ctx.db.transaction((tx) => rewardWasPaid(tx, server.ctx, payout, '0xfeed'))
    await server.ctx.db.transaction((tx) => rewardWasPaid(tx, server.ctx, payout, '0xfeed'))

    expect(requested).toHaveLength(1)
    expect(payout).toMatchObject({ address, amount: 2_500_000_000n })
    expect(pending?.myRewardState).toBe('PENDING')
    expect(await firstRoundOf(member, seasonId)).toMatchObject({
      myReward: '2500',
      myRewardState: 'PAID',
    })
    const { data } = await member.call('history.list', { params: { seasonId }, query: {} })
    expect(data?.list[0]).toMatchObject({ status: 'COMPLETED', txHash: '0xfeed' })
    const account = { member: member.userId, asset: 'REWARD', scope: `season:${seasonId}` } as const
    expect(await balanceOf(server.ctx.db, account)).toBe(0n)
    const alertData = { seasonId, historyId: data?.list[0]?.historyId }
    expect(await rewardAlertsOf(member)).toEqual([
      { code: 'REWARD_WAITING', data: alertData },
      { code: 'REWARD', data: alertData },
    ])
  })

  test('waits again when its transfer failed, and the member is notified', async () => {
    const { season, member } = await waitingReward()
    const { seasonId } = season
    await logInAgain(member)
    await register(member, aWallet())
    const [payout] = requested
    if (!payout) throw new Error('No payout was requested')
    await server.ctx.db.transaction((tx) => rewardFailed(tx, server.ctx, payout))

    expect(await firstRoundOf(member, seasonId)).toMatchObject({ myRewardState: 'WAITING' })
    const { data } = await member.call('history.list', { params: { seasonId }, query: {} })
    const waits = {
      code: 'REWARD_WAITING',
      data: { seasonId, historyId: data?.list[0]?.historyId },
    }
    expect(await rewardAlertsOf(member)).toEqual([waits, waits])
  })

  test('does not expire after a failed payout while there is a wallet, and is requested again with a new one', async () => {
    const { season, member } = await waitingReward()
    const { seasonId } = season
    const wallet = aWallet()
    await logInAgain(member)
    await register(member, wallet)
    const [failed] = requested
    if (!failed) throw new Error('No payout was requested')
    await server.ctx.db.transaction((tx) => rewardFailed(tx, server.ctx, failed))

    server.clock.now = new Date(season.endAt.getTime() + 30 * DAY_MS)
    await server.worker.runDue()
    const kept = await firstRoundOf(member, seasonId)
    await register(member, wallet)
    const afterRepeating = [...requested]
    await member.call(
      'wallet.disconnect',
      { params: { address: wallet.address } },
      await pinHeader(member, PIN, 'WALLET_DISCONNECT'),
    )
    await register(member, wallet)

    expect(kept).toMatchObject({ myReward: '2500', myRewardState: 'WAITING' })
    expect(afterRepeating).toEqual([failed])
    expect(requested).toEqual([failed, failed])
    expect(await firstRoundOf(member, seasonId)).toMatchObject({ myRewardState: 'PENDING' })
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('expires thirty days after the season, and the card shows it', async () => {
    const { season, member } = await waitingReward()
    const cardOf = async () => {
      await logInAgain(member)
      const { data } = await member.call('season.list', { query: { size: 100 } })
      return data?.list.find(({ seasonId }) => seasonId === season.seasonId)?.cardStatus
    }

    server.clock.now = new Date(season.endAt.getTime() + 30 * DAY_MS - 1)
    await server.worker.runDue()
    const before = await cardOf()
    server.clock.now = new Date(season.endAt.getTime() + 30 * DAY_MS)
    await server.worker.runDue()

    expect(before).toBe('COMPLETED')
    expect(await cardOf()).toBe('EXPIRED')
    expect(await firstRoundOf(member, season.seasonId)).toMatchObject({ myRewardState: 'EXPIRED' })
    const shown = await member.call('season.show', { params: { seasonId: season.seasonId } })
    expect(shown.data?.me.receivedReward).toBe('0')
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })
})

test('notifies every member once when a season begins', async () => {
  const member = await signUpMember(server)
  const { seasonId, startAt } = await aSeason(server, { startsInDays: 2 })
  const alerts = () =>
    rowsOf<{ data: unknown }>(
      server.ctx.db,
      sql`select data from alerts where member_id = ${member.userId} and code = 'SEASON_OPEN'
        and data ->> 'seasonId' = ${String(seasonId)}`,
    )

  server.clock.now = new Date(startAt.getTime() - 1)
  await server.worker.runDue()
  const before = await alerts()
  server.clock.now = startAt
  await server.worker.runDue()

  expect(before).toEqual([])
  expect(await alerts()).toEqual([{ data: { seasonId } }])
})

test('announces a season that is published at its start, but not one of yesterday', async () => {
  const member = await signUpMember(server)
  const { startAt } = await aSeason(server, { startsInDays: 40 })
  server.clock.now = new Date(startAt.getTime() + 1000)
  const atOnce = await aSeason(server)
  const past = await aSeason(server, { startsInDays: -1 })
  await server.worker.runDue()

  const alertRows = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select data ->> 'seasonId' as id from alerts where member_id = ${member.userId}
      and code = 'SEASON_OPEN'`,
  )
  expect(alertRows.map(({ id }) => Number(id))).toContain(atOnce.seasonId)
  expect(alertRows.map(({ id }) => Number(id))).not.toContain(past.seasonId)
})
