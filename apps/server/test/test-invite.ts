import { sql } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { referralUnits } from '@solstice/rules/invite'
import { transfer } from '#/platform/books/ledger.ts'
import type { TestApp } from './test-app.ts'
import { logInAgain, signUpMember, type Browser } from './test-member.ts'
import { anOperator, type OperatorInput } from './test-operator.ts'
import { aWallet, registerWallet } from './test-wallet.ts'

type Member = Browser & { email: string; userId: number }

/** The day on which tests of invites begin. */
export const noon = new Date('2026-06-23T08:00:00.000Z')

/**
 * Resets the clock to noon and deletes the terms and the rate limits that earlier tests have used
 * up.
 */
export async function resetProgramme({ clock, ctx }: TestApp): Promise<void> {
  clock.now = noon
  await ctx.db.execute(sql`delete from invite_terms`)
  await ctx.db.execute(sql`delete from rate_limits`)
}

/** Signs a friend up with the referrer's code. */
export async function aFriendOf(server: TestApp, referrer: Browser): Promise<Member> {
  const { data } = await referrer.call('referral.mine', {})
  if (!data) throw new Error('The referrer has no code')
  return signUpMember(server, { referralCode: data.referralCode })
}

/** Advances the clock day by day, starting tomorrow, and checks every friend in on each day. */
export async function checkInOnDays(
  server: TestApp,
  friends: readonly Member[],
  { seasonId, days }: { seasonId: number; days: number },
): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    server.clock.advance(DAY_MS)
    for (const friend of friends) {
      await logInAgain(friend)
      const params = { seasonId, missionId: 1 }
      const { code } = await friend.call('mission.execute', { params, body: {} })
      if (code !== 0) throw new Error(`The check-in was refused with ${code}`)
    }
  }
}

/** Creates friends with a wallet and three check-ins each, who earn a reward in a week. */
export async function qualifiedFriends(
  server: TestApp,
  referrer: Member,
  { seasonId, count = 1 }: { seasonId: number; count?: number },
): Promise<Member[]> {
  const friends: Member[] = []
  await logInAgain(referrer)
  for (let made = 0; made < count; made += 1) {
    const friend = await aFriendOf(server, referrer)
    await registerWallet(friend, aWallet())
    friends.push(friend)
  }
  await checkInOnDays(server, friends, { seasonId, days: 3 })
  await logInAgain(referrer)
  return friends
}

let given = 0

/** Credits a balance as if it had been earned and claimed, for tests that start with one. */
export async function giveReferralBalance(
  { ctx }: Pick<TestApp, 'ctx'>,
  memberId: number,
  amount: string,
): Promise<void> {
  given += 1
  await transfer(ctx.db, {
    kind: 'ADJUSTMENT',
    key: `test-referral:${given}`,
    at: ctx.now(),
    from: { system: 'TREASURY' },
    to: { member: memberId },
    asset: 'REFERRAL',
    amount: referralUnits(amount) ?? 0n,
  })
}

type ClaimType = CallData<'invite.claim'>['type']

export async function available(member: Browser, type: ClaimType, seasonId: number) {
  const { data } = await member.call('invite.availability', { query: { seasonId } })
  return data?.list.find((each) => each.type === type)
}

export const claim = (member: Browser, type: ClaimType, seasonId?: number) =>
  member.call('invite.claim', { query: { type, ...(seasonId === undefined ? {} : { seasonId }) } })

export async function inviteSummaryOf(member: Browser) {
  const { data } = await member.call('invite.mine', {})
  if (!data) throw new Error('invite.mine returned no data')
  return data
}

export async function friendsOf(member: Browser) {
  const { data } = await member.call('invite.referrals', { query: {} })
  return data?.list ?? []
}

export async function setTerms(
  server: TestApp,
  body: NonNullable<OperatorInput<'invite.setTerms'>['body']>,
): Promise<void> {
  const finance = await anOperator(server, 'FINANCE')
  await finance.call('invite.setTerms', { body })
}
