import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import type { Write } from './operator-write.ts'

const ONE_UNIT = '0.000000000000000001'

/** Returns an input for the audited write about the books: an account has one unit more than them. */
export function booksWrites(db: () => Db): { 'ledger.book': Write<'ledger.book'> } {
  let accounts = 0
  return {
    'ledger.book': {
      action: 'ledger.book',
      make: async () => {
        accounts += 1
        const [row] = await rowsOf<{ id: string }>(
          db(),
          sql`insert into book_accounts (chain_id, address, kind, created_at)
            values (31337, ${`0x${String(accounts).padStart(40, '0')}`}, 'TREASURY', now())
            returning id`,
        )
        const accountId = Number(row?.id)
        await db().execute(sql`insert into book_tokens
            (account_id, contract, symbol, decimals, opening, opened_block, opened_at, on_chain)
          values (${accountId}, '', 'ETH', 18, 0, 1, now(), 1)`)
        const amounts = { amount: ONE_UNIT, difference: ONE_UNIT }
        const body = { contract: null, txHash: null, ...amounts }
        return { input: { params: { accountId }, body } }
      },
    },
  }
}
