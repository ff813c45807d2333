import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import type { IdRange, LedgerProblem } from './ledger-rules.ts'

/** Bounds one statement: its entries, and its accounts where accounts have few entries. */
export type ClosingBounds = { entries: number; accounts: number }

const NEWEST = sql`(select max(up_to) from ledger_checkpoints)`
const DETACHED = sql`(select coalesce(max(up_to), 0) from ledger_detachments)`

const BALANCE_RULE = "a member's balance is the sum of its entries"
const CLOSING_RULE = 'a closing balance is the sum of its entries'

type Wrong = { newest: string; accounts: string[] }

/**
 * Compares the balances of a range of accounts with their closings and the entries since the
 * checkpoint. Returns undefined if there is a newer checkpoint now: one statement reads everything,
 * but the planner needs the checkpoint as a value to read only what is newer.
 */
export async function wrongBalances(
  db: Db,
  { after, upTo }: IdRange,
  checkpoint: number,
): Promise<LedgerProblem[] | undefined> {
  // Raw SQL: the check shares no code with the ledger.
  const [found] = await rowsOf<Wrong>(
    db,
    sql`select ${NEWEST}::text as newest, array(
      select a.id::text from ledger_accounts a
      left join ledger_closings c on c.account_id = a.id
        and c.account_id > ${after}::bigint and c.account_id <= ${upTo}::bigint
      left join (
        select e.account_id, sum(e.amount) as amount from ledger_entries e
        where e.transaction_id > ${checkpoint}::bigint
          and e.account_id > ${after}::bigint and e.account_id <= ${upTo}::bigint
        group by e.account_id
      ) recent on recent.account_id = a.id
      where a.id > ${after}::bigint and a.id <= ${upTo}::bigint and a.member_id is not null
        and a.balance <> coalesce(c.balance, 0) + coalesce(recent.amount, 0)
      order by a.id) as accounts`,
  )
  if (Number(found?.newest) !== checkpoint) return undefined
  return (found?.accounts ?? []).map((id) => ({ rule: BALANCE_RULE, where: `account ${id}` }))
}

/**
 * A position in the entries of all accounts, by descending account and ascending transaction, and
 * the sum of the entries of this account so far.
 */
export type ClosingPosition = {
  account: number
  transaction: number
  sum: string
  detachedUpTo: number
}

/** Returns the position before the first entry, or undefined if there is nothing to compare. */
export async function firstClosing(db: Db): Promise<ClosingPosition | undefined> {
  // Raw SQL: it reads the end of three indexes in one statement.
  const [last] = await rowsOf<{ account: string | null; detached: string }>(
    db,
    sql`select ${DETACHED}::text as detached, greatest(
      (select max(account_id) from ledger_entries),
      (select max(account_id) from ledger_closings),
      (select max(account_id) from ledger_openings))::text as account`,
  )
  if (!last?.account) return undefined
  const detachedUpTo = Number(last.detached)
  return { account: Number(last.account), transaction: 0, sum: '0', detachedUpTo }
}

type Chunk = Wrong & {
  detached: string
  entries: string
  last_account: string | null
  last_transaction: string | null
  last_sum: string | null
}

/**
 * Adds up a bounded number of entries and compares the closings of the accounts that are complete.
 * Accounts are read from the last to the first, because the index has their newest entry first and
 * a checkpoint that is added meanwhile must only add entries that are still to be read. The sums
 * with 0 keep the planner from reading the whole primary key instead of that index.
 */
export async function compareClosings(
  db: Db,
  position: ClosingPosition,
  bounds: ClosingBounds,
): Promise<{ problems: LedgerProblem[]; next: ClosingPosition | undefined }> {
  const { account, transaction, sum, detachedUpTo } = position
  const lowest = Math.max(account - bounds.accounts + 1, 1)
  // Raw SQL: one statement reads entries and closings of the same moment.
  const [chunk] = await rowsOf<Chunk>(
    db,
    sql`with read as materialized (
      select account_id, transaction_id, amount from (
        (select account_id, transaction_id, amount from ledger_entries
          where account_id = ${account}::bigint and transaction_id > ${transaction}::bigint
            and transaction_id > ${detachedUpTo}::bigint and transaction_id <= ${NEWEST}
          order by transaction_id limit ${bounds.entries})
        union all
        (select account_id, transaction_id, amount from ledger_entries
          where account_id < ${account}::bigint and account_id >= ${lowest}::bigint
            and transaction_id + 0 > ${detachedUpTo}::bigint and transaction_id + 0 <= ${NEWEST}
          order by account_id desc, transaction_id limit ${bounds.entries})
      ) both_parts order by account_id desc, transaction_id limit ${bounds.entries}
    ), sums as (
      select account_id, max(transaction_id) as transaction_id, sum(amount)
        + case when account_id = ${account}::bigint then ${sum}::numeric else 0 end as total
      from read group by account_id
    ), ends as (
      select count(*) as entries, case when count(*) < ${bounds.entries} then ${lowest}::bigint
        else min(account_id) + 1 end as first_complete from read
    ), expected as (
      select account_id, sum(total) as total from (
        select account_id, total from sums
        union all select ${account}::bigint, ${sum}::numeric
          where not exists (select 1 from sums where account_id = ${account}::bigint)
        union all select account_id, balance from ledger_openings
          where account_id between ${lowest}::bigint and ${account}::bigint
      ) parts group by account_id
    ), closings as (
      select account_id, balance from ledger_closings
      where account_id between ${lowest}::bigint and ${account}::bigint
    )
    select ${NEWEST}::text as newest, ${DETACHED}::text as detached, b.entries::text as entries,
      last.account_id::text as last_account, last.transaction_id::text as last_transaction,
      last.total::text as last_sum, array(
        select account_id::text from expected full join closings using (account_id)
        where account_id >= b.first_complete and coalesce(total, 0) <> coalesce(balance, 0)
        order by account_id) as accounts
    from ends b left join sums last on last.account_id = b.first_complete - 1`,
  )
  if (!chunk) throw new Error('The database returned no row')
  // A detachment moved entries into the openings, so sums that were begun before it are useless.
  if (Number(chunk.detached) !== detachedUpTo) {
    return { problems: [], next: await firstClosing(db) }
  }
  const isFull = Number(chunk.entries) >= bounds.entries
  const problems = chunk.accounts.map((id) => ({ rule: CLOSING_RULE, where: `account ${id}` }))
  return { problems, next: nextPosition(chunk, { lowest, detachedUpTo, isFull }) }
}

function nextPosition(
  chunk: Chunk,
  { lowest, detachedUpTo, isFull }: { lowest: number; detachedUpTo: number; isFull: boolean },
): ClosingPosition | undefined {
  if (isFull) {
    const [account, transaction] = [Number(chunk.last_account), Number(chunk.last_transaction)]
    return { account, transaction, sum: chunk.last_sum ?? '0', detachedUpTo }
  }
  if (lowest <= 1) return undefined
  return { account: lowest - 1, transaction: 0, sum: '0', detachedUpTo }
}
