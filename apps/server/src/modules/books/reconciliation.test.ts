import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { checkAlarms } from '#/modules/alarm/alarm.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'
import { advanceChains, sendWithTreasuryKey, setStableCaps } from '#test/test-treasury.ts'
import { payTokens } from '#test/test-shop.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { findAccounts } from './account.queries.ts'
import { queueReconciliation } from './books.jobs.ts'
import { reconcileStep } from './reconciliation.service.ts'

const CHAIN = 31_337

let shop: TokenShop
let finance: TestOperator
const { packBought, requestRefund } = stepsIn(() => shop)

beforeAll(async () => {
  shop = await openTokenShop()
  await setStableCaps(shop.server, { perDay: '10000' })
  finance = await anOperator(shop.server, 'FINANCE')
  // The first payout opens the account of the treasury on the chain.
  await refundedPack()
  await nightPasses()
})
afterAll(() => shop.server.close())
beforeEach(() => {
  shop.server.log.text = ''
})

const db = () => shop.server.ctx.db

/** A purchase for tokens that is refunded, so that tokens come in and leave. */
async function refundedPack(): Promise<void> {
  const { payer, bought } = await packBought()
  await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
  await advanceChains(shop.server, 8)
}

/** Makes everything final and reconciles as every night. */
async function nightPasses(): Promise<void> {
  const { server } = shop
  await advanceChains(server, 6)
  server.clock.advance(DAY_MS)
  await advanceChains(server, 3)
  await queueReconciliation(server.ctx, server.ctx.now())
  await server.worker.runDue()
}

type Account = CallData<'ledger.reconciliations'>['accounts'][number]
type View = CallData<'ledger.reconciliation'>

async function treasuryAccount(): Promise<Account> {
  const { data } = await finance.call('ledger.reconciliations', {})
  const found = data?.accounts.find(({ chainId, kind }) => chainId === CHAIN && kind === 'TREASURY')
  if (!found) throw new Error('The treasury has no account')
  return found
}

async function show(): Promise<View> {
  const { accountId } = await treasuryAccount()
  const { data } = await finance.call('ledger.reconciliation', { params: { accountId }, query: {} })
  if (!data) throw new Error('The account was not found')
  return data
}

const differencesOf = ({ tokens }: Account) =>
  Object.fromEntries(tokens.map(({ symbol, difference }) => [symbol, difference]))

/** Books every difference, so that the next test begins without any. */
async function bookAll(): Promise<void> {
  const { accountId, tokens } = await treasuryAccount()
  for (const { contract, difference } of tokens) {
    if (difference === '0') continue
    const body = { contract, amount: difference, difference, txHash: null }
    await finance.call('ledger.book', { params: { accountId }, body })
  }
}

const openAlarms = () =>
  rowsOf<{ rule: string; details: Record<string, string> }>(
    db(),
    sql`select rule, details from alarms where cleared_at is null and rule like 'BOOKS_%'`,
  )

describe('a night without anything unusual', () => {
  test('reconciles again in the next night by itself', async () => {
    const { server } = shop
    // Balances are read until the job waits for its next night.
    await nightPasses()
    const first = await treasuryAccount()
    await advanceChains(server, 6)
    server.clock.advance(DAY_MS)
    await server.worker.runDue()
    const { account: second, runs } = await show()

    const passed = Date.parse(second.reconciledAt ?? '') - Date.parse(first.reconciledAt ?? '')
    expect(passed).toBeGreaterThanOrEqual(DAY_MS)
    expect(runs[0]?.toBlock).toBeGreaterThan(first.block?.number ?? 0)
    expect([second.isOverdue, second.failure]).toEqual([false, null])
  })

  test('opens the books with the first balance that is seen, and finds no difference after it', async () => {
    const opened = await treasuryAccount()
    await refundedPack()

    await nightPasses()

    const { account, runs, transfers } = await show()
    expect(differencesOf(opened)).toEqual({ ETH: '0', USDS: '0' })
    expect(differencesOf(account)).toEqual({ ETH: '0', USDS: '0' })
    expect(transfers).toEqual([])
    expect(account.block?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(account.block?.number).toBe(runs[0]?.toBlock)
    const movements = runs.flatMap(({ tokens }) =>
      tokens.flatMap(({ symbol, movements: own }) =>
        own.map(({ kind, amount }) => [symbol, kind, amount.startsWith('-')]),
      ),
    )
    expect(movements).toEqual(
      expect.arrayContaining([
        ['USDS', 'PAYMENT', false],
        ['USDS', 'REFUND', true],
        ['ETH', 'FEE', true],
      ]),
    )
  })

  test('is recorded also when no block was added', async () => {
    const before = await show()
    const { server } = shop
    server.clock.advance(DAY_MS)
    await queueReconciliation(server.ctx, server.ctx.now())
    await server.worker.runDue()

    const after = await show()
    expect(after.runs.length).toBe(before.runs.length + 1)
    expect(after.account.reconciledAt).not.toBe(before.account.reconciledAt)
    expect(differencesOf(after.account)).toEqual({ ETH: '0', USDS: '0' })
  })

  test('counts payments of strangers as unmatched, not as a difference', async () => {
    const { server, treasury } = shop
    const stranger = aWallet()
    const chain = chainOf(server)
    await chain.faucet.send(stranger.address, { native: '1', token: '5' })
    await chain.control.mine(1)
    await payTokens(server, stranger, treasury, 1n)

    await nightPasses()

    const { account, runs } = await show()
    expect(differencesOf(account)).toEqual({ ETH: '0', USDS: '0' })
    const token = runs[0]?.tokens.find(({ symbol }) => symbol === 'USDS')
    expect(token?.movements).toContainEqual({ kind: 'UNMATCHED', amount: '0.000001', count: 1 })
  })
})

test('a reconciliation that dies half-way continues at its position and counts everything once', async () => {
  const { server } = shop
  await refundedPack()
  await advanceChains(server, 6)
  // The refund is decided after some time, and idle chains are polled every few minutes.
  for (let hour = 0; hour < 2; hour += 1) {
    server.clock.advance(HOUR_MS)
    await advanceChains(server, 8)
  }
  server.clock.advance(HOUR_MS)
  await advanceChains(server, 1)
  const [account] = (await findAccounts(db())).filter(
    ({ chainId, kind }) => chainId === CHAIN && kind === 'TREASURY',
  )
  if (!account) throw new Error('The treasury has no account')
  const dying = {
    ...server.ctx,
    atFaultPoint: () => {
      throw new Error('Killed')
    },
  }

  for (let step = await reconcileStep(server.ctx, account); step !== 'done';) {
    // Each step dies once before it is stored.
    await reconcileStep(dying, account).catch(() => undefined)
    step = await reconcileStep(server.ctx, account)
  }

  const { account: after, runs } = await show()
  expect(differencesOf(after)).toEqual({ ETH: '0', USDS: '0' })
  const token = runs[0]?.tokens.find(({ symbol }) => symbol === 'USDS')
  expect(token?.movements.map(({ kind, count }) => [kind, count])).toEqual([
    ['PAYMENT', 1],
    ['REFUND', 1],
  ])
})

describe('an injected difference of one unit', () => {
  test.each([
    ['too little in the records', -1, '0.000001'],
    ['too much in the records', 1, '-0.000001'],
  ])('is found and named: %s', async (_, change, difference) => {
    await refundedPack()
    const [changed] = await rowsOf<{ tx_hash: string }>(
      db(),
      sql`update payments set amount = amount + ${change}
        where id = (select max(id) from payments where state = 'CREDITED' or state = 'REFUNDED')
        returning tx_hash`,
    )

    await nightPasses()
    await checkAlarms(shop.server.ctx)

    const { account, transfers, unexplained } = await show()
    expect(differencesOf(account)).toEqual({ ETH: '0', USDS: difference })
    expect(transfers.filter(({ bookingId }) => bookingId === null)[0]).toMatchObject({
      symbol: 'USDS',
      txHash: changed?.tx_hash,
    })
    expect(unexplained).toEqual([])
    const [alarm] = await openAlarms()
    expect(alarm).toMatchObject({ rule: 'BOOKS_DIFFER', details: { symbol: 'USDS', difference } })
    expect(alarm?.details['transfers']).toContain(changed?.tx_hash)
    expect(shop.server.log.text).toContain('The treasury differs from its books')
    await bookNamed()
    await checkAlarms(shop.server.ctx)
    expect(await openAlarms()).toEqual([])
  })

  /** Books the open difference under the hash of the transfer that explains it. */
  async function bookNamed(): Promise<void> {
    const { account, transfers } = await show()
    const [transfer] = transfers.filter(({ bookingId }) => bookingId === null)
    const token = account.tokens.find(({ difference }) => difference !== '0')
    if (!token || !transfer) throw new Error('There is nothing to book')
    const { contract, difference } = token
    const body = { contract, amount: difference, difference, txHash: transfer.txHash }
    const booked = await finance.call('ledger.book', {
      params: { accountId: account.accountId },
      body,
    })
    expect(booked.code).toBe(Code.SUCCESS)
    expect(booked.data?.unexplained).toEqual([])
  }

  test('is found and named when coin arrives that nothing records', async () => {
    const { server, treasury } = shop
    const stranger = aWallet()
    await chainOf(server).faucet.send(stranger.address, { native: '1', token: '1' })
    await chainOf(server).control.mine(1)
    const txHash = await sendFrom(stranger, chainOf(server), { to: treasury, value: 1n })

    await nightPasses()

    const { account, transfers, unexplained } = await show()
    expect(differencesOf(account)).toEqual({ ETH: '0.000000000000000001', USDS: '0' })
    expect(transfers.filter(({ bookingId }) => bookingId === null)).toMatchObject([
      { txHash, onChain: '0.000000000000000001', recorded: '0' },
    ])
    expect(unexplained).toEqual([])
    await bookNamed()
  })

  test('is found and named when the key sends a token outside the outbox', async () => {
    const chain = chainOf(shop.server)
    const txHash = await sendWithTreasuryKey(shop.server, chain.network.token.address)

    await nightPasses()

    const { account, transfers } = await show()
    const { USDS, ETH } = differencesOf(account)
    expect(USDS).toBe('-0.000001')
    // The fee is missing as well, in the same transaction.
    expect(ETH).toMatch(/^-0\.0/)
    const open = transfers.filter(({ bookingId }) => bookingId === null)
    expect(open.map((each) => [each.symbol, each.txHash])).toEqual(
      expect.arrayContaining([
        ['USDS', txHash],
        ['ETH', txHash],
      ]),
    )
    await bookAll()
    const booked = await show()
    expect(booked.transfers.filter(({ bookingId }) => bookingId === null)).toEqual([])
    expect(booked.unexplained).toEqual([])
  })
})

test('a booking is refused when the difference is no longer the one that was seen', async () => {
  const { accountId } = await treasuryAccount()
  const seen = { contract: null, amount: '1', difference: '1', txHash: null }
  const codeOf = async (body: typeof seen, id = accountId) =>
    (await finance.call('ledger.book', { params: { accountId: id }, body })).code
  const most = 2n ** 256n - 1n

  expect(await codeOf(seen)).toBe(Code.DIFFERENCE_CHANGED)
  const tooFine = { ...seen, amount: '0.0000000000000000001', difference: '0' }
  expect(await codeOf(tooFine)).toBe(Code.INVALID_REQUEST)
  for (const amount of [`${10n ** 78n - 1n}`, `-${'9'.repeat(78)}.${'9'.repeat(18)}`, `${most}`]) {
    expect(await codeOf({ ...seen, amount })).toBe(Code.INVALID_REQUEST)
  }
  expect(await codeOf(seen, 10 ** 9)).toBe(Code.NOT_FOUND)
})

describe('a chain that replaced the last reconciled block', () => {
  const LOST = `0x${'de'.repeat(32)}`

  /** Changes the hashes that were recorded, as if the chain had other blocks from there on. */
  async function loseBlocksFrom(blockNumber: number): Promise<void> {
    const { accountId } = await treasuryAccount()
    await db().execute(sql`update book_accounts set block_hash = ${LOST} where id = ${accountId}`)
    await db().execute(sql`update book_runs set to_hash = ${LOST}
      where account_id = ${accountId} and to_block >= ${blockNumber}`)
  }

  async function reconcileNow(): Promise<View> {
    // An operator has read the report.
    shop.server.clock.advance(1000)
    const { code } = await finance.call('ledger.reconcile', {})
    expect(code).toBe(Code.SUCCESS)
    await shop.server.worker.runDue()
    return show()
  }

  test('is reported, and reconciled again after the newest block that it still contains', async () => {
    await refundedPack()
    // The refund is decided and paid before the second night at the latest.
    for (let night = 0; night < 2; night += 1) await nightPasses()
    const last = await treasuryAccount()
    const lost = last.block?.number ?? 0
    await loseBlocksFrom(lost)

    await nightPasses()
    const reported = await treasuryAccount()
    const { account, runs, transfers } = await reconcileNow()

    expect(reported.failure).toMatchObject({ why: 'REORGANISED' })
    expect(reported.block).toEqual({ number: lost, hash: LOST })
    expect(account.failure).toBeNull()
    expect(account.tokens).toEqual(last.tokens)
    expect(runs[0]?.fromBlock).toBeLessThan(lost)
    expect(runs[0]?.toBlock).toBeGreaterThan(lost)
    expect(runs[1]?.tokens.map(({ difference }) => difference)).toEqual([null, null])
    expect(transfers.filter(({ bookingId }) => bookingId === null)).toEqual([])
    expect(shop.server.log.text).toContain('The chain replaced blocks that were reconciled')
  })

  test('keeps its books and shows what differs if no reconciled block is left', async () => {
    const { server, treasury } = shop
    const before = await treasuryAccount()
    const stranger = aWallet()
    await chainOf(server).faucet.send(stranger.address, { native: '1', token: '1' })
    await chainOf(server).control.mine(1)
    await sendFrom(stranger, chainOf(server), { to: treasury, value: 1n })
    await loseBlocksFrom(0)

    await nightPasses()
    const { account, unexplained } = await reconcileNow()

    const unit = '0.000000000000000001'
    expect(account.failure).toBeNull()
    expect(account.tokens.map(({ expected }) => expected)).toEqual(
      before.tokens.map(({ expected }) => expected),
    )
    expect(differencesOf(account)).toEqual({ ETH: unit, USDS: '0' })
    expect(unexplained).toMatchObject([{ symbol: 'ETH', amount: unit }])
    await bookAll()
    await nightPasses()
    expect(differencesOf(await treasuryAccount())).toEqual({ ETH: '0', USDS: '0' })
  })
})

test('a silent node leaves the account as of its last block, and raises an alarm after a day, unless its network is switched off', async () => {
  const { server } = shop
  const before = await treasuryAccount()
  chainOf(server).node.setFault('*', { kind: 'down', status: 503 })
  server.clock.advance(DAY_MS)
  await queueReconciliation(server.ctx, server.ctx.now())
  await server.worker.runDue()

  const silent = await treasuryAccount()
  expect(silent.failure).toMatchObject({ why: 'SILENT' })
  expect([silent.block, silent.reconciledAt]).toEqual([before.block, before.reconciledAt])
  expect(differencesOf(silent)).toEqual(differencesOf(before))
  server.clock.advance(7 * HOUR_MS)
  await checkAlarms(server.ctx)
  expect((await openAlarms()).map(({ rule }) => rule)).toContain('BOOKS_SILENT')
  await db().execute(sql`update networks set enabled = false where chain_id = ${CHAIN}`)
  await checkAlarms(server.ctx)
  expect(await openAlarms()).toEqual([])
  await db().execute(sql`update networks set enabled = true where chain_id = ${CHAIN}`)
  chainOf(server).node.setFault('*', undefined)
  await nightPasses()
  await checkAlarms(server.ctx)
  expect(await treasuryAccount()).toMatchObject({ failure: null, isOverdue: false })
  expect(await openAlarms()).toEqual([])
})
