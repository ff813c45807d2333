import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { runSilently } from '#/platform/process/progress.ts'

export type LedgerProblem = { rule: string; where: string }

/**
 * Each query finds rows that must not exist. The queries read the tables directly and do not rely
 * on triggers.
 */
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
    rule: 'an entry belongs to a transaction and an account',
    broken: sql`select 'transaction ' || e.transaction_id as where_text from ledger_entries e
      left join ledger_transactions t on t.id = e.transaction_id
      left join ledger_accounts a on a.id = e.account_id
      where t.id is null or a.id is null group by e.transaction_id`,
  },
  {
    rule: 'no member has a negative balance',
    broken: sql`select 'account ' || id as where_text from ledger_accounts
      where member_id is not null and balance < 0`,
  },
  {
    rule: 'a system account carries no balance',
    broken: sql`select 'account ' || id as where_text from ledger_accounts
      where member_id is null and balance <> 0`,
  },
  {
    rule: 'a holder has one account per asset and scope',
    broken: sql`select 'account ' || min(id) as where_text from ledger_accounts
      group by member_id, system_name, asset, scope having count(*) > 1`,
  },
  {
    rule: 'a key is used once',
    broken: sql`select 'key ' || idempotency_key as where_text from ledger_transactions
      group by idempotency_key having count(*) > 1`,
  },
  {
    rule: 'a transaction is reversed once',
    broken: sql`select 'transaction ' || reverses as where_text from ledger_transactions
      where reverses is not null group by reverses having count(*) > 1`,
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
    rule: 'the ledger constraints and triggers are enabled',
    broken: sql`select 'trigger ' || name as where_text from unnest(array[
        'ledger_transactions_append_only', 'ledger_entries_append_only', 'ledger_entries_move_balances',
        'ledger_accounts_guarded', 'ledger_accounts_kept', 'ledger_accounts_start_at_zero',
        'ledger_transactions_balance']) as name
      where not exists (select 1 from pg_trigger where tgname = name and tgenabled = 'O')
      union all
      select 'constraint ' || name from unnest(array[
        'ledger_balance_not_negative', 'ledger_system_carries_none', 'ledger_accounts_one_owner',
        'ledger_entries_not_zero']) as name
      where not exists (select 1 from pg_constraint where conname = name and convalidated)
      union all
      select 'index ' || name from unnest(array[
        'ledger_accounts_of_member', 'ledger_accounts_of_system', 'ledger_entries_pkey',
        'ledger_transactions_key', 'ledger_transactions_reversed_once']) as name
      where not exists (select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = name and i.indisunique and i.indisvalid)`,
  },
]

export async function checkLedger(db: Db, runStep = runSilently): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  for (const { rule, broken } of RULES) {
    const rows = await runStep(`Checking that ${rule}`, () =>
      // Raw SQL: the check shares no code with the ledger, and reads the catalogue of PostgreSQL.
      rowsOf<{ where_text: string }>(db, broken),
    )
    problems.push(...rows.map((row) => ({ rule, where: row.where_text })))
  }
  return problems
}
