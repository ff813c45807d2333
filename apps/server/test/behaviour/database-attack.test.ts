import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { payMembers } from '#/modules/payout/payout.jobs.ts'
import type { TreasurySigner } from '#/platform/process/context.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { aSigner, type TestSigner } from '#test/test-signer.ts'
import { advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import type { ChainLimits } from '#/modules/signer/signer.service.ts'

const MILLION = 1_000_000n
const DAY_OF_TOKENS = { perDay: 300n * MILLION, refundsPerDay: 100n * MILLION }
const PER_DESTINATION = 150n * MILLION
const FEES_OF_A_DAY = 10n ** 16n

let server: TestApp
let signer: TestSigner
const { purposes, request } = payoutFixtures(() => server)

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  const { chainId, token } = chainOf(server).network
  const limits: ChainLimits[] = [
    {
      chainId,
      maxGas: 200_000n,
      maxFeePerGas: 20n * 10n ** 9n,
      feesPerDay: FEES_OF_A_DAY,
      refundFeesPerDay: FEES_OF_A_DAY / 4n,
      tokens: [
        {
          contract: token.address.toLowerCase(),
          perPayout: 100n * MILLION,
          perDestination: PER_DESTINATION,
          ...DAY_OF_TOKENS,
        },
      ],
    },
  ]
  signer = aSigner(server.ctx, limits)
  server.ctx.treasury = signer.signer
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  await server.devnet?.fundPayer(signer.key.address)
})
afterAll(async () => {
  await signer.close()
  await server.close()
})

async function balances(): Promise<{ tokens: bigint; coins: bigint }> {
  const { node, network } = chainOf(server)
  const { address } = signer.key
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  const call = [{ to: network.token.address, data }, 'latest']
  return {
    tokens: BigInt(String(await node.call('eth_call', call))),
    coins: BigInt(String(await node.call('eth_getBalance', [address, 'latest']))),
  }
}

const thief = aWallet().address
const stolen = async () =>
  (await transfersBetween(server, signer.key.address, thief)).reduce((sum, each) => sum + each, 0n)

/**
 * Attacks for three hours with all rights in the database. The caps there are as high as the column
 * allows.
 */
async function drainTreasury(signers: readonly TreasurySigner[]): Promise<void> {
  const { db } = server.ctx
  const { node, control } = chainOf(server)
  await db.execute(sql`alter table payouts drop constraint if exists payouts_amount`)
  await db.execute(
    sql`update payout_caps set per_member = 1e30, per_day = 1e30, refunds_per_day = 1e30`,
  )
  for (const purpose of ['REWARD', 'WITHDRAWAL', 'REFUND'] as const) {
    for (let more = 0; more < 6; more += 1) {
      await request({ purpose, amount: 90n * MILLION, address: thief })
      await request({ purpose, amount: 90n * MILLION, address: aWallet().address })
    }
  }
  await request({ amount: 900_000n * MILLION, address: thief })
  await request({ symbol: 'ETH', decimals: 18, amount: 500n * 10n ** 18n, address: thief })
  for (let hour = 0; hour < 3; hour += 1) {
    // The processes alternate: the jobs of one fail when it finds the lines of the other one.
    server.ctx.treasury = signers[hour % signers.length]
    await advanceChains(server, 8)
    server.clock.advance(HOUR_MS)

    // Rewrites the history: nothing was paid, and everything is queued again under other names.
    await db.execute(sql`update payouts set state = 'QUEUED', nonce = null, account = null,
      tx_hash = null, held_for = null, not_before = null, reserved_at = null, confirmed_at = null,
      cancels = null`)
    await db.execute(sql`delete from payout_attempts`)
    await db.execute(sql`update treasury_lanes set frozen_at = null,
      next_nonce = ${Number(await node.call('eth_getTransactionCount', [signer.key.address, 'latest']))}`)
    await advanceChains(server, 4)

    // Changes destination, amount, purpose and age of waiting payouts, and spells one address in
    // ways that look like several.
    await db.execute(sql`update payouts set amount = 100000000,
      address = case id % 3 when 0 then lower(${thief}::text) when 1 then ${` ${thief}`}::text
        else ${thief}::text end,
      purpose = case when id % 2 = 0 then 'REFUND' else 'REWARD' end,
      created_at = created_at - interval '3 days', reserved_at = null, not_before = null,
      cancels = null where state = 'QUEUED'`)
    await advanceChains(server, 4)

    // Deletes signed bytes, and reassigns the same nonces to other recipients with higher fees,
    // some of them as cancellations.
    await db.execute(sql`update payout_attempts set raw = null, tx_hash = null,
      max_fee = max_fee * 3, gas = gas * 2`)
    await db.execute(sql`update payouts set state = 'RESERVED', tx_hash = null, confirmed_at = null,
      address = ${thief}, amount = amount + 1,
      purpose = case when id % 4 = 0 then 'CANCEL' else purpose end where nonce is not null`)
    await advanceChains(server, 4)
    await db.execute(sql`update treasury_lanes set frozen_at = null`)
  }
  await control.mine(5)
}

describe('an attacker with write access to the whole database', () => {
  test('takes no more than one day of the hard limits, and no more than its limit to one address', async () => {
    const before = await balances()
    await drainTreasury([signer.signer])
    const after = await balances()

    const lostTokens = before.tokens - after.tokens
    expect(lostTokens).toBeGreaterThan(PER_DESTINATION)
    expect(lostTokens).toBeLessThanOrEqual(DAY_OF_TOKENS.perDay + DAY_OF_TOKENS.refundsPerDay)
    expect(await stolen()).toBeGreaterThan(0n)
    expect(await stolen()).toBeLessThanOrEqual(PER_DESTINATION)
    expect(before.coins - after.coins).toBeLessThanOrEqual(FEES_OF_A_DAY)
  })

  test('takes one more day of limits on a second day, also if two signers share the folder', async () => {
    server.clock.advance(DAY_MS)
    const [before, stolenBefore] = [await balances(), await stolen()]
    await drainTreasury([signer.signer, await signer.duplicate()])
    const after = await balances()

    const lostTokens = before.tokens - after.tokens
    expect(lostTokens).toBeGreaterThan(0n)
    expect(lostTokens).toBeLessThanOrEqual(DAY_OF_TOKENS.perDay + DAY_OF_TOKENS.refundsPerDay)
    expect((await stolen()) - stolenBefore).toBeLessThanOrEqual(PER_DESTINATION)
    expect(before.coins - after.coins).toBeLessThanOrEqual(FEES_OF_A_DAY)
  })
})
