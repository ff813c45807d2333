import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { HOLD_MAX_MS } from '@solstice/rules/hold/hold'
import { SETTLE_AFTER_MS } from '@solstice/rules/round'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { FARM_PLANS, familyPlan, signUpAll, type Account } from '#test/hold-farms.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { heldMembers } from '#test/test-hold.ts'
import { checkInOnDays, giveReferralBalance } from '#test/test-invite.ts'
import { logInAgain } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import { advanceChains, fundTreasury, transfersBetween } from '#test/test-treasury.ts'
import { endPauses } from '#test/test-wallet.ts'
import { withdraw } from '#test/withdrawal-app.ts'
import { lapseHolds } from './hold.service.ts'

let server: TestApp
let treasury: string
let support: TestApprover
let finance: TestApprover
const farms: Account[][] = []
const families: Account[][] = []

beforeAll(async () => {
  server = await startTestApp({ withChains: true, withApprovals: true })
  treasury = await fundTreasury(server)
  support = await anApprover(server, 'SUPPORT')
  finance = await anApprover(server, 'FINANCE')
  const season = await aSeason(server)
  for (const plan of Object.values(FARM_PLANS)) farms.push(await signUpAll(server, plan))
  for (let number = 0; number < 10; number += 1) {
    families.push(await signUpAll(server, familyPlan(number)))
  }
  const everybody = [...farms, ...families].flat()
  // The clock stands still on each day, so that all of them have the same rhythm.
  await checkInOnDays(server, everybody, { seasonId: season.seasonId, days: 3 })
  // The round is settled by its job; no other assessment has run.
  server.clock.now = new Date(season.firstRound.endAt.getTime() + SETTLE_AFTER_MS)
  await advanceChains(server, 12)
}, 240_000)
afterAll(() => server.close())

const arrivedAt = async ({ wallet }: Account) =>
  (await transfersBetween(server, treasury, wallet.address)).length

async function expectNothingLeft(): Promise<void> {
  const arrived = await Promise.all(farms.flat().map(arrivedAt))
  expect(arrived.filter((count) => count > 0)).toEqual([])
}

test('ten families are paid, although each shares a device, a network, coins and invitations', async () => {
  const paid = await Promise.all(families.flat().map(arrivedAt))

  expect(paid).toEqual(families.flat().map(() => 1))
  const held = new Set(await heldMembers(server))
  expect(families.flat().filter(({ userId }) => held.has(userId))).toEqual([])
})

test('four farms are held before they are paid, and keep playing', async () => {
  expect(await heldMembers(server)).toEqual(
    farms
      .flat()
      .map(({ userId }) => userId)
      .toSorted((one, other) => one - other),
  )
  await expectNothingLeft()
  for (const [member] of farms) {
    if (!member) throw new Error('The farm is empty')
    await logInAgain(member)
    const { data } = await member.call('hold.mine', {})
    expect(data?.list).toMatchObject([{ state: 'OPEN', amounts: [{ symbol: 'USDS' }] }])
    const { data: me } = await member.call('users.me', {})
    expect(me?.userId).toBe(member.userId)
  }
})

test('a held member cannot withdraw referral rewards, and reads why a reward waits', async () => {
  const [member] = farms[0] ?? []
  if (!member) throw new Error('The farm is empty')
  await logInAgain(member)
  await endPauses(server, member.userId)
  await giveReferralBalance(server, member.userId, '12')
  const refused = await withdraw(member, '12')
  const [payout] = await rowsOf<{ id: string | number }>(
    server.ctx.db,
    sql`select id from payouts where member_id = ${member.userId}`,
  )
  const { data: why } = await member.call('explanation.mine', {
    params: { entryId: `payout:${payout?.id}` },
  })

  expect(refused.code).toBe(2970)
  // A date alone would be another day for many members.
  expect(refused.msg).toMatch(/on hold until \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\.$/)
  expect(why).toMatchObject({ rule: 'payout', outcome: 'FAIR_PLAY', next: { kind: 'TIME' } })
  const others = farms.flat().filter(({ userId }) => userId !== member.userId)
  const text = JSON.stringify(why)
  expect(
    others.filter(({ email, wallet }) => text.includes(email) || text.includes(wallet.address)),
  ).toEqual([])
})

test('an upheld and disabled farm earns nothing, also after its holds have ended', async () => {
  await support.signInAgain()
  for (const [member] of farms) {
    const { data } = await support.call('hold.queue', {
      query: { userId: member?.userId ?? 0, filter: 'all' },
    })
    const params = { holdId: data?.list[0]?.holdId ?? 0 }
    const until = new Date(server.clock.now.getTime() + 90 * DAY_MS).toISOString()
    const body = {
      decision: 'UPHOLD',
      answer: 'SAME_PERSON',
      reason: 'One person',
      scope: 'GROUP',
      until,
    } as const
    const waiting = await support.call('hold.decide', { params, body })
    await finance.signInAgain()
    expect((await finance.approve(approvalIdOf(waiting))).code).toBe(0)
    await support.signInAgain()
  }
  server.clock.advance(30 * DAY_MS)
  await advanceChains(server)
  await expectNothingLeft()

  await support.signInAgain()
  for (const { userId } of farms.flat()) {
    const params = { userId }
    const body = { reason: 'One person' }
    expect((await support.call('operator.disableMember', { params, body })).code).toBe(0)
  }
  server.clock.advance(HOLD_MAX_MS)
  await lapseHolds(server.ctx)
  await advanceChains(server)

  expect(await heldMembers(server)).toEqual([])
  await expectNothingLeft()
  expect(await checkLedger(server.ctx.db)).toEqual([])
})
