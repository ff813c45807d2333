import { sql, type SQL } from 'drizzle-orm'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import type { TreasurySigner } from '#/platform/process/context.ts'
import { FEES, KEY, LIMITS, startSignerApp, TOKEN, type SignerApp } from '#test/signer-app.ts'
import { aWallet } from '#test/test-wallet.ts'
import { treasurySigner, type ChainLimits, type Journal } from './signer.service.ts'

let app: SignerApp
let server: SignerApp['server']
let aPayout: SignerApp['aPayout']
let anAttempt: SignerApp['anAttempt']
let lines: SignerApp['lines']
let journal: Journal
let signer: TreasurySigner
beforeAll(async () => {
  app = await startSignerApp()
  ;({ server, aPayout, anAttempt, lines } = app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await restart()
})
afterEach(() => journal.close())

async function restart(limits = LIMITS): Promise<void> {
  ;({ journal, signer } = await app.start(limits))
}

const sign = (payoutId: number, attempt = 1) => signer.sign({ payoutId, attempt })
const admit = (payoutId: number) => signer.admit({ payoutId, ...FEES })

function chainLimits(): ChainLimits {
  const [chain] = LIMITS
  if (!chain) throw new Error('There is no chain')
  return chain
}
function tokenLimits() {
  const [token] = chainLimits().tokens
  if (!token) throw new Error('There is no token')
  return token
}

/** Restores the constraint after a test that wrote rows the database rejects. */
async function restoreAmounts(): Promise<void> {
  await server.ctx.db.execute(sql`delete from payout_attempts`)
  await server.ctx.db.execute(sql`delete from payouts`)
  await server.ctx.db.execute(
    sql`alter table payouts add constraint payouts_amount
      check ((purpose = 'CANCEL') = (amount = 0) and amount >= 0)`,
  )
}

const rewrite = (payoutId: number, set: SQL) =>
  server.ctx.db.execute(sql`update payouts set ${set} where id = ${payoutId}`)

async function signedBy(answer: Awaited<ReturnType<typeof sign>>) {
  if (answer.kind !== 'signed') throw new Error(`The signer refused: ${answer.why}`)
  const serializedTransaction = answer.raw as TransactionSerialized
  return {
    ...parseTransaction(serializedTransaction),
    from: await recoverTransactionAddress({ serializedTransaction }),
  }
}

describe('the signer', () => {
  test('builds the transaction of a payout from its row, and returns the same bytes when it signs again', async () => {
    const to = aWallet().address
    const id = await aPayout({ address: to, nonce: 7 })
    const first = await sign(id)
    const again = await sign(id)

    expect(await signedBy(first)).toMatchObject({
      from: KEY.address,
      chainId: 31_337,
      nonce: 7,
      to: TOKEN.toLowerCase(),
      data: `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${(50).toString(16).padStart(64, '0')}`,
    })
    expect(again).toEqual(first)
    expect(await lines()).toHaveLength(2)
  })

  test('rejects a token without a limit, including the coin, for any amount', async () => {
    const coin = await sign(await aPayout({ contract: null, amount: 1 }))
    const other = await sign(await aPayout({ contract: aWallet().address, amount: 1 }))

    expect([coin, other]).toEqual([
      { kind: 'refused', why: 'NO_LIMIT', until: undefined },
      { kind: 'refused', why: 'NO_LIMIT', until: undefined },
    ])
  })

  test('rejects a row whose address would shift the amount in the bytes of the call', async () => {
    const amount = 'f'.repeat(64)
    const shifted = await aPayout({ address: `0x${'0'.repeat(24)}${'ab'.repeat(20)}${amount}` })
    const negative = await aPayout()
    await server.ctx.db.execute(sql`alter table payouts drop constraint payouts_amount`)
    await rewrite(negative, sql`amount = -1000`)

    expect(await sign(shifted)).toEqual({ kind: 'refused', why: 'INVALID' })
    expect(await sign(negative)).toEqual({ kind: 'refused', why: 'INVALID' })
    await restoreAmounts()
  })

  test.each([
    ['destination', sql`address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'`],
    ['amount', sql`amount = 51`],
    ['nonce', sql`nonce = nonce + 1000`],
    ['budget', sql`purpose = 'REFUND'`],
  ])('rejects a replacement with another %s', async (_label, change) => {
    const id = await aPayout()
    await sign(id)
    await rewrite(id, change)
    await anAttempt(id, 2, { ...FEES, maxFeePerGas: 3_000_000_000n })

    expect(await sign(id, 2)).toEqual({ kind: 'refused', why: 'CHANGED' })
  })

  test('signs a replacement of the same nonce with higher fees, and counts the amount once', async () => {
    const id = await aPayout({ amount: 100 })
    const first = await signedBy(await sign(id))
    await anAttempt(id, 2, { ...FEES, maxFeePerGas: 3_000_000_000n })
    const second = await signedBy(await sign(id, 2))
    await anAttempt(id, 3, { ...FEES, maxFeePerGas: 5_000_000_001n })

    expect(second).toMatchObject({ nonce: first.nonce, to: first.to, data: first.data })
    expect(second.maxFeePerGas).toBe(3_000_000_000n)
    expect(await sign(id, 3)).toMatchObject({ why: 'GAS_LIMIT' })
    for (let more = 0; more < 2; more += 1) {
      expect(await sign(await aPayout({ amount: 100 }))).toMatchObject({ kind: 'signed' })
    }
    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('counts one address as one destination in every spelling', async () => {
    const { address } = aWallet()
    const spellings = [address, ` ${address}`, `${address}\t`, address.toLowerCase()]
    const answers = []
    for (const spelling of spellings) {
      answers.push(await sign(await aPayout({ address: spelling, amount: 50 })))
    }

    expect(answers.map(({ kind }) => kind)).toEqual(['signed', 'signed', 'signed', 'refused'])
    expect(answers[3]).toMatchObject({ why: 'DESTINATION_LIMIT' })
  })

  test('counts fees that are raised a day later on the day they are raised', async () => {
    await journal.close()
    // The limit covers two transactions with raised fees, but not a third.
    await restart([
      { ...chainLimits(), feesPerDay: 2n * 60_000n * 5_000_000_000n, refundFeesPerDay: 0n },
    ])
    const ids = []
    for (let at = 0; at < 3; at += 1) {
      const id = await aPayout({ amount: 1 })
      expect(await sign(id)).toMatchObject({ kind: 'signed' })
      await anAttempt(id, 2, { ...FEES, maxFeePerGas: 5_000_000_000n })
      ids.push(id)
    }
    server.clock.advance(DAY_MS)

    const answers = []
    for (const id of ids) answers.push(await sign(id, 2))

    expect(answers.map(({ kind }) => kind)).toEqual(['signed', 'signed', 'refused'])
    expect(answers[2]).toMatchObject({ why: 'FEE_LIMIT' })
  })

  test('assigns a nonce to one payout only', async () => {
    const first = await aPayout({ nonce: 900 })
    await sign(first)
    await rewrite(first, sql`nonce = 901`)
    const second = await aPayout({ nonce: 900 })

    expect(await sign(second)).toEqual({ kind: 'refused', why: 'CHANGED' })
  })

  test('cancels a nonce with an empty transfer to itself, after which the payout may get another nonce and counts twice', async () => {
    const payout = await aPayout({ amount: 100, nonce: 950 })
    await sign(payout)
    await rewrite(payout, sql`nonce = 951`)
    const cancellation = { address: KEY.address, amount: 0, contract: null, nonce: 950 }
    const cancel = await aPayout({ ...cancellation, purpose: 'CANCEL' })
    const cancelled = await signedBy(await sign(cancel))

    expect(cancelled).toMatchObject({ nonce: 950, to: KEY.address.toLowerCase() })
    expect(cancelled.value ?? 0n).toBe(0n)
    expect(cancelled.data ?? '0x').toBe('0x')
    expect(await sign(payout)).toMatchObject({ kind: 'refused', why: 'DESTINATION_LIMIT' })
    await journal.close()
    await restart([{ ...chainLimits(), tokens: [{ ...tokenLimits(), perDestination: 300n }] }])
    expect(await signedBy(await sign(payout))).toMatchObject({ nonce: 951 })
    expect(await sign(await aPayout({ amount: 100 }))).toMatchObject({ kind: 'signed' })
    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('keeps counting a payout whose nonce is cancelled on two chains', async () => {
    await journal.close()
    await restart([chainLimits(), { ...chainLimits(), chainId: 31_338 }])
    const cancellation = { address: KEY.address, amount: 0, contract: null, purpose: 'CANCEL' }
    for (const nonce of [970, 971, 972]) {
      const payout = await aPayout({ amount: 100, nonce })
      expect(await sign(payout)).toMatchObject({ kind: 'signed' })
      await rewrite(payout, sql`chain_id = 31338`)
      expect(await sign(await aPayout({ ...cancellation, nonce }))).toMatchObject({
        kind: 'signed',
      })
      expect(await sign(payout)).toMatchObject({ kind: 'signed' })
      await rewrite(payout, sql`nonce = ${nonce + 10}`)
      const elsewhere = await aPayout({ ...cancellation, nonce: nonce + 20 })
      await rewrite(elsewhere, sql`chain_id = 31338, nonce = ${nonce}`)
      expect(await sign(elsewhere)).toMatchObject({ kind: 'signed' })
    }

    const last = await aPayout({ amount: 1 })
    expect(await sign(last)).toMatchObject({ why: 'DAY_LIMIT' })
    await rewrite(last, sql`chain_id = 31338`)
    expect(await sign(last)).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('cancels a nonce even if the daily fees are used up and the gas price is above the limit', async () => {
    const fee = FEES.gas * FEES.maxFeePerGas
    await journal.close()
    await restart([{ ...chainLimits(), feesPerDay: fee, refundFeesPerDay: 0n }])
    await admit(await aPayout())
    const cancellation = { address: KEY.address, amount: 0, contract: null, purpose: 'CANCEL' }
    const cancel = await aPayout({ ...cancellation, nonce: 960 })
    await anAttempt(cancel, 2, { ...FEES, maxFeePerGas: 9n * 10n ** 9n })
    const expensive = await signedBy(await sign(cancel, 2))

    expect(expensive).toMatchObject({ nonce: 960, gas: 21_000n, maxFeePerGas: 5_000_000_000n })
    expect(await sign(await aPayout())).toMatchObject({ why: 'FEE_LIMIT' })
  })

  test.each([
    ['an amount', { amount: 1 }],
    ['another destination', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['a token', { contract: TOKEN }],
  ])('rejects a cancellation with %s', async (_label, change) => {
    await server.ctx.db.execute(sql`alter table payouts drop constraint payouts_amount`)
    const cancellation = { address: KEY.address, amount: 0, contract: null, purpose: 'CANCEL' }

    expect(await sign(await aPayout({ ...cancellation, ...change }))).toMatchObject({
      why: 'INVALID',
    })
    await restoreAmounts()
  })

  test('signs a payout with a new key that was only admitted for the old one, and counts it once', async () => {
    const payout = await aPayout({ amount: 100 })
    expect(await admit(payout)).toEqual({ kind: 'admitted' })
    const key = localTreasuryKey(`0x${'6f'.repeat(32)}`)
    await rewrite(payout, sql`account = ${key.address}`)
    signer = treasurySigner({ ...server.ctx, key, limits: LIMITS, journal })

    expect(await admit(payout)).toEqual({ kind: 'admitted' })
    expect(await signedBy(await sign(payout))).toMatchObject({ from: key.address })
    expect(journal.others('', server.ctx.now())).toHaveLength(1)
  })

  test('signs nothing for another account, and nothing while payouts are stopped', async () => {
    const foreign = await aPayout({ account: aWallet().address })
    const frozen = await aPayout()
    await server.ctx.db
      .execute(sql`insert into treasury_lanes (chain_id, address, next_nonce, frozen_at)
      values (31337, ${KEY.address}, 0, ${server.ctx.now().toISOString()}::timestamptz)`)

    expect(await sign(foreign)).toMatchObject({ why: expect.any(String) as unknown })
    expect(await sign(frozen)).toEqual({ kind: 'refused', why: 'STOPPED' })
    await server.ctx.db.execute(sql`update treasury_lanes set frozen_at = null`)
    expect(await sign(foreign)).toEqual({ kind: 'refused', why: 'OTHER_ACCOUNT' })
    expect(await sign(frozen)).toMatchObject({ kind: 'signed' })
  })

  test('reserves the limit of an admitted payout, so that its nonce never blocks others', async () => {
    const admitted = await aPayout({ amount: 100 })
    expect(await admit(admitted)).toEqual({ kind: 'admitted' })
    expect(await admit(admitted)).toEqual({ kind: 'admitted' })
    expect(await sign(await aPayout({ amount: 100 }))).toMatchObject({ kind: 'signed' })
    expect(await sign(await aPayout({ amount: 100 }))).toMatchObject({ kind: 'signed' })
    expect(await admit(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
    expect(await sign(admitted)).toMatchObject({ kind: 'signed' })
  })

  test('counts an admission of the day before again when it is signed today', async () => {
    const saved = [await aPayout({ amount: 100 }), await aPayout({ amount: 100 })]
    for (const id of saved) await admit(id)
    server.clock.advance(DAY_MS)
    for (let more = 0; more < 3; more += 1) await sign(await aPayout({ amount: 100 }))

    expect(await sign(saved[0] ?? 0)).toMatchObject({ kind: 'refused', why: 'DAY_LIMIT' })
    server.clock.advance(DAY_MS)
    expect(await sign(saved[0] ?? 0)).toMatchObject({ kind: 'signed' })
  })

  test('processes concurrent requests one after the other', async () => {
    const ids = []
    for (let at = 0; at < 6; at += 1) ids.push(await aPayout({ amount: 100 }))
    const answers = await Promise.all(ids.map((id) => sign(id)))

    expect(answers.filter(({ kind }) => kind === 'signed')).toHaveLength(3)
  })
})
