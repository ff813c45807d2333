import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { PayoutRequest } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { fakePayouts } from '#test/fake-payouts.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aFriendOf, giveReferralBalance, qualifiedFriends } from '#test/test-invite.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'
import { aWallet, endPauses, registerWallet } from '#test/test-wallet.ts'
import { qualifyFriend } from './qualification.service.ts'

const CONCURRENCY = 20
const PIN = '135790'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const tally = (replies: readonly { code: number }[]) => {
  const codes = replies.map(({ code }) => code)
  return {
    succeeded: codes.filter((code) => code === 0).length,
    refusals: new Set(codes.filter((code) => code !== 0)),
  }
}

test('claims a reward once when many claims run concurrently, in XP and in tokens', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  await aFriendOf(server, member)

  const xp = await Promise.all(
    Array.from({ length: CONCURRENCY }, () =>
      member.call('invite.claim', { query: { type: 'FIRST_INVITE', seasonId } }),
    ),
  )
  await qualifiedFriends(server, member, { seasonId })
  server.clock.advance(7 * DAY_MS)
  await logInAgain(member)
  const referral = await Promise.all(
    Array.from({ length: CONCURRENCY }, () =>
      member.call('invite.claim', { query: { type: 'REFERRAL' } }),
    ),
  )

  expect(tally(xp)).toEqual({ succeeded: 1, refusals: new Set([Code.ALREADY_CLAIMED]) })
  expect(tally(referral)).toEqual({ succeeded: 1, refusals: new Set([Code.NOTHING_TO_CLAIM]) })
  const { db } = server.ctx
  const scope = `season:${seasonId}`
  expect(await balanceOf(db, { member: member.userId, asset: 'XP', scope })).toBe(100n)
  expect(await balanceOf(db, { member: member.userId, asset: 'REFERRAL' })).toBe(1_000_000n)
})

test('limits concurrent withdrawals to the balance and to the daily limit', async () => {
  const requested: PayoutRequest[] = []
  server.ctx.payouts = fakePayouts(async (_tx, payout) => requested.push(payout))
  const poor = await signUpMember(server)
  const rich = await signUpMember(server)
  const tokens = new Map<number, { 'x-pin-token': string }[]>()
  for (const [member, balance] of [
    [poor, '25'],
    [rich, '500'],
  ] as const) {
    await registerWallet(member, aWallet())
    await endPauses(server, member.userId)
    await giveReferralBalance(server, member.userId, balance)
    const each = []
    for (let at = 0; at < 6; at += 1) each.push(await pinHeader(member, PIN, 'WITHDRAW'))
    tokens.set(member.userId, each)
  }
  const withdrawConcurrently = (member: typeof poor, amount: string) =>
    Promise.all(
      (tokens.get(member.userId) ?? []).map((header) =>
        member.call('invite.withdraw', { body: { amount, chainId: 31_337 } }, header),
      ),
    )

  const few = tally(await withdrawConcurrently(poor, '10'))
  const many = tally(await withdrawConcurrently(rich, '30'))

  expect(few).toEqual({ succeeded: 2, refusals: new Set([Code.REWARD_BALANCE_INSUFFICIENT]) })
  expect(many).toEqual({ succeeded: 3, refusals: new Set([Code.WITHDRAW_LIMIT_EXCEEDED]) })
  expect(requested).toHaveLength(5)
  const left = await balanceOf(server.ctx.db, { member: poor.userId, asset: 'REFERRAL' })
  expect(left).toBe(5_000_000n)
})

test('accepts one of two concurrent withdrawals with the same PIN token', async () => {
  const member = await signUpMember(server)
  await registerWallet(member, aWallet())
  await endPauses(server, member.userId)
  await giveReferralBalance(server, member.userId, '50')
  const header = await pinHeader(member, PIN, 'WITHDRAW')

  const replies = await Promise.all(
    Array.from({ length: 2 }, () =>
      member.call('invite.withdraw', { body: { amount: '10', chainId: 31_337 } }, header),
    ),
  )

  expect(tally(replies)).toEqual({
    succeeded: 1,
    refusals: new Set([Code.PIN_VERIFICATION_REQUIRED]),
  })
})

test('counts concurrently qualifying friends once and within the budget of the season', async () => {
  const { db } = server.ctx
  const { seasonId } = await aSeason(server)
  await db.execute(sql`insert into invite_terms (first_invite_xp, total_invite_count, total_invite_xp,
      symbol, referral_reward, check_in_days, claim_delay_days, max_per_referrer, season_budget,
      min_withdraw, max_withdraw_per_day, created_at)
    values (100, 10, 500, 'USDS', 1000000, 3, 7, 2000000, 3000000, 1000000, 1000000, now())`)
  const [one, two] = [await signUpMember(server), await signUpMember(server)]
  const friends = [
    await aFriendOf(server, one),
    await aFriendOf(server, one),
    await aFriendOf(server, one),
    await aFriendOf(server, two),
    await aFriendOf(server, two),
  ]
  for (const friend of friends) await registerWallet(friend, aWallet())
  const ids = JSON.stringify(friends.map(({ userId }) => userId))
  const today = server.clock.now.toISOString().slice(0, 10)
  await db.execute(sql`insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
    select ${seasonId}, 1, m.value::bigint, 'slot-' || d, ${today}::date + d, 0
    from jsonb_array_elements_text(${ids}::jsonb) m, generate_series(1, 3) d`)

  await Promise.all([...friends, ...friends].map(({ userId }) => qualifyFriend(server.ctx, userId)))

  const rows = await rowsOf<{ amount: string }>(
    db,
    sql`select amount::text from invite_referrals where season_id = ${seasonId}`,
  )
  expect(rows).toHaveLength(5)
  expect(rows.filter(({ amount }) => amount === '1000000')).toHaveLength(3)
  await db.execute(sql`delete from mission_completions where season_id = ${seasonId}`)
  await db.execute(sql`delete from invite_terms`)
})

test('keeps the ledger and the programme consistent after all tests above', async () => {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
