import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import type { PayoutRequest } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { fakePayouts } from '#test/fake-payouts.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason, settleRound, CONFIRMED, previewDraft } from '#test/test-season.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('pays a reward to a wallet that is registered during the settlement', async () => {
  const { firstRound } = await aSeason(server)
  const { roundId } = firstRound
  const { db } = server.ctx
  const first = await insertMember(db)
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
  // While the first reward is being paid, the second member, read without a wallet, registers one.
  server.ctx.payouts = fakePayouts(async (_tx, payout) => {
    requested.push(payout)
    if (registering) return requested.length
    registering = registerWallet(member, wallet).finally(() => (isRegistered = true))
    await expect
      .poll(async () => isRegistered || (await waitingSessions(db)) > 0, { timeout: 15_000 })
      .toBe(true)
    return requested.length
  })

  const ended = { ...server.ctx, now: () => new Date(firstRound.endAt.getTime() + 60_000) }
  await settleRound(ended, roundId)
  await registering

  expect(requested.map(({ memberId }) => memberId)).toEqual([first, member.userId])
  expect(requested[1]).toMatchObject({ address: wallet.address })
  const states = await rowsOf(db, sql`select state from round_rewards where round_id = ${roundId}`)
  expect(states).toEqual([{ state: 'PENDING' }, { state: 'PENDING' }])
})

test('refuses one of two drafts of the same weeks that are published concurrently', async () => {
  const { db } = server.ctx
  const operator = await anOperator(server, 'PROGRAMME')
  const day = programmeDayOf(new Date(server.clock.now.getTime() + 300 * 24 * 60 * 60_000))
  const plan = JSON.parse(JSON.stringify(demoSeason(THEMES[0], startOfDay(day)))) as never
  const draft = async () => {
    const { data } = await operator.call('seasonPlan.create', { body: { plan } })
    const seasonId = data?.seasonId ?? 0
    await previewDraft(server, seasonId)
    return { seasonId }
  }
  const drafts = [await draft(), await draft()]

  // Neither call can write its audit entry, so neither finishes before the other has started.
  const requests: ReturnType<typeof operator.call<'seasonPlan.publish'>>[] = []
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from audit_head for update`)
    for (const params of drafts) {
      requests.push(operator.call('seasonPlan.publish', { params, body: CONFIRMED }))
    }
    await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(2)
  })
  const codes = (await Promise.all(requests)).map(({ code }) => code)

  expect(codes.toSorted((a, b) => a - b)).toEqual([Code.SUCCESS, Code.INVALID_REQUEST])
})
