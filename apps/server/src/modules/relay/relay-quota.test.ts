import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOLD_TTL_MS } from '@solstice/rules/hold/hold'
import { insertHoldOf } from '#test/test-hold.ts'
import {
  aRelayMember,
  arrivedSends,
  forgetSends,
  offerOf,
  signSend,
  startRelayApp,
} from '#test/test-relay.ts'
import type { TestApp } from '#test/test-app.ts'
import { aSeason, earnXp } from '#test/test-season.ts'
import { advanceChains } from '#test/test-treasury.ts'

let server: TestApp
let seasonId: number
beforeAll(async () => {
  server = await startRelayApp()
  ;({ seasonId } = await aSeason(server))
})
afterAll(() => server.close())

test.each([
  ['Bronze', 0, 2],
  ['Silver', 2000, 3],
  ['Gold', 5000, 4],
  ['Platinum', 10_000, 5],
  ['Diamond', 20_000, 5],
])('the quota of %s allows its last send and refuses the next one', async (_tier, xp, quota) => {
  const member = await aRelayMember(server)
  const { memberId, browser } = member
  const { db } = server.ctx
  if (xp > 0) await earnXp(server, seasonId, new Map([[memberId, xp]]))
  await arrivedSends(server, member, quota - 1)
  expect(await offerOf(server, member)).toMatchObject({ offer: 'READY', quota, used: quota - 1 })

  const last = await browser.call('relay.send', { body: await signSend(server, member) })
  await advanceChains(server, 8)
  await forgetSends(server, member)
  const body = await signSend(server, member)
  await db.execute(sql`update relay_sends set month = '2026-06' where member_id = ${memberId}`)
  const next = await browser.call('relay.send', { body })

  expect(last.code).toBe(0)
  expect(next).toMatchObject({ code: Code.RELAY_QUOTA_SPENT, data: { quota, used: quota } })
  expect(await offerOf(server, member)).toMatchObject({ offer: 'QUOTA', quota, used: quota })
})

test('a member with a fair-play hold is refused with the end of the hold', async () => {
  const member = await aRelayMember(server)
  const body = await signSend(server, member)
  const holdId = await insertHoldOf(server, member.memberId)
  const until = new Date(server.ctx.now().getTime() + HOLD_TTL_MS).toISOString()

  const refused = await member.browser.call('relay.send', { body })

  expect(refused).toMatchObject({ code: Code.PAYOUT_ON_HOLD, data: { until, holdId } })
  expect(await offerOf(server, member)).toMatchObject({ offer: 'HELD', heldUntil: until })
})
