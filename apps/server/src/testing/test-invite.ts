import { referralUnits } from '@solstice/rules/invite'
import { transfer } from '#/platform/ledger.ts'
import type { TestApp } from './test-app.ts'
import { logInAgain, signUpMember, type Browser } from './test-member.ts'
import { aWallet, registerWallet } from './test-wallet.ts'

type Member = Browser & { email: string; userId: number }

const DAY_MS = 24 * 60 * 60_000

/** Signs up with the code of who invited them. */
export async function aFriendOf(server: TestApp, referrer: Browser): Promise<Member> {
  const { data } = await referrer.call('referral.mine', {})
  if (!data) throw new Error('Who invites has a code')
  return signUpMember(server, { referralCode: data.referralCode })
}

/** Comes back on so many days, the first of them tomorrow, and checks in. */
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

/** Friends with a wallet each and three check-ins: worth a reward in a week. */
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

/** As if it had been earned and claimed: for tests that begin with a balance. */
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
