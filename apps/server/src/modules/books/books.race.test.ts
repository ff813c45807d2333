import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { creditAll } from '#test/test-ledger.ts'
import { insertMembers } from '#test/insert-members.ts'
import { payTokens } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { findAccounts } from './account.queries.ts'
import { aggregateBooks } from './aggregation.service.ts'
import { showBalances } from './books.service.ts'
import { findDue, reconcileStep } from './reconciliation.service.ts'

let shop: TokenShop
const { packBought, requestRefund } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
})
afterAll(() => shop.server.close())

test('several processes that aggregate at once count every posting once', async () => {
  const { ctx } = shop.server
  const members = await insertMembers(ctx.db, 40)
  await creditAll(
    ctx.db,
    members.map((member) => ({ member, amount: 3n })),
  )
  const aggregate = async () => {
    while ((await aggregateBooks(ctx, 7)) === 'part');
  }

  await Promise.all([aggregate(), aggregate(), aggregate(), aggregate()])

  const rows = await rowsOf(
    ctx.db,
    sql`select account, balance::text, postings::int from book_balances
      where asset = 'XP' and scope = '' order by account`,
  )
  expect(rows).toEqual([
    { account: 'ISSUANCE', balance: '-120', postings: 40 },
    { account: 'MEMBERS', balance: '120', postings: 40 },
  ])
})

test('the trial balance is that of its transaction while the books are aggregated', async () => {
  const { ctx } = shop.server
  const members = await insertMembers(ctx.db, 60)
  await creditAll(
    ctx.db,
    members.map((member) => ({ member, amount: 2n })),
  )
  const state = { isDone: false }
  const aggregate = async () => {
    while ((await aggregateBooks(ctx, 1)) === 'part');
    state.isDone = true
  }
  const seen: { upTo: number; postings: number }[] = []
  const read = async () => {
    while (!state.isDone) {
      const { ledgerTransaction: upTo, groups } = await showBalances(ctx)
      const found = groups.find(({ asset, scope }) => asset === 'XP' && scope === '')
      seen.push({ upTo, postings: found?.accounts[0]?.postings ?? 0 })
    }
  }

  await Promise.all([aggregate(), read(), read()])

  const rows = await rowsOf<{ id: number }>(
    ctx.db,
    sql`select e.transaction_id::int as id from ledger_entries e
      join ledger_accounts a on a.id = e.account_id
      where a.asset = 'XP' and a.scope = '' and a.system_name = 'ISSUANCE'`,
  )
  const inLedger = seen.map(({ upTo }) => ({
    upTo,
    postings: rows.filter(({ id }) => id <= upTo).length,
  }))
  expect(seen).toEqual(inLedger)
  expect(new Set(seen.map(({ upTo }) => upTo)).size).toBeGreaterThan(5)
})

test('two processes that reconcile at once record one run with every movement once', async () => {
  const { server, treasury } = shop
  const { ctx } = server
  const reconcile = async () => {
    for (const account of await findDue(ctx)) {
      let step = await reconcileStep(ctx, account)
      while (step === 'more') step = await reconcileStep(ctx, await current(account.id))
    }
  }
  const current = async (id: number) => {
    const found = (await findAccounts(ctx.db)).find((account) => account.id === id)
    if (!found) throw new Error('The account was not found')
    return found
  }
  const { payer, bought } = await packBought()
  await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
  // The refund is decided after some time; it opens the account of the treasury.
  server.clock.advance(HOUR_MS)
  await advanceChains(server, 8)
  await reconcile()
  const stranger = aWallet()
  await chainOf(server).faucet.send(stranger.address, { native: '1', token: '5' })
  await chainOf(server).control.mine(1)
  for (const amount of [1n, 2n, 3n]) {
    await payTokens(server, stranger, treasury, amount)
    await chainOf(server).control.mine(1)
  }
  await advanceChains(server, 8)
  // Idle chains are polled every few minutes.
  server.clock.advance(HOUR_MS)
  await advanceChains(server, 1)
  await ctx.db.execute(sql`update book_accounts
    set requested_at = ${server.clock.now.toISOString()}::timestamptz`)
  server.clock.advance(1000)

  await Promise.all([reconcile(), reconcile(), reconcile()])

  const moved = await rowsOf(
    ctx.db,
    sql`select sum(m.amount)::text as amount, sum(m.count)::int as count
      from book_movements m where m.kind = 'UNMATCHED'`,
  )
  expect(moved).toEqual([{ amount: '6', count: 3 }])
  const open = await rowsOf(
    ctx.db,
    sql`select 1 from book_tokens where opening + recorded + booked <> on_chain
      union all select 1 from book_runs where finished_at is null
      union all select 1 from book_transfers`,
  )
  expect(open).toEqual([])
})
