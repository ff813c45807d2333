import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { LOCAL_CAPS } from '@solstice/rules/payout'
import { LOCAL_CONFIRMATIONS } from '@solstice/devnet/genesis'
import { rowsOf } from '#/platform/process/db.ts'
import { jobKinds } from '#/job-kinds.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import {
  fundTreasury,
  advanceChains,
  setStableCaps,
  transfersBetween,
} from '#test/test-treasury.ts'
import { aWallet, chainOf, registerWallet } from '#test/test-wallet.ts'
import { createWorker, type Worker } from '#/platform/process/worker.ts'
import { payMembers } from './payout.jobs.ts'
import { payouts } from './payout.table.ts'
import { findLane, saveCaps, setFrozen } from './treasury.queries.ts'

let server: TestApp
let treasury: `0x${string}`
let worker: Worker
const { payoutEvents, purposes, request, shown } = payoutFixtures(() => server)

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  worker = createWorker(server.ctx, [payMembers(purposes)])
  server.worker = worker
})
afterAll(() => server.close())
beforeEach(() => {
  payoutEvents.length = 0
  // Payouts are capped per day, so each test has its own day.
  server.clock.advance(24 * 60 * 60_000)
})

const arrived = ({ address }: { address: string }) => transfersBetween(server, treasury, address)

describe('a payout', () => {
  test('is sent once, and its listener is called when it is sent and when it is final', async () => {
    const payout = await request()
    const again = await server.ctx.db.transaction((tx) => server.ctx.payouts.request(tx, payout))
    await worker.runDue()
    const sent = await shown(payout)
    await advanceChains(server, LOCAL_CONFIRMATIONS - 1)
    const mined = await shown(payout)
    await advanceChains(server, 1)

    const ofKey = await server.ctx.db.select().from(payouts).where(eq(payouts.key, payout.key))
    expect([again, ...ofKey.map(({ id }) => id)]).toEqual([payout.id, payout.id])
    expect(sent).toMatchObject({ state: 'SENT', chainId: 31_337 })
    expect(mined).toEqual(sent)
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED', txHash: sent.txHash })
    expect(await arrived(payout)).toEqual([5_000_000n])
    expect(payoutEvents).toEqual([`sent ${payout.key}`, `confirmed ${payout.key}`])
  })

  test('for a round reward reaches the wallet and is shown as paid in the season', async () => {
    server.worker = createWorker(server.ctx, jobKinds)
    const { seasonId, firstRound } = await aSeason(server)
    const member = await signUpMember(server)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    for (let day = 0; day < 3; day += 1) {
      await logInAgain(member)
      await member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
      server.clock.advance(24 * 60 * 60_000)
    }
    server.clock.now = new Date(firstRound.endAt.getTime() + 60_000)
    await settleRound(server.ctx, firstRound.roundId)
    await advanceChains(server)
    await logInAgain(member)
    const rounds = await member.call('season.rounds', { params: { seasonId } })
    server.worker = worker

    expect(rounds.data?.list[0]).toMatchObject({
      myReward: '2500',
      myRewardState: 'PAID',
      isMyFirstReward: true,
    })
    expect(rounds.data?.list[1]).toMatchObject({ isMyFirstReward: false })
    expect(await transfersBetween(server, treasury, wallet.address)).toEqual([2_500_000_000n])
  })

  test('is rejected when the same key comes with different values', async () => {
    const payout = await request()

    await expect(
      server.ctx.db.transaction((tx) =>
        server.ctx.payouts.request(tx, { ...payout, amount: 6_000_000n }),
      ),
    ).rejects.toThrow('with different values before')
    await advanceChains(server)
    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('in the network’s own coin arrives', async () => {
    const payout = await request({
      symbol: 'ETH',
      decimals: 18,
      amount: 10n ** 15n,
      chainId: 31_337,
      contract: null,
    })
    await advanceChains(server)

    const balance = await chainOf(server).node.call('eth_getBalance', [payout.address, 'latest'])
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
    expect(BigInt(String(balance))).toBe(10n ** 15n)
  })

  test('that is not mined is replaced under the same nonce with higher fees', async () => {
    const payout = await request()
    await worker.runDue()
    const first = await shown(payout)
    server.clock.advance(60_000)
    await worker.runDue()
    const second = await shown(payout)
    await advanceChains(server)

    expect(second.nonce).toBe(first.nonce)
    expect(second.txHash).not.toBe(first.txHash)
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED', txHash: second.txHash })
    expect(await arrived(payout)).toEqual([5_000_000n])
    expect(payoutEvents).toEqual([
      `sent ${payout.key}`,
      `sent ${payout.key}`,
      `confirmed ${payout.key}`,
    ])
  })

  test('dropped in a rollback is sent again with the same bytes', async () => {
    const payout = await request()
    await worker.runDue()
    const { control } = chainOf(server)
    await control.mine(2)
    await control.rollBack(2, 'drop')
    const { txHash } = await shown(payout)
    await advanceChains(server, 6)

    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED', txHash })
    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('that the token rejects fails, and its listener is called', async () => {
    // The treasury cannot send more than it has; a false balance makes it try.
    const { node } = chainOf(server)
    node.setFault('eth_call', { kind: 'result', result: `0x${'f'.repeat(64)}` })
    const payout = await request({ purpose: 'REWARD', amount: 2_000_000_000_000n })
    await setStableCaps(server, { perDay: '100000000' })
    await worker.runDue()
    node.clearFaults()
    await advanceChains(server)
    const next = await request()
    await advanceChains(server)

    expect(await shown(payout)).toMatchObject({ state: 'FAILED' })
    expect(payoutEvents.slice(0, 2)).toEqual([`sent ${payout.key}`, `failed ${payout.key}`])
    // Its nonce is used up, and the next payout continues after it.
    expect(await shown(next)).toMatchObject({ state: 'CONFIRMED' })
    await setStableCaps(server)
  })

  test('waits while the treasury balance is too low, visible to operators', async () => {
    const payout = await request({ amount: 9_000_000_000_000n })
    await setStableCaps(server, { perDay: '100000000' })
    await worker.runDue()
    const held = await shown(payout)
    const low = await findLane(server.ctx.db, 31_337)
    await chainOf(server).faucet.send(treasury, { token: '9000000' })
    server.clock.advance(60_000)
    await advanceChains(server)

    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'LOW_BALANCE' })
    expect(low?.lowFor).toContain(`payout ${payout.id}`)
    expect(server.log.text).toContain('The treasury balance is low')
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
    expect(await findLane(server.ctx.db, 31_337)).toMatchObject({ lowSince: null })
    await setStableCaps(server)
  })

  test('above the daily limit of a member waits for the next day', async () => {
    const memberId = await insertMember(server.ctx.db)
    const first = await request({ purpose: 'WITHDRAWAL', memberId, amount: 60_000_000n })
    const second = await request({ purpose: 'WITHDRAWAL', memberId, amount: 60_000_000n })
    const refund = await request({ purpose: 'REFUND', memberId, amount: 60_000_000n })
    await advanceChains(server)
    const held = await shown(second)
    server.clock.advance(24 * 60 * 60_000)
    await advanceChains(server)

    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'MEMBER_CAP' })
    expect(await arrived(first)).toEqual([60_000_000n])
    expect(await arrived(refund)).toEqual([60_000_000n])
    expect(await arrived(second)).toEqual([60_000_000n])
  })

  test('for a withdrawal is paid on a day whose refund budget is used up', async () => {
    server.clock.advance(DAY_MS)
    await setStableCaps(server, { perDay: '60', refundsPerDay: '100' })
    const paid = await request({ purpose: 'REFUND', amount: 100_000_000n })
    const waits = await request({ purpose: 'REFUND', amount: 1_000_000n })
    const withdrawal = await request({ purpose: 'WITHDRAWAL', amount: 60_000_000n })
    await advanceChains(server)

    expect(await arrived(paid)).toEqual([100_000_000n])
    expect(await shown(waits)).toMatchObject({ state: 'QUEUED', heldFor: 'DAY_CAP' })
    expect(await arrived(withdrawal)).toEqual([60_000_000n])
    await setStableCaps(server)
    await server.ctx.db.execute(sql`update payouts set state = 'FAILED' where id = ${waits.id}`)
  })

  test('for a withdrawal precedes earlier refunds, which never occupy all slots', async () => {
    chainOf(server).control.stall(true)
    const refunds = []
    for (let more = 0; more < 6; more += 1) refunds.push(await request({ purpose: 'REFUND' }))
    const withdrawal = await request({ purpose: 'WITHDRAWAL' })
    await worker.runDue()
    const sent = await Promise.all(refunds.map(shown))
    const { nonce } = await shown(withdrawal)
    chainOf(server).control.stall(false)
    await advanceChains(server, 12)

    expect(sent.filter(({ state }) => state === 'SENT')).toHaveLength(4)
    expect(sent.map((each) => each.nonce ?? Infinity).every((each) => each > (nonce ?? 0))).toBe(
      true,
    )
    for (const refund of refunds) expect(await arrived(refund)).toEqual([5_000_000n])
  })

  test('of a token without caps waits until an operator sets them', async () => {
    await server.ctx.db.execute(sql`delete from payout_caps`)
    const payout = await request()
    await advanceChains(server)
    const held = await shown(payout)
    const owner = await anOperator(server)
    const body = { perMember: '100', perDay: '10000' }
    await owner.call('payout.setCaps', { params: { symbol: 'USDS' }, body })
    await advanceChains(server)

    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'NO_CAP' })
    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('for a withdrawal is held while the account may have been taken over', async () => {
    const memberId = await insertMember(server.ctx.db)
    await server.ctx.db.execute(sql`insert into security_events (member_id, kind, created_at)
      values (${memberId}, 'PASSWORD_RESET', ${server.ctx.now().toISOString()}::timestamptz)`)
    const payout = await request({ purpose: 'WITHDRAWAL', memberId })
    await advanceChains(server)
    const held = await shown(payout)
    server.clock.advance(48 * 60 * 60_000)
    await advanceChains(server)

    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'PAUSED' })
    expect(await arrived(payout)).toEqual([5_000_000n])
  })

  test('for a withdrawal is held when the account is taken over before signing', async () => {
    const memberId = await insertMember(server.ctx.db)
    const payout = await request({ purpose: 'WITHDRAWAL', memberId })
    await server.ctx.db.execute(sql`insert into security_events (member_id, kind, created_at)
      values (${memberId}, 'PASSWORD_RESET', ${server.ctx.now().toISOString()}::timestamptz)`)
    const cancelled = await countCancellations()
    await advanceChains(server)

    expect(await shown(payout)).toMatchObject({ state: 'QUEUED', heldFor: 'PAUSED' })
    expect(await arrived(payout)).toEqual([])
    // It got no nonce, so no cancellation was needed.
    expect(await countCancellations()).toBe(cancelled)
  })

  test('of a token without a network waits until a network has it', async () => {
    const payout = await request({ symbol: 'LATE', decimals: 6 })
    await advanceChains(server)
    const withoutChain = await shown(payout)
    const { address } = chainOf(server).network.token
    await server.ctx.db
      .execute(sql`insert into contracts (network_id, address, name, symbol, decimals, enabled)
      select id, ${address.toLowerCase()}, 'Late', 'LATE', 6, true from networks where chain_id = 31337`)
    await saveCaps(server.ctx.db, 'LATE', LOCAL_CAPS)
    await request()
    await advanceChains(server)

    expect(withoutChain).toMatchObject({ state: 'QUEUED', chainId: null })
    expect(await arrived(payout)).toEqual([5_000_000n])
  })
})

async function countCancellations(): Promise<number | undefined> {
  const [row] = await rowsOf<{ count: number }>(
    server.ctx.db,
    sql`select count(*)::int as count from payouts where purpose = 'CANCEL'`,
  )
  return row?.count
}

describe('a mismatch between chain and database', () => {
  async function theft(): Promise<void> {
    const chain = chainOf(server)
    const count = Number(await chain.node.call('eth_getTransactionCount', [treasury, 'latest']))
    const raw = await server.treasuryKey.sign({
      chainId: 31_337,
      nonce: count,
      gas: 21_000n,
      maxFeePerGas: 4_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to: aWallet().address,
      value: 1n,
      data: '0x',
    })
    await chain.node.call('eth_sendRawTransaction', [raw])
    await chain.control.mine(4)
  }

  test('caused by a foreign signature freezes the treasury on that chain until an operator adopts it', async () => {
    await theft()
    const payout = await request()
    await advanceChains(server)
    const lane = await findLane(server.ctx.db, 31_337)
    const elsewhere = await request({ chainId: 31_338, symbol: 'USDS', decimals: 18 })
    await advanceChains(server)

    expect(lane?.frozenFor).toContain('were signed here')
    expect(await shown(payout)).toMatchObject({ state: 'QUEUED' })
    expect(await shown(elsewhere)).toMatchObject({ state: 'CONFIRMED' })

    await server.ctx.db.execute(sql`update treasury_lanes set next_nonce = next_nonce + 1
      where chain_id = 31337`)
    await setFrozen(server.ctx.db, 31_337, undefined)
    await advanceChains(server)
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('caused by a rollback beyond finality freezes the treasury too', async () => {
    const paid = await request()
    await advanceChains(server)
    await chainOf(server).control.rollBack(12, 'drop')
    const payout = await request()
    await advanceChains(server)

    expect(await shown(paid)).toMatchObject({ state: 'CONFIRMED' })
    expect(await shown(payout)).toMatchObject({ state: 'QUEUED' })
    expect((await findLane(server.ctx.db, 31_337))?.frozenFor).toContain('are final')
    const open = await rowsOf(
      server.ctx.db,
      sql`select 1 from payouts where state in ('RESERVED', 'SENT')`,
    )
    expect(open).toEqual([])
  })
})
