import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { reservePayout } from '#/modules/payout/payout-attempt.queries.ts'
import { lockPayout } from '#/modules/payout/payout.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { refusalIn } from '#/platform/books/committed-refusal.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
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
          (result) => refusalIn(result)?.code ?? 0,
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

describe('a send that is submitted again while the server still tries it on the chain', () => {
  let body: SendBody
  beforeEach(async () => {
    body = await signSend(server, member)
  })
  /** The app repeats a submission with the same key. */
  const post = () =>
    member.browser.call('relay.send', { body }, { 'idempotency-key': `relay-${body.nonce}` })

  /** Runs `meanwhile` before the first call that tries the send; `again` is that of the second one. */
  async function postWith(meanwhile: () => Promise<void>, again?: () => Promise<never>) {
    const { chains } = server.ctx
    const nodeOf = chains.node.bind(chains)
    let tries = 0
    const spy = vi.spyOn(chains, 'node').mockImplementation((network) => {
      const node = nodeOf(network)
      return {
        ...node,
        call: async (method, params) => {
          if (method !== 'eth_estimateGas') return node.call(method, params)
          tries += 1
          if (tries === 1) await meanwhile()
          else if (tries === 2 && again) return again()
          return node.call(method, params)
        },
      }
    })
    return post().finally(() => spy.mockRestore())
  }

  test('returns the stored send, although its call reverts because the other one is mined', async () => {
    const second = await postWith(async () => {
      expect((await post()).code).toBe(0)
      await advanceChains(server, 8)
    })

    const [send, ...others] = await listedSends(member)
    expect(others).toEqual([])
    expect(second).toMatchObject({ code: 0, data: { sendId: send?.sendId } })
    expect(send?.state).toBe('DONE')
  })

  test('returns the stored send, although a send of the token is under way by now', async () => {
    const { ctx } = server
    const { memberId, wallet } = member
    const session = { memberId, walletAddress: wallet.address }
    const first = await prepareSend(ctx, session, body)
    let second: ReturnType<typeof post> | undefined
    await ctx.db.transaction(async (tx) => {
      // Stops the second submission after it has found no send with its intent.
      await tx.execute(sql`lock table treasury_contracts in access exclusive mode`)
      second = post()
      await expect.poll(() => waitingSessions(ctx.db), { timeout: 15_000 }).toBe(1)
      await sendRelayed(tx, ctx, memberId, first)
    })

    const [send] = await listedSends(member)
    expect(await second).toMatchObject({ code: 0, data: { sendId: send?.sendId } })
    await advanceChains(server, 8)
  })

  test('is not accepted any more once the second submission was refused', async () => {
    let second: number | undefined
    const first = await postWith(
      async () => {
        second = (await post()).code
      },
      () => Promise.reject(new ChainError('The node does not respond')),
    )

    expect([first.code, second]).toEqual([Code.RELAY_UNAVAILABLE, Code.RELAY_UNAVAILABLE])
    expect(await listedSends(member)).toEqual([])
  })

  test('is not accepted any more once the second submission was refused for a token that is off', async () => {
    const { db } = server.ctx
    const { token } = body
    const switchTo = (enabled: boolean) =>
      db.execute(
        sql`update contracts set enabled = ${enabled} where lower(address) = lower(${token})`,
      )
    let second: number | undefined
    const first = await postWith(async () => {
      await switchTo(false)
      second = (await post()).code
    })
    await switchTo(true)

    expect([first.code, second]).toEqual([Code.RELAY_UNAVAILABLE, Code.RELAY_UNAVAILABLE])
    expect(await listedSends(member)).toEqual([])
  })

  test('is not accepted any more once the second submission was refused for a send under way', async () => {
    const other = await signSend(server, member, { chainId: 31_338 })
    await failedSends(server, member, 2)
    let second: number | undefined
    const first = await postWith(async () => {
      expect((await member.browser.call('relay.send', { body: other })).code).toBe(0)
      second = (await post()).code
      // The reason ends before the first submission is decided.
      await advanceChains(server, 8)
    })

    expect([first.code, second]).toEqual([Code.RELAY_UNDER_WAY, Code.RELAY_UNDER_WAY])
    const accepted = (await listedSends(member)).filter(({ state }) => state !== 'FAILED')
    expect(accepted.map(({ chainId }) => chainId)).toEqual([31_338])
  })
})
