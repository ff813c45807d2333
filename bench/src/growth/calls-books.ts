import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../apps/server/src/platform/process/db.ts'
import { byOperator, type Scenarios } from './scenario.ts'
import type { World } from './world.ts'

/** Returns the newest transaction of the ledger. */
async function newestTransaction({ server }: World): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select id from ledger_transactions order by id desc limit 1`,
  )
  return Number(rows[0]?.id)
}

let accounts = 0

/** An account of the treasury that has one unit more than its books. */
async function anAccount({ server }: World): Promise<number> {
  accounts += 1
  const at = server.clock.now.toISOString()
  const address = `0x${String(accounts).padStart(40, '0')}`
  const [row] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`with account as (
        insert into book_accounts (chain_id, address, kind, created_at, reconciled_at)
        values (31337, ${address}, 'TREASURY', ${at}::timestamptz, ${at}::timestamptz)
        returning id
      ), token as (
        insert into book_tokens
          (account_id, contract, symbol, decimals, opening, opened_block, opened_at, on_chain)
        select id, '', 'ETH', 18, 0, 1, ${at}::timestamptz, 1 from account
      )
      select id from account`,
  )
  return Number(row?.id)
}

const ONE_UNIT = '0.000000000000000001'

export const BOOKS_CALLS = {
  'ledger.balances': byOperator('ledger.balances', () => ({})),
  'ledger.statement': byOperator('ledger.statement', () => ({ query: {} })),
  'ledger.transactions': byOperator('ledger.transactions', ({ seasonId }) => ({
    query: { asset: 'XP' as const, scope: `season:${seasonId}`, account: 'ISSUANCE' as const },
  })),
  'ledger.transaction': byOperator('ledger.transaction', async (world) => ({
    params: { transactionId: await newestTransaction(world) },
  })),
  'ledger.verification': byOperator('ledger.verification', () => ({})),
  'ledger.verify': byOperator('ledger.verify', () => ({ body: { extent: 'RECENT' as const } })),
  'ledger.reconciliations': byOperator('ledger.reconciliations', () => ({})),
  'ledger.reconciliation': byOperator('ledger.reconciliation', async (world) => ({
    params: { accountId: await anAccount(world) },
    query: {},
  })),
  'ledger.reconcile': byOperator('ledger.reconcile', () => ({})),
  'ledger.book': byOperator('ledger.book', async (world) => ({
    params: { accountId: await anAccount(world) },
    body: {
      contract: null,
      amount: ONE_UNIT,
      difference: ONE_UNIT,
      txHash: null,
      reason: 'Growth benchmark',
    },
  })),
} satisfies Record<string, Scenarios>
