import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  aFriendOf,
  checkInOnDays,
  claim,
  friendsOf,
  qualifiedFriends,
  resetProgramme,
  setTerms,
} from '#test/test-invite.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'

let server: TestApp
let support: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())
beforeEach(() => resetProgramme(server))

type Member = Browser & { email: string; userId: number }

/** Explains all friends of a member, newest first. */
async function explained(member: Member) {
  const list = []
  for (const { entryId } of await friendsOf(member)) {
    list.push((await member.call('explanation.mine', { params: { entryId } })).data)
  }
  return list
}

test('a friend is explained at every step to the claim', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  const friend = await aFriendOf(server, member)
  const outcomes: unknown[] = []
  const record = async () => outcomes.push((await explained(member))[0]?.outcome)
  await record()
  await registerWallet(friend, aWallet())
  await record()
  await checkInOnDays(server, [friend], { seasonId, days: 2 })
  await logInAgain(member)
  const [waiting] = await explained(member)
  await checkInOnDays(server, [friend], { seasonId, days: 1 })
  await logInAgain(member)
  await record()
  server.clock.advance(7 * DAY_MS)
  await logInAgain(member)
  await record()
  await claim(member, 'REFERRAL')
  await record()

  expect(outcomes).toEqual([
    'WALLET_MISSING',
    'CHECK_INS_MISSING',
    'WAITING',
    'CLAIMABLE',
    'CLAIMED',
  ])
  expect(waiting).toMatchObject({
    rule: 'friend',
    inputs: { checkInDays: 2, checkInDaysNeeded: 3, reward: '1', symbol: 'USDS', hasWallet: true },
    steps: [
      { check: 'WALLET', passed: true },
      { check: 'CHECK_INS', passed: false },
    ],
    next: { kind: 'FRIEND' },
  })
})

test('friends of one instant have different ids, on every page', async () => {
  const member = await signUpMember(server)
  const friends = []
  for (let made = 0; made < 5; made += 1) friends.push(await aFriendOf(server, member))
  const at = server.clock.now.toISOString()
  await server.ctx.db.execute(
    sql`update members set referred_at = ${at} where referred_by = ${member.userId}`,
  )
  await server.ctx.db.execute(sql`update members set referred_at = referred_at - interval '1 day'
    where id = ${friends[0]?.userId}`)
  const whole = (await friendsOf(member)).map(({ entryId }) => entryId)
  const paged: string[] = []
  const read = (before: string) =>
    member.call('invite.referrals', { query: { before, size: 2 } }).then(({ data }) => data)
  for (let page = await read('latest'); page;) {
    paged.push(...page.list.map(({ entryId }) => entryId))
    page = page.nextCursor === null ? null : await read(page.nextCursor)
  }
  const ids = []
  for (const entryId of whole) {
    const params = { userId: member.userId, entryId }
    const { data } = await support.call('explanation.ofMember', { params })
    ids.push(data?.hiddenInputs['friendId'])
  }

  const ms = server.clock.now.getTime()
  expect(whole).toEqual([
    ...[1, 2, 3, 4].map((place) => `friend:${ms}.${place}`),
    `friend:${ms - DAY_MS}.1`,
  ])
  expect(paged).toEqual(whole)
  expect(ids).toEqual(friends.map(({ userId }) => userId).toSorted((a, b) => b - a))
  for (const entryId of [`friend:${ms}.5`, `friend:${ms}.0`, `friend:${ms + 1}.1`]) {
    const reply = await member.call('explanation.mine', { params: { entryId } })
    expect(reply.code).toBe(Code.NOT_FOUND)
  }
})

test('members never learn by which sign a friend does not count, and operators do', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  const used = aWallet()
  await registerWallet(member, used)
  await server.ctx.db.execute(
    sql`update members set wallet_address = null where id = ${member.userId}`,
  )
  const second = await aFriendOf(server, member)
  await registerWallet(second, used)
  const [counted] = await qualifiedFriends(server, member, { seasonId })
  const again = await aFriendOf(server, member)
  await server.ctx.db.execute(sql`update members set wallet_address = null
    where id = ${counted?.userId}`)
  const [registered] = await rowsOf<{ address: string }>(
    server.ctx.db,
    sql`select address from wallet_registrations
    where member_id = ${counted?.userId}`,
  )
  await server.ctx.db.execute(sql`update members set wallet_address = ${registered?.address}
    where id = ${again.userId}`)
  const mailbox = await signUpMember(server, { email: member.email.replace('@', '+two@') })
  const circle = await aFriendOf(server, member)
  await server.ctx.db.execute(sql`update members set referred_by = ${member.userId},
    referred_at = ${server.clock.now.toISOString()} where id = ${mailbox.userId}`)
  await server.ctx.db.execute(sql`update members set referred_by = ${circle.userId},
    referred_at = ${server.clock.now.toISOString()} where id = ${member.userId}`)
  await logInAgain(member)
  const signs = new Map<unknown, unknown>()
  const own = []
  for (const { entryId } of await friendsOf(member)) {
    const params = { userId: member.userId, entryId }
    const { data } = await support.call('explanation.ofMember', { params })
    const mine = (await member.call('explanation.mine', { params: { entryId } })).data
    expect(data).toMatchObject(mine ?? {})
    signs.set(data?.hiddenInputs['friendId'], data?.hiddenInputs['notCountedFor'])
    if (data?.outcome === 'NOT_COUNTED') own.push(mine)
  }

  expect([second, again, mailbox, circle].map(({ userId }) => signs.get(userId))).toEqual([
    'OWN_WALLET',
    'WALLET_SERVED',
    'SAME_PERSON',
    'CIRCLE',
  ])
  expect(own).toHaveLength(4)
  for (const mine of own) {
    expect(Object.keys(mine?.inputs ?? {})).toEqual(['joinedAt'])
    expect(mine).toMatchObject({ steps: [], next: null, seasonId: null })
    expect(JSON.stringify(mine)).not.toMatch(/WALLET|SAME|CIRCLE|SERVED|mailbox/)
  }
})

test('a friend above the limit of the season names the limit', async () => {
  const { seasonId } = await aSeason(server)
  await setTerms(server, { maxPerReferrer: '10', referralReward: '10', seasonBudget: '1000' })
  const member = await signUpMember(server)
  await qualifiedFriends(server, member, { seasonId, count: 2 })

  const outcomes = (await explained(member)).map((each) => each?.outcome)

  expect(new Set(outcomes)).toEqual(new Set(['REFERRER_CAP', 'WAITING']))
})
