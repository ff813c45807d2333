import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import { openBrowser, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'
import { aSalt, blindPin, enrolPin, pinHeader } from '#test/test-pin.ts'
import { aSeason, earnXp, settleRound } from '#test/test-season.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, signedChallenge } from '#test/test-wallet.ts'

let server: TestApp
let treasury: string
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
})
afterAll(() => server.close())

/** Opens a browser with a copy of the member's cookies. */
function thiefOf(member: Browser): Browser {
  const thief = openBrowser(server)
  for (const [name, value] of member.cookies) thief.cookies.set(name, value)
  return thief
}

async function registerAs(browser: Browser, headers: Record<string, string> = {}) {
  const body = await signedChallenge(browser, aWallet(), 'IMPORT')
  return { address: body.address, reply: await browser.call('wallet.register', { body }, headers) }
}

const mailsTo = (email: string) =>
  server.mails.filter(({ to, code }) => to === email && code === undefined)

describe('a member without a wallet', () => {
  test('loses no pending reward to a copied session', async () => {
    const season = await aSeason(server)
    const member = await signUpMember(server)
    await earnXp(server, season.seasonId, new Map([[member.userId, 100]]))
    await server.ctx.db.execute(
      sql`update round_standings set check_in_days = 3 where member_id = ${member.userId}`,
    )
    server.clock.now = new Date(season.firstRound.endAt.getTime() + 1000)
    await member.call('auth.login', { body: { email: member.email, password: PASSWORD } })
    await settleRound(server.ctx, season.firstRound.roundId)

    const { address, reply } = await registerAs(thiefOf(member))
    await advanceChains(server)

    const { data } = await member.call('season.rounds', {
      params: { seasonId: season.seasonId },
    })
    expect(data?.list[0]).toMatchObject({ myReward: '2500', myRewardState: 'WAITING' })
    expect(reply.code).toBe(Code.PIN_VERIFICATION_REQUIRED)
    expect(await transfersBetween(server, treasury, address)).toEqual([])
  })

  test('loses no balance to a stolen password, and is notified by mail', async () => {
    const member = await signUpMember(server)
    await giveReferralBalance(server, member.userId, '50')
    const thief = openBrowser(server)
    await thief.call('auth.login', { body: { email: member.email, password: PASSWORD } })

    await enrolPin(thief, '135790')
    const { address, reply } = await registerAs(
      thief,
      await pinHeader(thief, '135790', 'WALLET_REGISTER'),
    )
    const withdrawal = await thief.call(
      'invite.withdraw',
      { body: { amount: '50', chainId: 31_337 } },
      await pinHeader(thief, '135790', 'WITHDRAW'),
    )
    await advanceChains(server)

    expect(reply.code).toBe(0)
    expect(withdrawal.code).toBe(Code.WITHDRAWALS_PAUSED)
    expect(await transfersBetween(server, treasury, address)).toEqual([])
    expect(mailsTo(member.email).map(({ subject }) => subject)).toEqual([
      'New sign-in to Solstice',
      'A PIN was set for your Solstice account',
      'A wallet was connected to your Solstice account',
    ])
  })

  test('is protected from a PIN set by a session whose log-in is older than ten minutes', async () => {
    const member = await signUpMember(server)
    server.clock.advance(10 * MINUTE_MS)
    const salt = aSalt()
    const begun = await thiefOf(member).call('pin.enrol', {
      body: { salt, blinded: blindPin('135790', salt).blinded },
    })
    expect(begun.code).toBe(Code.PASSWORD_MISMATCH)
  })
})
