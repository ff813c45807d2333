import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { memberRefusals } from '#/platform/books/refusals.table.ts'
import { settleRefusals } from '#/platform/books/refusals.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  aFriendOf,
  available,
  claim,
  noon,
  inviteSummaryOf,
  qualifiedFriends,
  setTerms,
  resetProgramme,
} from '#test/test-invite.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => resetProgramme(server))

describe('the invite event', () => {
  test('returns its terms in the requested language while the season runs', async () => {
    const member = await signUpMember(server)
    const before = await member.call('invite.terms', {})
    const { seasonId, startAt, endAt } = await aSeason(server)

    const english = await member.call('invite.terms', {})
    const korean = await member.call('invite.terms', {}, { 'accept-language': 'ko' })

    expect(before.data).toMatchObject({ eventId: 0, seasonId: null, title: 'Invite friends' })
    expect(english.data).toMatchObject({
      eventId: seasonId,
      seasonId,
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
      firstInviteXp: 100,
      totalInviteCount: 10,
      totalInviteXp: 500,
      referralReward: '1',
      referralSymbol: 'USDS',
      minWithdraw: '10',
      maxWithdrawPerDay: '100',
      checkInDays: 3,
      claimDelayDays: 7,
    })
    expect(korean.data?.title).toMatch(/[가-힣]/)
  })

  test('starts at zero for a member, with a reason for every reward that cannot be claimed', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { data } = await member.call('invite.availability', { query: { seasonId } })

    expect(await inviteSummaryOf(member)).toMatchObject({
      inviteCount: 0,
      claimedXp: 0,
      referralBalance: '0',
      withdrawable: '0',
      withdrawn: '0',
      withdrawLimitLeft: '100',
      withdrawalsPausedUntil: null,
    })
    const no = { available: false, claimed: false, progress: 0 }
    expect(data?.list).toMatchObject([
      { type: 'FIRST_INVITE', amount: '100', goal: 1, reason: 'NOT_ENOUGH_INVITES', ...no },
      { type: 'TOTAL_INVITE', amount: '500', goal: 10, reason: 'NOT_ENOUGH_INVITES', ...no },
      { type: 'REFERRAL', amount: '0', goal: 0, reason: 'NOTHING_EARNED', ...no },
    ])
  })
})

test('a claim of referral rewards that names a season is refused and kept nowhere', async () => {
  const member = await signUpMember(server)
  for (let seasonId = 1; seasonId <= 5; seasonId += 1) {
    const { code } = await claim(member, 'REFERRAL', seasonId)
    expect(code).toBe(Code.INVALID_REQUEST)
  }
  await settleRefusals(server.ctx)

  const kept = await server.ctx.db.select().from(memberRefusals)
  expect(kept.filter(({ memberId }) => memberId === member.userId)).toEqual([])
})

describe('invite XP', () => {
  test('is granted for the first friend, once per season, and does not count for the round', async () => {
    const season = await aSeason(server)
    const { seasonId } = season
    const member = await signUpMember(server)
    const early = await claim(member, 'FIRST_INVITE', seasonId)
    await aFriendOf(server, member)

    const before = await available(member, 'FIRST_INVITE', seasonId)
    const claimed = await claim(member, 'FIRST_INVITE', seasonId)
    const again = await claim(member, 'FIRST_INVITE', seasonId)

    expect(early).toMatchObject({
      code: Code.NOTHING_TO_CLAIM,
      data: { reason: 'NOT_ENOUGH_INVITES' },
    })
    expect(before).toMatchObject({ available: true, claimed: false, reason: null, progress: 1 })
    expect(claimed).toMatchObject({
      code: 0,
      data: { type: 'FIRST_INVITE', xp: 100, amount: null, claimedAt: noon.toISOString() },
    })
    expect(again).toMatchObject({
      code: Code.ALREADY_CLAIMED,
      data: { reason: 'ALREADY_CLAIMED' },
    })
    expect(await available(member, 'FIRST_INVITE', seasonId)).toMatchObject({
      available: false,
      claimed: true,
      reason: 'ALREADY_CLAIMED',
    })
    const { data } = await member.call('season.show', { params: { seasonId } })
    expect(data?.me).toMatchObject({ seasonXp: 100, xpBalance: 100, estimate: { myXp: 0 } })
    const history = await member.call('history.list', { params: { seasonId }, query: {} })
    expect(history.data?.list).toMatchObject([{ kind: 'INVITE', xp: 100, status: 'COMPLETED' }])
    expect((await inviteSummaryOf(member)).claimedXp).toBe(100)
  })

  test('is granted for a total of qualified friends', async () => {
    await setTerms(server, { totalInviteCount: 2 })
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    for (let friend = 0; friend < 3; friend += 1) await aFriendOf(server, member)
    const signedUp = await available(member, 'TOTAL_INVITE', seasonId)
    const tooEarly = await claim(member, 'TOTAL_INVITE', seasonId)
    await qualifiedFriends(server, member, { seasonId, count: 2 })

    const { data } = await claim(member, 'TOTAL_INVITE', seasonId)

    expect(signedUp).toMatchObject({ available: false, progress: 0, goal: 2 })
    expect(tooEarly.code).toBe(Code.NOTHING_TO_CLAIM)
    expect(data).toMatchObject({ xp: 500 })
    expect((await inviteSummaryOf(member)).inviteCount).toBe(5)
  })

  test('is refused for an ended, upcoming, unknown or missing season', async () => {
    const { seasonId } = await aSeason(server)
    const later = await aSeason(server, { startsInDays: 100 })
    const member = await signUpMember(server)
    await aFriendOf(server, member)

    const upcoming = await claim(member, 'FIRST_INVITE', later.seasonId)
    const unknown = await claim(member, 'FIRST_INVITE', 999_999)
    const unnamed = await claim(member, 'FIRST_INVITE')
    server.clock.advance(40 * DAY_MS)
    await logInAgain(member)
    const ended = await claim(member, 'FIRST_INVITE', seasonId)

    expect(upcoming).toMatchObject({
      code: Code.SEASON_NOT_OPEN,
      data: { reason: 'SEASON_UPCOMING' },
    })
    expect(unknown.code).toBe(Code.NOT_FOUND)
    expect(unnamed.code).toBe(Code.INVALID_REQUEST)
    expect(ended).toMatchObject({ code: Code.SEASON_NOT_OPEN, data: { reason: 'SEASON_ENDED' } })
    expect(await available(member, 'FIRST_INVITE', seasonId)).toMatchObject({
      available: false,
      reason: 'SEASON_ENDED',
    })
  })

  test('counts a friend who joined between two seasons for the next one only', async () => {
    server.clock.now = new Date('2028-01-01T08:00:00Z')
    const first = await aSeason(server)
    const next = await aSeason(server, { startsInDays: 40 })
    const member = await signUpMember(server)
    await countsAsQualified(await aFriendOf(server, member), member, first.seasonId)
    server.clock.advance(30 * DAY_MS)
    await logInAgain(member)
    await countsAsQualified(await aFriendOf(server, member), member, next.seasonId)

    expect(await available(member, 'TOTAL_INVITE', first.seasonId)).toMatchObject({ progress: 1 })
    expect(await available(member, 'TOTAL_INVITE', next.seasonId)).toMatchObject({ progress: 1 })
    expect((await inviteSummaryOf(member)).inviteCount).toBe(2)
  })
})

/** Inserts the referral as if the friend had a wallet and enough check-ins. */
async function countsAsQualified(
  friend: { userId: number },
  referrer: { userId: number },
  seasonId: number,
): Promise<void> {
  const now = server.clock.now.toISOString()
  await server.ctx.db.execute(sql`insert into invite_referrals (friend_id, referrer_id, season_id,
      wallet_fingerprint, amount, state, qualified_at, claimable_at)
    values (${friend.userId}, ${referrer.userId}, ${seasonId}, ${`wallet-of-${friend.userId}`}, 0,
      'CAPPED', ${now}::timestamptz, ${now}::timestamptz)`)
}

describe('the invite terms', () => {
  test('are changed by finance, one by one and audited, and only to valid values', async () => {
    const { seasonId } = await aSeason(server)
    const finance = await anOperator(server, 'FINANCE')
    const before = await finance.call('invite.showTerms', {})

    const set = await finance.call('invite.setTerms', {
      body: { firstInviteXp: 150, minWithdraw: '2.5' },
    })
    const broken = await finance.call('invite.setTerms', { body: { maxWithdrawPerDay: '1' } })
    const odd = await finance.call('invite.setTerms', { body: { referralReward: '1e3' } })
    const programme = await anOperator(server, 'PROGRAMME')
    const refused = await programme.call('invite.setTerms', { body: { firstInviteXp: 1 } })

    expect(before.data).toMatchObject({ setAt: null, terms: { firstInviteXp: 100 } })
    expect(set.data).toMatchObject({
      setAt: noon.toISOString(),
      terms: { firstInviteXp: 150, totalInviteXp: 500, minWithdraw: '2.5' },
    })
    expect(broken).toMatchObject({
      code: Code.INVALID_REQUEST,
      data: {
        problems: [
          {
            path: 'minWithdraw',
            text: expect.stringMatching(/above what a day allows/) as unknown,
          },
        ],
      },
    })
    expect(odd.code).toBe(Code.INVALID_REQUEST)
    expect(refused.code).toBe(Code.ACCESS_DENIED)
    const member = await signUpMember(server)
    await aFriendOf(server, member)
    expect((await claim(member, 'FIRST_INVITE', seasonId)).data?.xp).toBe(150)
    const auditor = await anOperator(server, 'AUDITOR')
    const audit = await auditor.call('operator.listAudit', { query: {} })
    expect(JSON.stringify(audit.data?.list)).toContain('invite.setTerms')
  })
})

test('keeps the ledger and the programme consistent after all tests above', async () => {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
