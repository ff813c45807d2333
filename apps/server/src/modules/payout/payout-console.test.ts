import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { aSeason } from '#test/test-season.ts'
import { advanceChains, fundTreasury, setStableCaps } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import { readCover } from './forecast.service.ts'
import { listPayouts } from './payout-list.service.ts'
import { sumPayouts } from './payout-list.queries.ts'
import { payMembers } from './payout.jobs.ts'
import { payouts } from './payout.table.ts'
import { saveCaps } from './treasury.queries.ts'

const CHAIN = 31_337

let server: TestApp
let treasury: `0x${string}`
let finance: TestOperator
const { purposes, request } = payoutFixtures(() => server)

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  finance = await anOperator(server, 'FINANCE')
})
afterAll(() => server.close())

const show = async (payoutId: number) => {
  const { data } = await finance.call('payout.show', { params: { payoutId } })
  if (!data) throw new Error('There is no such payout')
  return data
}

/** Leaves this many whole USDS in the treasury on the first chain. */
async function leaveBalance(whole: bigint): Promise<void> {
  const { node, network, control } = chainOf(server)
  const balance = await node.call('eth_call', [
    {
      to: network.token.address,
      data: `0x70a08231${treasury.slice(2).toLowerCase().padStart(64, '0')}`,
    },
    'latest',
  ])
  const excess = BigInt(String(balance)) - whole * 1_000_000n
  const to = aWallet().address.slice(2).toLowerCase().padStart(64, '0')
  const nonce = Number(await node.call('eth_getTransactionCount', [treasury, 'latest']))
  const raw = await server.treasuryKey.sign({
    chainId: CHAIN,
    nonce,
    gas: 100_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: network.token.address,
    value: 0n,
    data: `0xa9059cbb${to}${excess.toString(16).padStart(64, '0')}`,
  })
  await node.call('eth_sendRawTransaction', [raw])
  await control.mine(1)
}

describe('the forecast', () => {
  const withPools = (plan: SeasonPlan): SeasonPlan => ({
    ...plan,
    rounds: plan.rounds.map((round) => ({ ...round, pool: '2500' })),
  })
  const forecastOn = async (chainId: number) => {
    const { data } = await finance.call('payout.forecast', {})
    return data?.list.find((each) => each.chainId === chainId && each.symbol === 'USDS')
  }

  test('of 3,200 USDS with 10,000 promised names the day it runs out, as computed by hand', async () => {
    const { rounds } = await aSeason(server, { change: withPools })
    await leaveBalance(3_200n)
    const forecast = await forecastOn(CHAIN)

    const ends = rounds.map(({ endAt }) => programmeDayOf(endAt))
    expect(rounds).toHaveLength(4)
    expect(forecast).toMatchObject({ balance: '3200', owed: '0', pace: '0' })
    // The first round leaves 700; the second one needs 1,800 more than there is.
    expect(forecast?.days.find(({ day }) => day === ends[0])).toMatchObject({
      settled: '2500',
      rounds: [expect.stringMatching(/^season:\d+\/round:1$/) as unknown],
      left: '700',
    })
    expect(forecast?.days.find(({ day }) => day === ends[1])).toMatchObject({ left: '-1800' })
    expect(forecast?.runsOutOn).toBe(ends[1])
    const within = ends.filter((day) => day <= (forecast?.days.at(-1)?.day ?? ''))
    expect(Number(forecast?.missing)).toBe(2500 * within.length - 3200)
  })

  test('includes debts and the pace of withdrawals, and is what the alarm reads', async () => {
    const amount = 140_000_000n
    const paid = await request({ purpose: 'WITHDRAWAL', amount, chainId: CHAIN, contract: null })
    const withdrawnAt = new Date(server.clock.now.getTime() - 3 * DAY_MS)
    await server.ctx.db
      .update(payouts)
      .set({ createdAt: withdrawnAt, state: 'FAILED' })
      .where(eq(payouts.id, paid.id))
    const failed = await forecastOn(CHAIN)
    await server.ctx.db.update(payouts).set({ state: 'QUEUED' }).where(eq(payouts.id, paid.id))
    const forecast = await forecastOn(CHAIN)
    const cover = await readCover(server.ctx)
    await server.ctx.db.delete(payouts).where(eq(payouts.id, paid.id))

    expect(failed).toMatchObject({ pace: '0', owed: '0' })
    // 140 USDS in 14 days are 10 a day, and the payout is still owed.
    expect(forecast).toMatchObject({ pace: '10', owed: '140' })
    expect(forecast?.days.slice(0, 2).map(({ left }) => left)).toEqual(['3060', '3050'])
    expect(cover?.find(({ chainId }) => chainId === CHAIN)).toMatchObject({
      symbol: 'USDS',
      owed: 140n * 10n ** 36n,
      withdrawn: 140n * 10n ** 36n,
    })
  })

  test('uses the last known balance while the node is silent, and says since when', async () => {
    await readCover(server.ctx)
    const readAt = server.clock.now.toISOString()
    server.clock.advance(5 * 60_000)
    chainOf(server).node.setFault('*', { kind: 'down', status: 503 })
    const silent = await forecastOn(CHAIN)
    const cover = await readCover(server.ctx)
    const { data } = await finance.call('payout.treasury', {})
    const networks = await finance.call('network.showAll', {})
    chainOf(server).node.clearFaults()

    expect(silent).toMatchObject({ balance: '3200', silentSince: readAt })
    expect(cover).toBeNull()
    expect(data?.lanes[0]).toMatchObject({
      balances: null,
      lastKnown: { at: readAt, balances: [{ symbol: 'ETH' }, { symbol: 'USDS', amount: '3200' }] },
    })
    expect(networks.data?.list.map(({ node }) => node?.reachable)).toEqual([false, true])
  })
})

describe('a recovery', () => {
  const recovery = async () =>
    (await finance.call('payout.recovery', { params: { chainId: CHAIN } })).data

  test('compares chain and database, and says when the nonce of the chain can be adopted', async () => {
    const unknown = await finance.call('payout.recovery', { params: { chainId: 77 } })
    await request()
    await advanceChains(server)
    await leaveBalance(3_000n)
    await request()
    await advanceChains(server)
    const ahead = await recovery()
    await finance.call('payout.unfreeze', { body: { chainId: CHAIN, adopt: true } })
    const adopted = await recovery()
    await advanceChains(server)

    expect(unknown.code).toBe(Code.NOT_FOUND)
    expect(ahead).toMatchObject({
      case: 'KEY_USED_ELSEWHERE',
      adoptObstacle: null,
      inFlight: [],
      lost: [],
    })
    expect(ahead?.chain.nonce).toBe((ahead?.database.nextNonce ?? 0) + 1)
    expect(ahead?.adoptedNonce).toBe(ahead?.chain.nonce)
    expect(adopted?.database.nextNonce).toBe(ahead?.adoptedNonce)
    expect(adopted).toMatchObject({ frozenAt: null })
  })

  test('lists what a rollback took from the chain', async () => {
    const paid = await request()
    await advanceChains(server)
    await chainOf(server).control.rollBack(8, 'drop')
    await advanceChains(server)
    const back = await recovery()
    await finance.call('payout.unfreeze', { body: { chainId: CHAIN, adopt: true } })
    await advanceChains(server, 8)

    expect(back?.case).toBe('ROLLED_BACK')
    expect(back?.lost.map(({ payoutId }) => payoutId)).toContain(paid.id)
    expect(back?.chain.nonce).toBeLessThan(back?.database.nextNonce ?? 0)
    expect(await show(paid.id)).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('a payout that was sent', () => {
  test('is shown with its recovery while the node is silent, and nothing is decided without the node', async () => {
    const sent = await request()
    await server.worker.runDue()
    chainOf(server).node.setFault('*', { kind: 'down', status: 503 })
    const [shown, cancelled, recovery, adopted] = [
      await finance.call('payout.show', { params: { payoutId: sent.id } }),
      await finance.call('payout.cancel', {
        params: { payoutId: sent.id },
        body: { reason: 'Never mined' },
      }),
      await finance.call('payout.recovery', { params: { chainId: CHAIN } }),
      await finance.call('payout.unfreeze', { body: { chainId: CHAIN, adopt: true } }),
    ]
    chainOf(server).node.clearFaults()
    await advanceChains(server)

    expect(shown.data).toMatchObject({ state: 'SENT', canCancel: false })
    expect([cancelled.code, adopted.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
    expect(recovery.data).toMatchObject({
      chain: { nonce: null },
      inFlight: [{ payoutId: sent.id, isLost: false }],
    })
    expect(await show(sent.id)).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('a payout in the console', () => {
  test('has a timeline from its request to its last block, with fees', async () => {
    server.clock.advance(DAY_MS)
    const paid = await request()
    await advanceChains(server)
    const shown = await show(paid.id)

    expect(shown.timeline.map(({ kind }) => kind)).toEqual([
      'REQUESTED',
      'RESERVED',
      'SIGNED',
      'SENT',
      'CONFIRMED',
    ])
    const [, reserved, signed, sent, confirmed] = shown.timeline
    expect(reserved?.nonce).toBe(shown.nonce)
    expect(sent?.txHash).toBe(shown.txHash)
    expect(Number(confirmed?.fee)).toBeGreaterThan(0)
    expect(Number(confirmed?.fee)).toBeLessThanOrEqual(Number(signed?.maxFee))
    expect(confirmed?.block).toBeGreaterThan(0)
    expect(shown).toMatchObject({ canCancel: false, coin: 'ETH', holdNow: null, caps: null })
    const treasuryView = await finance.call('payout.treasury', {})
    expect(treasuryView.data?.lanes[0]?.feeCoin).toMatchObject({ symbol: 'ETH' })
    expect(treasuryView.data?.lanes[0]?.feeCoin.days).toBeGreaterThan(0)
    expect(treasuryView.data?.lanes[0]?.paidToday).toEqual([{ symbol: 'USDS', amount: '5' }])
  })

  test('that is held names the cap and what is left of it, and can be given up', async () => {
    server.clock.advance(DAY_MS)
    await setStableCaps(server, { perMember: '1' })
    const held = await request({ purpose: 'WITHDRAWAL' })
    await advanceChains(server, 1)
    const shown = await show(held.id)
    const missing = await finance.call('payout.show', { params: { payoutId: 987_654 } })
    await setStableCaps(server)

    expect(shown).toMatchObject({
      heldFor: 'ABOVE_CAP',
      holdNow: 'ABOVE_CAP',
      caps: { perMember: '1', paidToMember: '0' },
      canCancel: true,
    })
    expect(missing.code).toBe(Code.NOT_FOUND)
  })
})

describe('the list of payouts', () => {
  test('is filtered by every field, adds up the filter and ends as CSV', async () => {
    server.clock.advance(2 * DAY_MS)
    const from = server.clock.now.toISOString()
    await saveCaps(server.ctx.db, 'ETH', { perMember: '1', perDay: '1', refundsPerDay: '1' })
    const one = await request({ purpose: 'WITHDRAWAL', amount: 200_000_000n })
    const two = await request({ purpose: 'WITHDRAWAL', amount: 300_500_000n })
    const coin = await request({ symbol: 'ETH', decimals: 18, amount: 10n ** 15n })
    await advanceChains(server, 1)
    const list = async (query: object) => {
      const { data } = await finance.call('payout.list', { query: { from, ...query } })
      return { ids: data?.list.map(({ payoutId }) => payoutId), sums: data?.sums }
    }

    expect(await list({})).toMatchObject({ ids: [coin.id, two.id, one.id] })
    expect(await list({ heldFor: 'ABOVE_CAP' })).toEqual({
      ids: [two.id, one.id],
      sums: [{ symbol: 'USDS', count: 2, amount: '500.5' }],
    })
    expect(await list({ heldFor: 'ANY' })).toMatchObject({ ids: [two.id, one.id] })
    expect(await list({ heldFor: 'SIGNER' })).toMatchObject({ ids: [] })
    expect(await list({ symbol: 'ETH' })).toMatchObject({ ids: [coin.id] })
    expect(await list({ purpose: 'REWARD', chainId: CHAIN })).toMatchObject({ ids: [coin.id] })
    expect(await list({ userId: one.memberId })).toMatchObject({ ids: [one.id] })
    expect(await list({ to: from })).toMatchObject({ ids: [] })

    const first = await finance.call('payout.export', {
      query: { from, size: 2, purpose: 'WITHDRAWAL' },
    })
    const rest = await finance.call('payout.export', {
      query: { from, size: 2, after: two.id },
    })
    expect(first.data).toMatchObject({ count: 2, nextAfter: null })
    expect(first.data?.text.split('\r\n')[0]).toMatch(/^payout,purpose,key,member,address,amount/)
    expect(first.data?.text).toContain(`${one.id},WITHDRAWAL,${one.key},${one.memberId}`)
    expect(rest.data?.text.split(',')[0]).toBe(String(coin.id))
  })

  test('neither counts nor adds up more payouts than it may', async () => {
    const sums = await sumPayouts(server.ctx.db, {}, 2)
    const { totalCount, isCountPartial } = await listPayouts(server.ctx, { page: 1, size: 2 })

    expect(sums.reduce((all, { count }) => all + count, 0)).toBe(3)
    expect([totalCount > 3, isCountPartial]).toEqual([true, false])
  })

  test('is open to support and closed to programme managers', async () => {
    const support = await anOperator(server, 'SUPPORT')
    const programme = await anOperator(server, 'PROGRAMME')

    expect((await support.call('payout.list', { query: {} })).code).toBe(Code.SUCCESS)
    expect((await programme.call('payout.list', { query: {} })).code).toBe(Code.ACCESS_DENIED)
    expect((await programme.call('payout.forecast', {})).code).toBe(Code.ACCESS_DENIED)
  })
})
