import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  available,
  checkInOnDays,
  claim,
  friendsOf,
  inviteSummaryOf,
  resetProgramme,
} from '#test/test-invite.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => resetProgramme(server))

/**
 * Signs the friends up with the referrer's code; each registers a wallet and checks in on three
 * days.
 */
async function friendsAt(referrer: Browser, emails: readonly string[], seasonId: number) {
  const { data } = await referrer.call('referral.mine', {})
  if (!data) throw new Error('The referrer has no code')
  const friends = []
  for (const email of emails) {
    const friend = await signUpMember(server, { email, referralCode: data.referralCode })
    await registerWallet(friend, aWallet())
    friends.push(friend)
  }
  await checkInOnDays(server, friends, { seasonId, days: 3 })
  return friends
}

const statesOf = async (referrer: Browser) =>
  (await friendsOf(referrer)).map(({ state }) => state).toSorted()

test('twelve accounts of one mailbox count as one friend at most, and earn no XP for the invite total', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  const emails = Array.from({ length: 12 }, (_, at) => `far.m+${at}@gmail.com`)

  await friendsAt(member, emails, seasonId)
  server.clock.advance(7 * DAY_MS)
  await logInAgain(member)
  const total = await available(member, 'TOTAL_INVITE', seasonId)
  const refused = await claim(member, 'TOTAL_INVITE', seasonId)
  const first = await claim(member, 'FIRST_INVITE', seasonId)
  await claim(member, 'REFERRAL')

  expect(total).toMatchObject({ available: false, progress: 1, goal: 10 })
  expect(refused.code).toBe(Code.NOTHING_TO_CLAIM)
  expect(first.code).toBe(0)
  expect((await inviteSummaryOf(member)).withdrawable).toBe('1')
  const states = await statesOf(member)
  expect(states.filter((state) => state === 'NEVER')).toHaveLength(11)
})

test('an account of the referrer’s own mailbox can sign up but never counts as a friend', async () => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server, { email: 'mina.kim@gmail.com' })

  await friendsAt(member, ['minakim+second@googlemail.com'], seasonId)
  await logInAgain(member)

  expect(await statesOf(member)).toEqual(['NEVER'])
  expect((await inviteSummaryOf(member)).referralBalance).toBe('0')
})

test('a mailbox that has counted for one member does not count for another', async () => {
  const { seasonId } = await aSeason(server)
  const [first, second] = [await signUpMember(server), await signUpMember(server)]

  await friendsAt(first, ['jun+a@harbor.example'], seasonId)
  await logInAgain(second)
  await friendsAt(second, ['jun+b@harbor.example', 'ju.n@harbor.example'], seasonId)
  await logInAgain(second)

  // Dots are significant unless the provider ignores them.
  expect(await statesOf(second)).toEqual(['NEVER', 'WAITING'])
})
