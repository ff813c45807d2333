import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { amountText } from '@solstice/rules/amount'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

const CHAIN = 31_337
const ADDRESS = `0x${'7'.repeat(40)}`
const TOKEN = `0x${'5'.repeat(40)}`
const HASH = `0x${'ab'.repeat(32)}`
const OLDER_BOOKINGS = 120
const DECIMALS = 18

let server: TestApp
let finance: TestOperator
let accountId: number
beforeAll(async () => {
  server = await startTestApp()
  finance = await anOperator(server, 'FINANCE')
  accountId = await anAccount()
})
afterAll(() => server.close())

/** An account with a transfer that differs, and its booking before many others. */
async function anAccount(): Promise<number> {
  const { db } = server.ctx
  await db.execute(sql`insert into book_accounts (chain_id, address, kind, created_at)
    values (${CHAIN}, ${ADDRESS}, 'TREASURY', '2026-06-01')`)
  await db.execute(sql`insert into book_tokens
      (account_id, contract, symbol, decimals, opening, opened_at, opened_block, on_chain)
    select id, ${TOKEN}, 'USDS', ${DECIMALS}, 0, '2026-06-01', 1, 0 from book_accounts`)
  await db.execute(sql`insert into book_runs
      (account_id, from_block, to_block, to_hash, from_nonce, to_nonce, claimed, phase, position,
        started_at, finished_at)
    select id, 1, 2, ${HASH}, 0, 0, 0, 'END', 2, '2026-06-02', '2026-06-02' from book_accounts`)
  await db.execute(sql`insert into book_transfers
      (run_id, contract, tx_hash, block_number, on_chain, recorded)
    select id, ${TOKEN}, ${HASH}, 2, 7, 0 from book_runs`)
  await db.execute(sql`insert into book_bookings
      (account_id, contract, amount, tx_hash, reason, operator_id, booked_at)
    select id, ${TOKEN}, 7, case n when 0 then ${HASH} else '0x' || lpad(n::text, 64, '0') end,
      'FIN-1', ${finance.operatorId}, '2026-06-03'::timestamptz + n * interval '1 minute'
    from book_accounts, generate_series(0, ${OLDER_BOOKINGS}) n order by n`)
  const { data } = await finance.call('ledger.reconciliations', {})
  return data?.accounts[0]?.accountId ?? 0
}

test('an account lists its newest hundred bookings, and finds older ones that explain a transfer', async () => {
  const { data } = await finance.call('ledger.reconciliation', { params: { accountId }, query: {} })

  expect([data?.bookings.length, data?.hasMoreBookings]).toEqual([100, true])
  expect(data?.bookings.at(-1)?.bookingId).toBeGreaterThan(data?.transfers[0]?.bookingId ?? 1000)
  expect(data?.transfers).toMatchObject([{ txHash: HASH, bookingId: 1 }])
})

test('bookings are refused when no token can have their sum', async () => {
  const most = amountText(2n ** 256n - 1n, DECIMALS)
  const book = async (amount: string) => {
    const { data: view } = await finance.call('ledger.reconciliations', {})
    const difference = view?.accounts[0]?.tokens[0]?.difference ?? ''
    const body = { contract: TOKEN, amount, difference, txHash: null }
    return (await finance.call('ledger.book', { params: { accountId }, body })).code
  }
  const codes: number[] = []
  // More than nine of them exceed the columns as well.
  for (let times = 0; times < 10; times += 1) codes.push(await book(most))

  expect(codes).toEqual([Code.SUCCESS, ...Array.from({ length: 9 }, () => Code.INVALID_REQUEST)])
  expect(await book(`-${most}`)).toBe(Code.SUCCESS)
})
