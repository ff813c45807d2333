import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { reservePayout } from '#/modules/payout/payout-attempt.queries.ts'
import { lockPayout } from '#/modules/payout/payout.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { Refusal } from '#/platform/process/refusal.ts'
import { aRelayedSend } from '#test/relay-rows.ts'
import {
  aRelayMember,
  failedSends,
  listedSends,
  offerOf,
  signSend,
  startRelayApp,
  type RelayMember,
  type SendBody,
} from '#test/test-relay.ts'
import type { TestApp } from '#test/test-app.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { expireSend } from './relay-outcome.service.ts'
import { setSent } from './relay.queries.ts'
import { prepareSend, sendRelayed } from './relay.service.ts'

const CHAINS = [31_337, 31_338] as const

let server: TestApp
let member: RelayMember
beforeAll(async () => {
  server = await startRelayApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  member = await aRelayMember(server)
})

/** Verifies all sends before any of them is stored, and returns their codes in order. */
async function postAll(bodies: readonly SendBody[]): Promise<number[]> {
  const { ctx } = server
  const { memberId, wallet } = member
  const session = { memberId, walletAddress: wallet.address }
  const prepared = await Promise.all(bodies.map((body) => prepareSend(ctx, session, body)))
  const codes = await Promise.all(
    prepared.map((send) =>
      ctx.db
        .transaction((tx) => sendRelayed(tx, ctx, memberId, send))
        .then(
          () => 0,
          (error: unknown) => {
            if (error instanceof Refusal) return error.code
            throw error
          },
        ),
    ),
  )
  return codes.toSorted((a, b) => a - b)
}
const signOn = async (chains: readonly number[]) => {
  const bodies: SendBody[] = []
  for (const chainId of chains) bodies.push(await signSend(server, member, { chainId }))
  return bodies
}

test('two sends that arrive together after two failures cannot both fail', async () => {
  const bodies = await signOn(CHAINS)
  await failedSends(server, member, 2)

  expect(await postAll(bodies)).toEqual([0, Code.RELAY_UNDER_WAY])
  expect(await offerOf(server, member)).toMatchObject({ offer: 'UNDER_WAY', used: 1 })
  await advanceChains(server, 8)
  expect(await offerOf(server, member)).toMatchObject({ offer: 'READY', used: 1 })
})

test('two sends of a token that arrive together are accepted once', async () => {
  const bodies = await signOn([31_337, 31_337])

  expect(await postAll(bodies)).toEqual([0, Code.RELAY_UNDER_WAY])
  await advanceChains(server, 8)
  expect((await listedSends(member)).map(({ state }) => state)).toEqual(['DONE'])
})

test('sends on two chains that arrive together share the last place of the quota', async () => {
  const [first] = await signOn([31_337])
  expect(await postAll(first ? [first] : [])).toEqual([0])
  await advanceChains(server, 8)
  const bodies = await signOn(CHAINS)

  expect(await postAll(bodies)).toEqual([0, Code.RELAY_QUOTA_SPENT])
  const [count] = await rowsOf<{ sends: number }>(
    server.ctx.db,
    sql`select count(*)::int as sends from relay_sends where member_id = ${member.memberId}`,
  )
  expect(count?.sends).toBe(2)
})

test('a send that is signed while its deadline passes waits for no lock of its expiry', async () => {
  const { db, now } = server.ctx
  const { sendId, payoutId } = await aRelayedSend(db, member.memberId, now())
  let expiry: Promise<string> | undefined
  await db.transaction(async (tx) => {
    await lockPayout(tx, payoutId)
    expiry = expireSend(server.ctx, sendId)
    await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(1)
    await reservePayout(tx, payoutId, {
      nonce: 1_000_000,
      account: member.wallet.address,
      at: now(),
    })
    await setSent(tx, sendId, `0x${'5'.repeat(64)}`)
  })

  expect(await expiry).toBe('open')
  await db.execute(sql`update payouts set state = 'FAILED' where id = ${payoutId}`)
})
