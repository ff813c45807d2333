import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutRequest } from '#/platform/context.ts'
import { rowsOf } from '#/platform/db.ts'
import { bareMember } from '#/testing/bare-members.ts'
import { startTestApp, type TestApp } from '#/testing/test-app.ts'
import { signUpMember } from '#/testing/test-member.ts'
import { aSeason } from '#/testing/test-season.ts'
import { aWallet, registerWallet } from '#/testing/test-wallet.ts'
import { waitingSessions } from '#/testing/waiting-sessions.ts'
import { settleRound } from './round.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('a reward goes to a wallet that is registered while the round is settled', async () => {
  const { firstRound } = await aSeason(server)
  const { roundId } = firstRound
  const { db } = server.ctx
  const first = await bareMember(db)
  const member = await signUpMember(server)
  const wallet = aWallet()
  await db.execute(
    sql`update members set wallet_address = ${aWallet().address} where id = ${first}`,
  )
  await db.execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
    values (${roundId}, ${first}, 100, 3), (${roundId}, ${member.userId}, 100, 3)`)
  const requested: PayoutRequest[] = []
  let registering: Promise<unknown> | undefined
  let isRegistered = false
  // The first is being paid, the second is known to have no wallet: then theirs comes.
  server.ctx.payouts = {
    request: async (_tx, payout) => {
      const payoutId = requested.push(payout)
      if (registering) return payoutId
      registering = registerWallet(member, wallet).finally(() => (isRegistered = true))
      await expect
        .poll(async () => isRegistered || (await waitingSessions(db)) > 0, { timeout: 15_000 })
        .toBe(true)
      return payoutId
    },
  }

  const ended = { ...server.ctx, now: () => new Date(firstRound.endAt.getTime() + 60_000) }
  await settleRound(ended, roundId)
  await registering

  expect(requested.map(({ memberId }) => memberId)).toEqual([first, member.userId])
  expect(requested[1]).toMatchObject({ address: wallet.address })
  const states = await rowsOf(db, sql`select state from round_rewards where round_id = ${roundId}`)
  expect(states).toEqual([{ state: 'PENDING' }, { state: 'PENDING' }])
})
