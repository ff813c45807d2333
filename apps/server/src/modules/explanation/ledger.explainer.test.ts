import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { expireNextRewards } from '#/modules/season/round.service.ts'
import { transfer, type Asset } from '#/platform/books/ledger.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aFriendOf, claim } from '#test/test-invite.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, settleRound } from '#test/test-season.ts'

let server: TestApp
let support: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  server.clock.now = new Date('2026-06-23T08:00:00.000Z')
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())

async function ofMember(userId: number, entryId: string) {
  const { data } = await support.call('explanation.ofMember', { params: { userId, entryId } })
  return data
}

test('an adjustment has the token of its season, and season XP is XP', async () => {
  const { seasonId } = await aSeason(server)
  await server.ctx.db.execute(sql`update seasons set reward_decimals = 18, reward_symbol = 'SUN'
    where id = ${seasonId}`)
  const { userId } = await signUpMember(server)
  const adjusted = async (asset: Asset, amount: bigint) => {
    const { transactionId } = await transfer(server.ctx.db, {
      kind: 'ADJUSTMENT',
      key: `adjusted:${asset}:${userId}`,
      at: server.clock.now,
      from: { system: asset === 'REWARD' ? 'TREASURY' : 'ISSUANCE' },
      to: { member: userId },
      asset,
      scope: `season:${seasonId}`,
      amount,
    })
    return ofMember(userId, `ledger:${transactionId}`)
  }

  const reward = await adjusted('REWARD', 10n ** 18n)
  const seasonXp = await adjusted('SEASON_XP', 40n)

  expect(reward).toMatchObject({
    rule: 'adjustment',
    seasonId,
    sums: [{ unit: 'SUN', parts: [{ part: 'ADJUSTMENT', amount: '1' }], total: '1' }],
    equalsLedger: null,
  })
  expect(seasonXp).toMatchObject({ sums: [{ unit: 'XP', total: '40' }] })
})

test('an altered claim of an invite is not the one of the rule', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  await aFriendOf(server, member)
  await claim(member, 'FIRST_INVITE', seasonId)
  const [row] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select id from histories where member_id = ${member.userId} and kind = 'INVITE'`,
  )
  const why = () => ofMember(member.userId, `history:${row?.id}`)
  const set = (change: ReturnType<typeof sql>) =>
    server.ctx.db.execute(sql`update histories set ${change} where id = ${row?.id}`)

  const granted = await why()
  await set(sql`xp = xp + 1`)
  const moreXp = await why()
  await set(sql`xp = xp - 1, data = jsonb_set(data, '{trace,inputs,goal}', '100')`)
  const belowGoal = await why()

  expect(granted).toMatchObject({ rule: 'invite', replayed: true, equalsLedger: true })
  expect(moreXp).toMatchObject({ replayed: false, equalsLedger: false })
  expect(belowGoal).toMatchObject({ replayed: false, equalsLedger: true })
})

test('a round keeps the versions that settled it, and an expired reward leaves the ledger', async () => {
  const season = await aSeason(server)
  const { seasonId, firstRound } = season
  const members = [await signUpMember(server), await signUpMember(server)]
  const [paid, unpaid] = members
  if (!paid || !unpaid) throw new Error('The round has no members')
  for (let day = 0; day < 3; day += 1) {
    if (day > 0) server.clock.advance(DAY_MS)
    for (const member of day === 0 ? members : [paid]) {
      await logInAgain(member)
      await execute(member, seasonId, 1)
    }
  }
  server.clock.now = new Date(firstRound.endAt.getTime() + 3 * 60 * 60_000)
  await server.worker.runDue()
  await settleRound(server.ctx, firstRound.roundId)
  await server.ctx.db.execute(sql`update seasons set version = version + 1 where id = ${seasonId}`)
  await server.ctx.db.execute(sql`update histories
    set data = jsonb_set(data, '{trace,inputs,checkInDaysNeeded}', '2')
    where member_id = ${paid.userId} and kind = 'ROUND_REWARD'`)
  const entryId = `round:${firstRound.roundId}`
  const none = await ofMember(unpaid.userId, entryId)
  const some = await ofMember(paid.userId, entryId)
  await server.ctx.db.execute(sql`delete from rate_limits`)
  await expireNextRewards(server.ctx, seasonId, undefined)
  const [posting] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select transaction_id as id from ledger_keys
      where key = ${`expired:round:${firstRound.roundId}:${paid.userId}`}`,
  )
  const expired = await ofMember(paid.userId, `ledger:${posting?.id}`)

  expect(none).toMatchObject({
    outcome: 'TOO_FEW_DAYS',
    ruleVersion: 2,
    seasonVersion: season.version,
    inputs: { checkInDays: 1, checkInDaysNeeded: 3 },
  })
  expect(some).toMatchObject({
    outcome: 'WAITING_FOR_WALLET',
    seasonVersion: season.version,
    inputs: { checkInDaysNeeded: 2 },
    sums: [{ unit: 'USDS', total: '1875' }],
  })
  expect(expired).toMatchObject({
    rule: 'round',
    outcome: 'EXPIRED',
    sums: [{ unit: 'USDS', parts: [{ part: 'SHARE', amount: '-1875' }], total: '-1875' }],
    ledgerTransactionId: Number(posting?.id),
  })
})
