import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { LOCAL_CAPS } from '@solstice/rules/payout'
import type { AppContext, TreasurySigner } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker, type Worker } from '#/platform/process/worker.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSigner, type TestSigner } from '#test/test-signer.ts'
import { advanceChains, setStableCaps, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import { dumpDatabase } from '#test/dump-database.ts'
import { findAttempts } from './payout-attempt.queries.ts'
import { payMembers } from './payout.jobs.ts'
import { findLane, saveCaps } from './treasury.queries.ts'

/** Each test has its own treasury, because it does not repair what it breaks. */
let server: TestApp
let treasury: `0x${string}`
let finance: TestOperator
const { payoutEvents, purposes, request, shown } = payoutFixtures(() => server)

/** All keys used by the tests, which must never appear in the database or the log. */
const keys: string[] = []
const signers: TestSigner[] = []

function aKey(): TreasurySigner {
  const made = aSigner(server.ctx)
  keys.push(made.privateKey.slice(2))
  signers.push(made)
  return made.signer
}

/** Returns a worker as a server with this key would have it. */
function workWith(signer: TreasurySigner): Worker {
  const ctx: AppContext = { ...server.ctx, treasury: signer }
  return createWorker(ctx, [payMembers(purposes)])
}

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  finance = await anOperator(server, 'FINANCE')
})
afterAll(async () => {
  for (const signer of signers) await signer.close()
  await server.close()
})
beforeEach(async () => {
  payoutEvents.length = 0
  const signer = aKey()
  server.ctx.treasury = signer
  treasury = signer.address
  chainOf(server).node.clearFaults()
  for (const { faucet, control } of server.devnet?.chains.values() ?? []) {
    await faucet.send(treasury, { native: '10', token: '1000' })
    await control.mine(1)
  }
  server.clock.advance(DAY_MS)
  await server.ctx.db.execute(sql`delete from treasury_lanes`)
  await setStableCaps(server)
  await server.ctx.db.execute(sql`update payouts set state = 'FAILED'
    where state in ('QUEUED', 'RESERVED', 'SENT')`)
  server.worker = workWith(signer)
})

const arrived = ({ address }: { address: string }) => transfersBetween(server, treasury, address)
const lane = () => findLane(server.ctx.db, 31_337)
const count = async () =>
  Number(await chainOf(server).node.call('eth_getTransactionCount', [treasury, 'latest']))

const adopt = () =>
  finance.call('payout.unfreeze', {
    body: { chainId: 31_337, reason: 'Reviewed the case', adopt: true },
  })

/** Signs another transaction with the treasury key. */
async function useNonce(nonce: number): Promise<void> {
  const chain = chainOf(server)
  const raw = await signers
    .find(({ key }) => key.address === treasury)
    ?.key.sign({
      chainId: 31_337,
      nonce,
      gas: 21_000n,
      maxFeePerGas: 40_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to: aWallet().address,
      value: 1n,
      data: '0x',
    })
  await chain.node.call('eth_sendRawTransaction', [raw])
}

describe('a treasury with a changed key', () => {
  test('follows the payouts of the old account, signs nothing for it and is frozen first', async () => {
    const payout = await request()
    await server.worker.runDue()
    const sent = await shown(payout)
    server.worker = workWith(aKey())
    server.clock.advance(2 * MINUTE_MS)
    await server.worker.runDue()
    const waiting = await findAttempts(server.ctx.db, payout.id)
    const frozen = await lane()
    await advanceChains(server)

    expect(sent).toMatchObject({ state: 'SENT', account: treasury })
    expect(waiting).toHaveLength(1)
    expect(frozen?.frozenFor).toContain('The key is of')
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED', txHash: sent.txHash })
    expect(await arrived(payout)).toEqual([5_000_000n])
    expect(payoutEvents).toEqual([`sent ${payout.key}`, `confirmed ${payout.key}`])
  })

  test('continues with the new account from its own first nonce', async () => {
    const before = await request()
    await advanceChains(server)
    const signer = aKey()
    server.ctx.treasury = signer
    await chainOf(server).faucet.send(signer.address, { native: '10', token: '1000' })
    server.worker = workWith(signer)
    const payout = await request()
    await advanceChains(server, 2)
    const held = await shown(payout)
    const adopted = await adopt()
    await advanceChains(server)

    expect(await shown(before)).toMatchObject({ state: 'CONFIRMED', nonce: 0, account: treasury })
    expect(held).toMatchObject({ state: 'QUEUED' })
    expect(adopted.code).toBe(0)
    expect(await shown(payout)).toMatchObject({
      state: 'CONFIRMED',
      nonce: 0,
      account: signer.address,
    })
    expect(await transfersBetween(server, signer.address, payout.address)).toEqual([5_000_000n])
  })
})

describe('a chain rolled back beyond finality', () => {
  test('gets the stored transactions again after an operator adopts it, and reuses no nonce', async () => {
    const kept = await request()
    await advanceChains(server)
    const lost = await request()
    await advanceChains(server)
    const { txHash, nonce } = await shown(lost)
    await chainOf(server).control.rollBack(5, 'drop')
    const next = await request()
    await advanceChains(server, 3)
    const frozen = await lane()
    const adopted = await adopt()
    await advanceChains(server, 6)

    expect(frozen?.frozenFor).toContain('are final')
    expect(adopted.code).toBe(0)
    expect(await shown(lost)).toMatchObject({ state: 'CONFIRMED', txHash, nonce })
    expect(await shown(next)).toMatchObject({ state: 'CONFIRMED', nonce: Number(nonce) + 1 })
    for (const each of [kept, lost, next]) expect(await arrived(each)).toEqual([5_000_000n])
  })
})

describe('a nonce used by another transaction', () => {
  test('lets an operator cancel its payout, after which the lane continues', async () => {
    const before = await request()
    await advanceChains(server)
    chainOf(server).node.setFault('eth_sendRawTransaction', {
      kind: 'error',
      code: -32_000,
      message: 'Not now',
    })
    const payout = await request({ purpose: 'WITHDRAWAL', key: 'withdrawal:900001' })
    await server.worker.runDue()
    const params = { payoutId: payout.id }
    const early = await finance.call('payout.cancel', { params, body: { reason: 'Too early' } })
    chainOf(server).node.clearFaults()
    await useNonce(1)
    await chainOf(server).control.mine(1)
    await advanceChains(server, 3)
    const frozen = await lane()
    const stuck = await shown(payout)
    const refused = await adopt()
    const freed = await finance.call('payout.cancel', { params, body: { reason: 'By hand' } })
    const body = { chainId: 31_337, reason: 'It was I' }
    await finance.call('payout.unfreeze', { body })
    const next = await request()
    await advanceChains(server)

    expect(await shown(before)).toMatchObject({ state: 'CONFIRMED' })
    expect(early.code).toBe(9992)
    expect(frozen?.frozenFor).toContain('was used by a transaction not signed here')
    expect(stuck).toMatchObject({ state: 'SENT', nonce: 1 })
    expect(refused.code).toBe(9992)
    expect(freed.data).toMatchObject({ state: 'FAILED', failure: 'By hand' })
    expect(await arrived(payout)).toEqual([])
    expect(await shown(next)).toMatchObject({ state: 'CONFIRMED', nonce: 2 })
  })
})

describe('the stop switch and the freeze', () => {
  test('stop payouts with a nonce but no signature, and signed ones that are not mined', async () => {
    const sent = await request()
    await server.worker.runDue()
    // The worker crashed between reserving the nonce and signing.
    const reserved = await request()
    await server.ctx.db.execute(sql`update treasury_lanes set next_nonce = 2`)
    await server.ctx.db.execute(sql`update payouts set state = 'RESERVED', nonce = 1,
      account = ${treasury}, reserved_at = ${server.ctx.now().toISOString()}::timestamptz where id = ${reserved.id}`)
    await server.ctx.db.execute(sql`insert into payout_attempts
        (payout_id, attempt, gas, max_fee, priority_fee, created_at)
      select ${reserved.id}, 1, gas, max_fee, priority_fee, created_at from payout_attempts
      where payout_id = ${sent.id}`)
    await chainOf(server).control.mine(1)
    await chainOf(server).control.rollBack(1, 'drop')
    for (const chainId of [null, 31_337]) {
      await finance.call('payout.freeze', { body: { chainId, reason: 'Odd' } })
      server.clock.advance(2 * MINUTE_MS)
      await advanceChains(server, 2)
      expect(await count()).toBe(0)
      expect(await findAttempts(server.ctx.db, sent.id)).toHaveLength(1)
      expect(await findAttempts(server.ctx.db, reserved.id)).toMatchObject([{ raw: null }])
      await finance.call('payout.freeze', { body: { chainId: 31_337, reason: 'Odd' } })
      await finance.call('payout.unfreeze', { body: { chainId: null, reason: 'Fine' } })
    }
    await finance.call('payout.unfreeze', { body: { chainId: 31_337, reason: 'Fine' } })
    await advanceChains(server, 6)

    expect(await arrived(sent)).toEqual([5_000_000n])
    expect(await arrived(reserved)).toEqual([5_000_000n])
  })
})

describe('payout funding', () => {
  test('raises the fees of the first pending payout only, up to five times the usual', async () => {
    chainOf(server).control.stall(true)
    const [first, second] = [await request(), await request()]
    for (let minute = 0; minute < 30; minute += 1) {
      await server.worker.runDue()
      server.clock.advance(MINUTE_MS)
    }
    const attempts = await findAttempts(server.ctx.db, first.id)
    const others = await findAttempts(server.ctx.db, second.id)
    chainOf(server).control.stall(false)
    await advanceChains(server)

    const highestFee = attempts.at(-1)?.fees.maxFeePerGas ?? 0n
    const usual = attempts[0]?.fees.maxFeePerGas ?? 1n
    expect(attempts.length).toBeGreaterThan(5)
    expect(highestFee <= 5n * usual).toBe(true)
    expect(attempts.length).toBeLessThan(20)
    expect(others).toHaveLength(1)
    expect(server.log.text).toContain('A payout waits at the highest fee')
    expect(await arrived(first)).toEqual([5_000_000n])
    expect(await arrived(second)).toEqual([5_000_000n])
  })

  test('must cover fees and amount: a coin payout of almost the whole balance waits', async () => {
    const whole = 10n * 10n ** 18n
    const coin = { symbol: 'ETH', decimals: 18, chainId: 31_337, contract: null }
    const payout = await request({ ...coin, purpose: 'REFUND', amount: whole - 1000n })
    const token = await request()
    await advanceChains(server)

    expect(await shown(payout)).toMatchObject({ state: 'QUEUED', heldFor: 'LOW_BALANCE' })
    expect(await shown(token)).toMatchObject({ state: 'CONFIRMED' })
    // A sufficient balance of another token does not clear the alert of this one.
    expect((await lane())?.lowFor).toContain(`ETH: payout ${payout.id}`)
  })

  test('includes amounts in flight, regardless of the spelling of the contract', async () => {
    const { address } = chainOf(server).network.token
    const there = { chainId: 31_337, purpose: 'REFUND' as const }
    chainOf(server).control.stall(true)
    const first = await request({
      ...there,
      contract: address.toLowerCase(),
      amount: 800_000_000n,
    })
    const second = await request({ ...there, contract: address, amount: 500_000_000n })
    await server.worker.runDue()
    chainOf(server).control.stall(false)
    const held = await shown(second)
    await advanceChains(server, 4)

    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'LOW_BALANCE' })
    expect(await shown(first)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('does not affect other payouts when a token contract returns nothing', async () => {
    const nowhere = aWallet().address
    await saveCaps(server.ctx.db, 'ODD', LOCAL_CAPS)
    const odd = await request({ chainId: 31_337, contract: nowhere, symbol: 'ODD' })
    const payout = await request()
    await advanceChains(server)

    expect(await shown(odd)).toMatchObject({ state: 'QUEUED', heldFor: 'LOW_BALANCE' })
    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('the daily caps', () => {
  const setCaps = async (perMember: string, perDay: string) => {
    const owner = await anOperator(server)
    const params = { symbol: 'USDS' }
    return owner.call('payout.setCaps', { params, body: { perMember, perDay } })
  }

  test('count a token across all networks, and raising one releases waiting payouts', async () => {
    await setCaps('10', '10.0000000000001')
    const first = await request({ purpose: 'REFUND', amount: 8_000_000n })
    await advanceChains(server)
    const elsewhere = await request({
      purpose: 'REFUND',
      chainId: 31_338,
      decimals: 18,
      amount: 4n * 10n ** 18n,
    })
    await advanceChains(server)
    const held = await shown(elsewhere)
    await setCaps('10', '20')
    await advanceChains(server)

    expect(await shown(first)).toMatchObject({ state: 'CONFIRMED' })
    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'DAY_CAP' })
    expect(await shown(elsewhere)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('hold a payout above the cap until an operator raises it', async () => {
    await setCaps('10', '20')
    const payout = await request({ purpose: 'REFUND', amount: 25_000_000n })
    await advanceChains(server)
    const held = await shown(payout)
    await setCaps('10', '30')
    await advanceChains(server)

    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'ABOVE_CAP' })
    expect(await arrived(payout)).toEqual([25_000_000n])
  })
})

test('keeps the pause with the payout after the account data is deleted', async () => {
  const memberId = await insertMember(server.ctx.db)
  await server.ctx.db.execute(sql`insert into security_events (member_id, kind, created_at)
    values (${memberId}, 'PIN_REPLACED', ${server.ctx.now().toISOString()}::timestamptz)`)
  const reward = await request({ memberId })
  const refund = await request({ memberId, purpose: 'REFUND' })
  await server.ctx.db.execute(sql`delete from security_events where member_id = ${memberId}`)
  await advanceChains(server)
  const held = await shown(reward)
  server.clock.advance(2 * DAY_MS)
  await advanceChains(server)

  expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'PAUSED' })
  expect(await arrived(refund)).toEqual([5_000_000n])
  expect(await arrived(reward)).toEqual([5_000_000n])
})

test('polls a chain again after hours of downtime, even if a job was given up', async () => {
  const payout = await request()
  const { node } = chainOf(server)
  node.setFault('*', { kind: 'down', status: 503 })
  await server.ctx.db.execute(sql`update jobs set attempts = 1000
    where kind = 'payout.run' and done_at is null and dead_at is null`)
  await server.worker.runDue()
  const dead = await rowsOf(
    server.ctx.db,
    sql`select 1 from jobs where kind = 'payout.run' and dead_at is not null`,
  )
  node.clearFaults()
  server.clock.advance(2 * MINUTE_MS)
  await advanceChains(server)

  expect(dead.length).toBeGreaterThan(0)
  expect(await arrived(payout)).toEqual([5_000_000n])
})

test('stores no key in the database or in the log', async () => {
  await request()
  await advanceChains(server)
  const kept = JSON.stringify(await dumpDatabase(server.ctx.db)) + server.log.text

  expect(kept).toContain(treasury)
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(kept.toLowerCase().includes(key)).toBe(false)
})
