import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

export type LedgerProblem = { rule: string; where: string }

/** Ids greater than `after` and not greater than `upTo`. */
export type IdRange = { after: number; upTo: number }

/** Ranges end at multiples of their size, so that the ledger can be partitioned by them. */
export const rangeEnd = (after: number, size: number): number =>
  (Math.floor(after / size) + 1) * size

type Rule = { rule: string; broken: (range: IdRange) => SQL }

/** Transactions up to this id were detached with their entries. */
const DETACHED = sql`(select coalesce(max(up_to), 0) from ledger_detachments)`

/**
 * Each query finds rows of a range that must not exist. The queries read the tables directly and do
 * not rely on triggers. Joined tables are bounded by the range as well, or read by key: LIMIT and OR
 * keep the planner from joining a range with a whole table.
 */
const TRANSACTION_RULES: readonly Rule[] = [
  {
    rule: 'the entries of a transaction sum to zero',
    broken: ({ after, upTo }) => sql`select 'transaction ' || e.transaction_id
      from ledger_entries e join lateral (
        select asset, scope from ledger_accounts where id = e.account_id limit 1) a on true
      where e.transaction_id > ${after}::bigint and e.transaction_id <= ${upTo}::bigint
      group by e.transaction_id, a.asset, a.scope having sum(e.amount) <> 0`,
  },
  {
    rule: 'a transaction has entries',
    broken: ({ after, upTo }) => sql`select 'transaction ' || t.id from ledger_transactions t
      where t.id > ${after}::bigint and t.id <= ${upTo}::bigint
        and not exists (select 1 from ledger_entries e where e.transaction_id = t.id
          and e.transaction_id > ${after}::bigint and e.transaction_id <= ${upTo}::bigint)`,
  },
  {
    rule: 'an entry belongs to a transaction and an account',
    broken: ({ after, upTo }) => sql`select 'transaction ' || e.transaction_id
      from ledger_entries e
      left join ledger_transactions t on t.id = e.transaction_id
        and t.id > ${after}::bigint and t.id <= ${upTo}::bigint
      left join lateral (
        select id from ledger_accounts where id = e.account_id limit 1) a on true
      where e.transaction_id > ${after}::bigint and e.transaction_id <= ${upTo}::bigint
        and (t.id is null or a.id is null) group by e.transaction_id`,
  },
  {
    rule: 'a key is used once',
    broken: ({ after, upTo }) => sql`select 'key ' || t.idempotency_key from ledger_transactions t
      left join lateral (
        select 1 as found from ledger_keys k
        where k.key = t.idempotency_key and k.transaction_id = t.id limit 1) own on true
      where t.id > ${after}::bigint and t.id <= ${upTo}::bigint and own.found is null`,
  },
  {
    rule: 'a transaction is reversed once',
    broken: ({ after, upTo }) => sql`select 'transaction ' || t.reverses from ledger_transactions t
      left join lateral (
        select 1 as found from ledger_reversals r
        where r.reversed = t.reverses and r.transaction_id = t.id limit 1) own on true
      where t.id > ${after}::bigint and t.id <= ${upTo}::bigint and t.reverses > ${DETACHED}
        and own.found is null`,
  },
  {
    rule: 'a reversal mirrors what it reverses',
    broken: ({ after, upTo }) => sql`select 'transaction ' || r.id from ledger_transactions r
      join lateral (
        select 1 from (
          select account_id, amount from ledger_entries where transaction_id = r.id
          union all select account_id, amount from ledger_entries where transaction_id = r.reverses
        ) both_sides group by account_id having sum(amount) <> 0
      ) mismatch on true
      where r.id > ${after}::bigint and r.id <= ${upTo}::bigint and r.reverses > ${DETACHED}
      group by r.id`,
  },
]

const ACCOUNT_RULES: readonly Rule[] = [
  {
    rule: 'no member has a negative balance',
    broken: ({ after, upTo }) => sql`select 'account ' || id from ledger_accounts
      where id > ${after}::bigint and id <= ${upTo}::bigint
        and member_id is not null and balance < 0`,
  },
  {
    rule: 'a system account carries no balance',
    broken: ({ after, upTo }) => sql`select 'account ' || id from ledger_accounts
      where id > ${after}::bigint and id <= ${upTo}::bigint and member_id is null and balance <> 0`,
  },
  {
    rule: 'a holder has one account per asset and scope',
    broken: ({ after, upTo }) => sql`select 'account ' || a.id from ledger_accounts a
      where a.id > ${after}::bigint and a.id <= ${upTo}::bigint and (
        exists (select 1 from ledger_accounts o where o.member_id = a.member_id
          and o.asset = a.asset and o.scope = a.scope and o.id < a.id)
        or exists (select 1 from ledger_accounts o where o.system_name = a.system_name
          and o.asset = a.asset and o.scope = a.scope and o.id < a.id))`,
  },
]

/** Returns the violations among the transactions and entries of a range of transaction ids. */
export const brokenTransactions = (db: Db, range: IdRange) =>
  findBroken(db, TRANSACTION_RULES, range)

/** Returns the violations among the accounts of a range, except for wrong balances. */
export const brokenAccounts = (db: Db, range: IdRange) => findBroken(db, ACCOUNT_RULES, range)

async function findBroken(
  db: Db,
  rules: readonly Rule[],
  range: IdRange,
): Promise<LedgerProblem[]> {
  const parts = rules.map(
    ({ rule, broken }) =>
      sql`select ${rule}::text as rule, found.text as "where" from (${broken(range)}) as found(text)`,
  )
  // Raw SQL: the check shares no code with the ledger.
  return rowsOf<LedgerProblem>(db, sql.join(parts, sql` union all `))
}

/** Returns entries of transactions that were detached, or with ids that no transaction can have. */
export async function entriesBelow(db: Db, firstId: number): Promise<LedgerProblem[]> {
  // Raw SQL: the check shares no code with the ledger.
  return rowsOf<LedgerProblem>(
    db,
    sql`select 'an entry belongs to a transaction and an account' as rule,
        'transaction ' || transaction_id as "where" from ledger_entries
      where transaction_id < ${firstId}::bigint group by transaction_id limit 100`,
  )
}

export async function missingGuards(db: Db): Promise<LedgerProblem[]> {
  // Raw SQL: it reads the catalogue of PostgreSQL, which has no table definition here.
  return rowsOf<LedgerProblem>(
    db,
    sql`select 'the ledger constraints and triggers are enabled' as rule, missing.text as "where"
      from (
        select 'trigger ' || name from unnest(array[
          'ledger_transactions_append_only', 'ledger_entries_append_only',
          'ledger_entries_move_balances', 'ledger_accounts_guarded', 'ledger_accounts_kept',
          'ledger_accounts_start_at_zero', 'ledger_transactions_balance',
          'ledger_checkpoints_append_only', 'ledger_checkpoints_count',
          'ledger_checkpoints_move_closings',
          'ledger_closings_guarded', 'ledger_closings_kept', 'ledger_detachments_append_only',
          'ledger_openings_guarded', 'ledger_openings_kept', 'ledger_detachments_move_openings',
          'ledger_keys_append_only', 'ledger_keys_removed',
          'ledger_reversals_append_only', 'ledger_reversals_added', 'ledger_reversals_removed']) as name
        where not exists (select 1 from pg_trigger where tgname = name and tgenabled = 'O')
        union all
        select 'trigger ' || parent.relname || '_through_table of ' || part.relname
        from pg_inherits i join pg_class parent on parent.oid = i.inhparent
        join pg_class part on part.oid = i.inhrelid
        where i.inhparent in ('ledger_transactions'::regclass, 'ledger_entries'::regclass)
          and not exists (select 1 from pg_trigger where tgrelid = part.oid and tgenabled = 'O'
            and tgname = parent.relname || '_through_table')
        union all
        select 'constraint ' || name from unnest(array[
          'ledger_balance_not_negative', 'ledger_system_carries_none', 'ledger_accounts_one_owner',
          'ledger_entries_not_zero', 'ledger_checkpoints_order']) as name
        where not exists (select 1 from pg_constraint where conname = name and convalidated)
        union all
        select 'index ' || name from unnest(array[
          'ledger_accounts_of_member', 'ledger_accounts_of_system', 'ledger_entries_pkey',
          'ledger_keys_pkey', 'ledger_transactions_reversed_once', 'ledger_transactions_pkey',
          'ledger_checkpoints_follow']) as name
        where not exists (select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
          where c.relname = name and i.indisunique and i.indisvalid)
      ) as missing(text)`,
  )
}
