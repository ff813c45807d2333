import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from './db.ts'

export type LedgerProblem = { rule: string; where: string }

/** Each query finds rows that must not exist. They read the tables themselves, not what triggers promise. */
const RULES: readonly { rule: string; broken: SQL }[] = [
  {
    rule: 'the entries of a transaction sum to zero',
    broken: sql`select 'transaction ' || e.transaction_id as where_text from ledger_entries e
      join ledger_accounts a on a.id = e.account_id
      group by e.transaction_id, a.asset, a.scope having sum(e.amount) <> 0`,
  },
  {
    rule: 'a transaction has entries',
    broken: sql`select 'transaction ' || t.id as where_text from ledger_transactions t
      where not exists (select 1 from ledger_entries e where e.transaction_id = t.id)`,
  },
  {
    rule: "a member's balance is the sum of its entries",
    broken: sql`select 'account ' || a.id as where_text from ledger_accounts a
      left join ledger_entries e on e.account_id = a.id where a.member_id is not null
      group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    rule: 'no member has less than nothing',
    broken: sql`select 'account ' || id as where_text from ledger_accounts
      where member_id is not null and balance < 0`,
  },
  {
    rule: 'a key is used once',
    broken: sql`select 'key ' || idempotency_key as where_text from ledger_transactions
      group by idempotency_key having count(*) > 1`,
  },
  {
    rule: 'a reversal mirrors what it reverses',
    broken: sql`select 'transaction ' || r.id as where_text from ledger_transactions r
      join lateral (
        select 1 from (
          select account_id, amount from ledger_entries where transaction_id = r.id
          union all select account_id, amount from ledger_entries where transaction_id = r.reverses
        ) both_sides group by account_id having sum(amount) <> 0
      ) mismatch on true where r.reverses is not null group by r.id`,
  },
  {
    rule: 'the rules of the ledger are switched on',
    broken: sql`select 'trigger ' || name as where_text from unnest(array[
        'ledger_transactions_append_only', 'ledger_entries_append_only', 'ledger_entries_move_balances',
        'ledger_accounts_guarded', 'ledger_accounts_start_at_zero', 'ledger_transactions_balance']) as name
      where not exists (select 1 from pg_trigger where tgname = name and tgenabled = 'O')`,
  },
]

export async function checkLedger(db: Db): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  for (const { rule, broken } of RULES) {
    const rows = await rowsOf<{ where_text: string }>(db, broken)
    problems.push(...rows.map((row) => ({ rule, where: row.where_text })))
  }
  return problems
}
