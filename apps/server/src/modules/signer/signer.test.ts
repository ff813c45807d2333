import { appendFile, chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import type { TreasurySigner } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { bareMember } from '#test/bare-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWallet } from '#test/test-wallet.ts'
import { openJournal, treasurySigner, type ChainLimits, type Journal } from './signer.service.ts'

const TOKEN = LOCAL_NETWORKS[0]?.token.address ?? '0x'
const KEY = localTreasuryKey(`0x${'5e'.repeat(32)}`)
const FEES = { gas: 60_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

const LIMITS: ChainLimits[] = [
  {
    chainId: 31_337,
    maxGas: 100_000n,
    maxFeePerGas: 5_000_000_000n,
    feesPerDay: 10n ** 18n,
    refundFeesPerDay: 10n ** 17n,
    tokens: [
      {
        contract: TOKEN.toLowerCase(),
        perPayout: 100n,
        perDestination: 150n,
        perDay: 300n,
        refundsPerDay: 200n,
      },
    ],
  },
]

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

let server: TestApp
let memberId: number
let folder: string
let journal: Journal
let signer: TreasurySigner
beforeAll(async () => {
  server = await startTestApp()
  memberId = await bareMember(server.ctx.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-signer-'))
  await restart()
  await server.ctx.db.execute(sql`delete from payout_attempts`)
  await server.ctx.db.execute(sql`delete from payouts`)
  await server.ctx.db.execute(sql`delete from treasury_lanes`)
})
afterEach(async () => {
  await journal.close()
  await rm(folder, { recursive: true, force: true })
})

/** The signer as it is after a start: it knows what its folder knows. */
async function restart(limits = LIMITS): Promise<void> {
  journal = await openJournal(folder)
  signer = treasurySigner({ ...server.ctx, key: KEY, limits, journal })
}

let nextNonce = 0

type RowToSign = {
  address: string
  amount: number
  contract: string | null
  account: string
  purpose: string
  nonce?: number
}

/** A row as a worker makes it: with a nonce and its first attempt. */
async function aPayout(change: Partial<RowToSign> = {}): Promise<number> {
  const row = { address: aWallet().address, amount: 50, contract: TOKEN, account: KEY.address }
  const made: RowToSign = { ...row, purpose: 'REWARD', ...change }
  const { address, amount, contract, account, purpose, nonce = nextNonce } = made
  nextNonce += 1
  const at = sql`${server.ctx.now().toISOString()}::timestamptz`
  const [inserted] = await rowsOf<{ id: number | string }>(
    server.ctx.db,
    sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id,
        contract, state, nonce, account, created_at, reserved_at)
      values (${purpose}, ${`key-${nextNonce}`}, ${memberId}, ${address}, 'USDS', 6, ${amount}, 31337,
        ${contract}::text, 'RESERVED', ${nonce}, ${account}, ${at}, ${at}) returning id`,
  )
  const payoutId = Number(inserted?.id)
  await anAttempt(payoutId, 1, FEES)
  return payoutId
}

async function anAttempt(payoutId: number, attempt: number, fees: typeof FEES): Promise<void> {
  await server.ctx.db.execute(sql`insert into payout_attempts
      (payout_id, attempt, gas, max_fee, priority_fee, created_at)
    values (${payoutId}, ${attempt}, ${fees.gas.toString()}::numeric,
      ${fees.maxFeePerGas.toString()}::numeric, ${fees.maxPriorityFeePerGas.toString()}::numeric,
      ${server.ctx.now().toISOString()}::timestamptz)`)
}

/** After a test that wrote what the database refuses. */
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

const sign = (payoutId: number, attempt = 1) => signer.sign({ payoutId, attempt })
const admit = (payoutId: number) => signer.admit({ payoutId, ...FEES })

async function signedBy(answer: Awaited<ReturnType<typeof sign>>) {
  if (answer.kind !== 'signed') throw new Error(`The signer refused: ${answer.why}`)
  const serializedTransaction = answer.raw as TransactionSerialized
  return {
    ...parseTransaction(serializedTransaction),
    from: await recoverTransactionAddress({ serializedTransaction }),
  }
}

const lines = async () => (await readFile(join(folder, 'journal.jsonl'), 'utf8')).split('\n')

describe('the signer', () => {
  test('builds the transaction of a payout from its row, and signs the same bytes again', async () => {
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

  test('refuses a token without a limit, the coin included, however small the amount', async () => {
    const coin = await sign(await aPayout({ contract: null, amount: 1 }))
    const other = await sign(await aPayout({ contract: aWallet().address, amount: 1 }))

    expect([coin, other]).toEqual([
      { kind: 'refused', why: 'NO_LIMIT', until: undefined },
      { kind: 'refused', why: 'NO_LIMIT', until: undefined },
    ])
  })

  test('refuses a row whose address would shift the amount in the bytes of the call', async () => {
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
  ])('signs no replacement with another %s', async (_what, change) => {
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

  test('counts one address as one destination, however it is spelt in the row', async () => {
    const { address } = aWallet()
    const spellings = [address, ` ${address}`, `${address}\t`, address.toLowerCase()]
    const answers = []
    for (const spelling of spellings) {
      answers.push(await sign(await aPayout({ address: spelling, amount: 50 })))
    }

    expect(answers.map(({ kind }) => kind)).toEqual(['signed', 'signed', 'signed', 'refused'])
    expect(answers[3]).toMatchObject({ why: 'DESTINATION_LIMIT' })
  })

  test('counts fees that are raised after a day on the day they are raised', async () => {
    await journal.close()
    // Two transactions with raised fees, and not a third.
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

  test('gives a nonce to one payout only', async () => {
    const first = await aPayout({ nonce: 900 })
    await sign(first)
    await rewrite(first, sql`nonce = 901`)
    const second = await aPayout({ nonce: 900 })

    expect(await sign(second)).toEqual({ kind: 'refused', why: 'CHANGED' })
  })

  test('cancels a nonce with nothing to itself, after which its payout may get another and counts twice', async () => {
    const payout = await aPayout({ amount: 100, nonce: 950 })
    await sign(payout)
    await rewrite(payout, sql`nonce = 951`)
    const asked = { address: KEY.address, amount: 0, contract: null, nonce: 950 }
    const cancel = await aPayout({ ...asked, purpose: 'CANCEL' })
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

  test('frees nothing of a day where the nonce of a payout is cancelled on two chains', async () => {
    await journal.close()
    await restart([chainLimits(), { ...chainLimits(), chainId: 31_338 }])
    const asked = { address: KEY.address, amount: 0, contract: null, purpose: 'CANCEL' }
    for (const nonce of [970, 971, 972]) {
      const payout = await aPayout({ amount: 100, nonce })
      expect(await sign(payout)).toMatchObject({ kind: 'signed' })
      await rewrite(payout, sql`chain_id = 31338, amount = 1`)
      expect(await sign(await aPayout({ ...asked, nonce }))).toMatchObject({ kind: 'signed' })
      expect(await sign(payout)).toMatchObject({ kind: 'signed' })
      await rewrite(payout, sql`nonce = ${nonce + 10}`)
      const elsewhere = await aPayout({ ...asked, nonce: nonce + 20 })
      await rewrite(elsewhere, sql`chain_id = 31338, nonce = ${nonce}`)
      expect(await sign(elsewhere)).toMatchObject({ kind: 'signed' })
    }

    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('cancels a nonce though the fees of the day are used up and the price of gas is above the limit', async () => {
    const fee = FEES.gas * FEES.maxFeePerGas
    await journal.close()
    await restart([{ ...chainLimits(), feesPerDay: fee, refundFeesPerDay: 0n }])
    await admit(await aPayout())
    const asked = { address: KEY.address, amount: 0, contract: null, purpose: 'CANCEL' }
    const cancel = await aPayout({ ...asked, nonce: 960 })
    await anAttempt(cancel, 2, { ...FEES, maxFeePerGas: 9n * 10n ** 9n })
    const expensive = await signedBy(await sign(cancel, 2))

    expect(expensive).toMatchObject({ nonce: 960, gas: 21_000n, maxFeePerGas: 5_000_000_000n })
    expect(await sign(await aPayout())).toMatchObject({ why: 'FEE_LIMIT' })
  })

  test.each([
    ['an amount', { amount: 1 }],
    ['another destination', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['a token', { contract: TOKEN }],
  ])('signs no cancellation with %s', async (_what, change) => {
    await server.ctx.db.execute(sql`alter table payouts drop constraint payouts_amount`)
    const asked = { address: KEY.address, amount: 0, contract: null, purpose: 'CANCEL' }

    expect(await sign(await aPayout({ ...asked, ...change }))).toMatchObject({ why: 'INVALID' })
    await restoreAmounts()
  })

  test('signs with a new key what was only admitted for the old one, and counts it once', async () => {
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

  test('keeps the place of an admitted payout, so that its nonce is never in the way', async () => {
    const admitted = await aPayout({ amount: 100 })
    expect(await admit(admitted)).toEqual({ kind: 'admitted' })
    expect(await admit(admitted)).toEqual({ kind: 'admitted' })
    expect(await sign(await aPayout({ amount: 100 }))).toMatchObject({ kind: 'signed' })
    expect(await sign(await aPayout({ amount: 100 }))).toMatchObject({ kind: 'signed' })
    expect(await admit(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
    expect(await sign(admitted)).toMatchObject({ kind: 'signed' })
  })

  test('counts an admission of yesterday again when it is signed today', async () => {
    const saved = [await aPayout({ amount: 100 }), await aPayout({ amount: 100 })]
    for (const id of saved) await admit(id)
    server.clock.advance(DAY_MS)
    for (let more = 0; more < 3; more += 1) await sign(await aPayout({ amount: 100 }))

    expect(await sign(saved[0] ?? 0)).toMatchObject({ kind: 'refused', why: 'DAY_LIMIT' })
    server.clock.advance(DAY_MS)
    expect(await sign(saved[0] ?? 0)).toMatchObject({ kind: 'signed' })
  })

  test('answers questions that come at once one after the other', async () => {
    const ids = []
    for (let at = 0; at < 6; at += 1) ids.push(await aPayout({ amount: 100 }))
    const answers = await Promise.all(ids.map((id) => sign(id)))

    expect(answers.filter(({ kind }) => kind === 'signed')).toHaveLength(3)
  })
})

describe('the journal of the signer', () => {
  test('still limits the day after a restart', async () => {
    for (let day = 0; day < 3; day += 1) await sign(await aPayout({ amount: 100 }))
    await journal.close()
    await restart()

    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
    server.clock.advance(DAY_MS)
    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ kind: 'signed' })
  })

  test('forgets nothing when the clock jumps ahead and back', async () => {
    for (let more = 0; more < 3; more += 1) await sign(await aPayout({ amount: 100 }))
    server.clock.advance(2 * DAY_MS)
    expect(await admit(await aPayout({ amount: 101 }))).toMatchObject({ why: 'PAYOUT_LIMIT' })
    server.clock.advance(-2 * DAY_MS)

    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('drops a last line that a crash cut off, and refuses one that was damaged', async () => {
    const id = await aPayout()
    const first = await sign(id)
    await journal.close()
    const path = join(folder, 'journal.jsonl')
    await appendFile(path, '{"at":"2026-06-23T08:0')
    await restart()
    expect(await sign(id)).toEqual(first)
    expect(await lines()).toHaveLength(2)
    await journal.close()
    await writeFile(path, `half a line\n${await readFile(path, 'utf8')}`)
    await expect(openJournal(folder)).rejects.toThrow('damaged at')
    await rm(path)
    await restart()
  })

  test('refuses whoever finds lines in it that another process wrote, whatever the folder lock says', async () => {
    const other = await openJournal(folder)
    const second = treasurySigner({ ...server.ctx, key: KEY, limits: LIMITS, journal: other })
    for (let more = 0; more < 3; more += 1) await sign(await aPayout({ amount: 100 }))
    const refused = await aPayout({ amount: 100 })

    await expect(second.sign({ payoutId: refused, attempt: 1 })).rejects.toThrow('Another process')
    await expect(second.sign({ payoutId: refused, attempt: 1 })).rejects.toThrow('Another process')
    expect(await sign(refused)).toMatchObject({ why: 'DAY_LIMIT' })
    await other.close()
  })

  test('lets at most one of two processes sign that write at once', async () => {
    const other = await openJournal(folder)
    const second = treasurySigner({ ...server.ctx, key: KEY, limits: LIMITS, journal: other })
    const ids = [await aPayout({ amount: 100 }), await aPayout({ amount: 100 })] as const
    const answers = await Promise.allSettled([
      sign(ids[0]),
      second.sign({ payoutId: ids[1], attempt: 1 }),
    ])
    const signed = answers.filter(({ status }) => status === 'fulfilled')

    expect(signed.length).toBeLessThanOrEqual(1)
    await other.close()
  })

  test.each([
    ['its folder', '770', ''],
    ['its folder', '702', ''],
    ['its file', '620', 'journal.jsonl'],
  ])('is not opened while others can write %s (mode %s)', async (_what, mode, name) => {
    const path = join(folder, name)
    const before = (await stat(path)).mode
    await chmod(path, Number.parseInt(mode, 8))

    await expect(openJournal(folder)).rejects.toThrow('can be written by others')
    await chmod(path, before)
  })

  test('refuses to go on after its file was moved away', async () => {
    await sign(await aPayout())
    await rename(join(folder, 'journal.jsonl'), join(folder, 'moved.jsonl'))

    await expect(sign(await aPayout())).rejects.toThrow('Another process')
  })

  test('is written before the signature leaves', async () => {
    const id = await aPayout()
    const seen: number[] = []
    const key = {
      address: KEY.address,
      sign: async () => {
        seen.push((await lines()).length)
        return '0x00' as const
      },
    }
    await treasurySigner({ ...server.ctx, key, limits: LIMITS, journal }).sign({
      payoutId: id,
      attempt: 1,
    })
    expect(seen).toEqual([2])
  })
})
