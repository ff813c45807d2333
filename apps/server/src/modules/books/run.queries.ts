import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { payouts } from '#/modules/payout/payout.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList, textList } from '#/platform/process/expressions.ts'
import { bookMovements, bookRuns, bookRunTokens, bookTransfers } from './reconciliation.table.ts'

export type Run = typeof bookRuns.$inferSelect
export type RunToken = typeof bookRunTokens.$inferSelect

export async function findRun(db: Db, accountId: number): Promise<Run | undefined> {
  const [row] = await db
    .select()
    .from(bookRuns)
    .where(and(eq(bookRuns.accountId, accountId), isNull(bookRuns.finishedAt)))
  return row
}

/** Returns the newest runs that are finished. */
export function findFinishedRuns(db: Db, accountId: number, limit: number): Promise<Run[]> {
  return db
    .select()
    .from(bookRuns)
    .where(and(eq(bookRuns.accountId, accountId), isNotNull(bookRuns.finishedAt)))
    .orderBy(desc(bookRuns.id))
    .limit(limit)
}

/**
 * Takes the movements of the runs after one out of the books, because the chain replaced their blocks.
 * The runs stay in the history without a result. A token that they opened is opened again, unless
 * bookings refer to it.
 */
export async function undoRunsAfter(tx: Db, { id, accountId, toBlock }: Run): Promise<void> {
  // Raw SQL: the statements below share this list of runs.
  const undone = sql`(select id from book_runs
    where account_id = ${accountId}::bigint and id > ${id}::bigint)`
  // Raw SQL: an update from a sum over other rows.
  await tx.execute(sql`update book_tokens t set recorded = t.recorded - m.amount
    from (select contract, sum(amount) as amount from book_movements
      where run_id in ${undone} group by contract) m
    where t.account_id = ${accountId}::bigint and t.contract = m.contract`)
  // Raw SQL: an update from another table.
  await tx.execute(sql`update book_tokens t set on_chain = k.on_chain from book_run_tokens k
    where k.run_id = ${id}::bigint and t.account_id = ${accountId}::bigint
      and t.contract = k.contract`)
  // Raw SQL: the shared list of runs.
  await tx.execute(sql`delete from book_movements where run_id in ${undone}`)
  // Raw SQL: the shared list of runs.
  await tx.execute(sql`delete from book_transfers where run_id in ${undone}`)
  // Raw SQL: the shared list of runs.
  await tx.execute(sql`update book_run_tokens set before = null, expected = null
    where run_id in ${undone}`)
  // Raw SQL: a deletion that asks another table.
  await tx.execute(sql`delete from book_tokens t where t.account_id = ${accountId}::bigint
    and t.opened_block > ${toBlock}::bigint and not exists (select 1 from book_bookings b
      where b.account_id = t.account_id and b.contract = t.contract)`)
}

export async function insertRun(
  tx: Db,
  run: typeof bookRuns.$inferInsert,
  tokens: readonly Omit<typeof bookRunTokens.$inferInsert, 'runId'>[],
): Promise<Run> {
  const [made] = await tx.insert(bookRuns).values(run).returning()
  if (!made) throw new Error('Inserting the run returned no row')
  const rows = tokens.map((token) => ({ ...token, runId: made.id }))
  if (rows.length > 0) await tx.insert(bookRunTokens).values(rows)
  return made
}

/** Moves a run on. Returns false if another worker has stored this step already. */
export async function moveRun(
  tx: Db,
  { id, phase, position }: Run,
  to: Partial<Pick<Run, 'phase' | 'position' | 'finishedAt'>>,
): Promise<boolean> {
  const rows = await tx
    .update(bookRuns)
    .set(to)
    .where(
      and(
        eq(bookRuns.id, id),
        eq(bookRuns.phase, phase),
        eq(bookRuns.position, position),
        isNull(bookRuns.finishedAt),
      ),
    )
    .returning({ id: bookRuns.id })
  return rows.length === 1
}

export function findRunTokens(db: Db, runId: number): Promise<RunToken[]> {
  return db
    .select()
    .from(bookRunTokens)
    .where(eq(bookRunTokens.runId, runId))
    .orderBy(asc(bookRunTokens.contract))
}

export async function saveRunToken(
  tx: Db,
  { runId, contract }: Pick<RunToken, 'runId' | 'contract'>,
  result: { before: bigint; expected: bigint },
): Promise<void> {
  await tx
    .update(bookRunTokens)
    .set(result)
    .where(and(eq(bookRunTokens.runId, runId), eq(bookRunTokens.contract, contract)))
}

/** A movement of a transaction, in the records or on chain. */
export type Moved = {
  contract: string
  txHash: string
  blockNumber: number
  onChain: bigint
  recorded: bigint
}

/**
 * Adds movements to the transactions of a run. Tokens that are new have no movements yet, because
 * their opening balance is that of the end of the run.
 */
export async function addTransfers(
  tx: Db,
  runId: number,
  moved: readonly Moved[],
  onChain: 'add' | 'set' = 'add',
): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.map((each) => ({
    ...each,
    onChain: each.onChain.toString(),
    recorded: each.recorded.toString(),
  }))
  const set = onChain === 'set' ? sql`excluded.on_chain` : sql`t.on_chain + excluded.on_chain`
  // Raw SQL: a batch of any size is one value, and adds to conflicting rows.
  await tx.execute(sql`insert into book_transfers as t
      (run_id, contract, tx_hash, block_number, on_chain, recorded)
    select ${runId}::bigint, e.contract, e."txHash", max(e."blockNumber"), sum(e."onChain"),
      sum(e.recorded)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(contract text, "txHash" text,
      "blockNumber" bigint, "onChain" numeric, recorded numeric)
    join book_run_tokens k on k.run_id = ${runId}::bigint and k.contract = e.contract
      and not k.is_new
    group by e.contract, e."txHash"
    on conflict (run_id, contract, tx_hash) do update set on_chain = ${set},
      recorded = t.recorded + excluded.recorded`)
}

export type Movement = { contract: string; kind: string; amount: bigint }

export async function addMovements(
  tx: Db,
  runId: number,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map((each) => ({ ...each, amount: each.amount.toString() }))
  // Raw SQL: a batch of any size is one value, and adds to conflicting rows.
  await tx.execute(sql`insert into book_movements as m (run_id, contract, kind, amount, count)
    select ${runId}::bigint, e.contract, e.kind, sum(e.amount), count(*)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(contract text, kind text, amount numeric)
    join book_run_tokens k on k.run_id = ${runId}::bigint and k.contract = e.contract
      and not k.is_new
    group by e.contract, e.kind
    on conflict (run_id, contract, kind) do update set amount = m.amount + excluded.amount,
      count = m.count + excluded.count`)
}

/**
 * Adds the recorded payments to an account in the blocks of a run. A payment of a member without an
 * order, or of anybody else, is unmatched. Coin has no logs, so the record stands for the chain.
 */
export async function addPayments(
  tx: Db,
  { id, fromBlock, toBlock }: Run,
  { chainId, address }: { chainId: number; address: string },
): Promise<void> {
  // Raw SQL: two upserts share one read, whose parts have an index each.
  await tx.execute(sql`with read as materialized (
      select tx_hash, block_number, coalesce(lower(contract), '') as contract, amount,
        case when state = 'CREDITED' or (state = 'SEEN' and order_id is not null)
          then 'PAYMENT' else 'UNMATCHED' end as kind
      from (
        select * from payments where chain_id = ${chainId}::bigint
          and block_number > ${fromBlock}::bigint and block_number <= ${toBlock}::bigint
          and state in ('CREDITED', 'REFUNDED')
        union all
        select * from payments where chain_id = ${chainId}::bigint
          and block_number > ${fromBlock}::bigint and block_number <= ${toBlock}::bigint
          and state = 'SEEN'
        union all
        select * from payments where chain_id = ${chainId}::bigint
          and block_number > ${fromBlock}::bigint and block_number <= ${toBlock}::bigint
          and state = 'FOREIGN'
      ) p where p.pay_to = ${address}
    ), known as materialized (
      select r.* from read r join book_run_tokens k
        on k.run_id = ${id}::bigint and k.contract = r.contract and not k.is_new
    ), moved as (
      insert into book_movements as m (run_id, contract, kind, amount, count)
      select ${id}::bigint, contract, kind, sum(amount), count(*) from known group by contract, kind
      on conflict (run_id, contract, kind) do update set amount = m.amount + excluded.amount,
        count = m.count + excluded.count
    )
    insert into book_transfers as t (run_id, contract, tx_hash, block_number, on_chain, recorded)
    select ${id}::bigint, contract, tx_hash, max(block_number),
      case when contract = '' then sum(amount) else 0 end, sum(amount)
    from known group by contract, tx_hash
    on conflict (run_id, contract, tx_hash) do update set
      on_chain = t.on_chain + excluded.on_chain, recorded = t.recorded + excluded.recorded`)
}

export function findMovements(db: Db, runIds: readonly number[]) {
  return db
    .select()
    .from(bookMovements)
    .where(sql`${bookMovements.runId} in ${idList(runIds)}`)
    .orderBy(asc(bookMovements.contract), asc(bookMovements.kind))
}

/** Keeps only the transactions that differ. */
export async function removeMatched(tx: Db, runId: number): Promise<void> {
  await tx
    .delete(bookTransfers)
    .where(and(eq(bookTransfers.runId, runId), eq(bookTransfers.onChain, bookTransfers.recorded)))
}

/**
 * Compares what left a distributor with the recorded claims. If the sums are equal, every transfer
 * is a claim; if not, those are whose rewards were recorded as paid by their transaction.
 */
export async function matchClaims(
  tx: Db,
  runId: number,
  { claimed, chainId, address }: { claimed: bigint; chainId: number; address: string },
): Promise<void> {
  const left = sql`run_id = ${runId}::bigint and on_chain < 0`
  // Raw SQL: both updates compare with sums over other rows.
  const rows = await rowsOf<{ total: string }>(
    tx,
    sql`select coalesce(-sum(on_chain), 0)::text as total from book_transfers where ${left}`,
  )
  if (BigInt(rows[0]?.total ?? 0) === claimed) {
    // Raw SQL: an update from the row's own columns.
    await tx.execute(sql`update book_transfers set recorded = recorded + on_chain where ${left}`)
    return
  }
  // Raw SQL: an update from a sum over other tables.
  await tx.execute(sql`update book_transfers t set recorded = t.recorded - c.amount
    from (select h.tx_hash, sum(r.amount) as amount
      from distributors d
      join round_rewards r on r.distributor_id = d.id and r.state = 'PAID'
      join histories h on h.id = r.history_id
      where d.chain_id = ${chainId}::bigint and d.contract = ${address}
        and h.tx_hash in (select tx_hash from book_transfers where ${left})
      group by h.tx_hash) c
    where t.run_id = ${runId}::bigint and t.on_chain < 0 and t.tx_hash = c.tx_hash`)
}

/** Returns the recorded transfers to a distributor among these transactions. */
export function findFundings(db: Db, contract: string, txHashes: readonly string[]) {
  return db
    .select({ txHash: payouts.txHash, amount: payouts.amount })
    .from(payouts)
    .where(
      and(
        sql`${payouts.txHash} in ${textList(txHashes)}`,
        eq(payouts.purpose, 'FUND').inlineParams(),
        eq(sql`lower(${payouts.address})`, contract),
        ne(payouts.state, 'FAILED').inlineParams(),
      ),
    )
}

export type Sent = {
  id: number
  nonce: number
  purpose: string
  state: string
  contract: string | null
  amount: bigint
  txHash: string | null
  hashes: string[]
}

type SentRow = Omit<Sent, 'id' | 'nonce' | 'amount' | 'contract'> & {
  id: string
  nonce: string
  amount: string
  contract: string | null
}

/**
 * Returns the payouts with these nonces of an account, each with the hashes of all its attempts. A
 * payout that gave its nonce back may have been mined instead of its cancellation.
 */
export async function findSent(
  db: Db,
  of: { chainId: number; accounts: readonly string[] },
  nonces: { from: number; to: number },
): Promise<Sent[]> {
  // Raw SQL: the hashes of each payout are one list.
  const rows = await rowsOf<SentRow>(
    db,
    sql`with own as (
        select p.* from payouts p where p.chain_id = ${of.chainId}::bigint
          and p.nonce >= ${nonces.from}::bigint and p.nonce < ${nonces.to}::bigint
          and p.account in ${textList(of.accounts)}
      ), named as (
        select id, nonce, purpose, state, contract, amount, tx_hash from own
        union
        select p.id, c.nonce, p.purpose, p.state, p.contract, p.amount, p.tx_hash
        from own c join payouts p on p.id = c.cancels
      )
      select n.id, n.nonce, n.purpose, n.state, lower(n.contract) as contract, n.amount::text,
        n.tx_hash as "txHash",
        array(select a.tx_hash from payout_attempts a
          where a.payout_id = n.id and a.tx_hash is not null order by a.attempt desc) as hashes
      from named n order by n.nonce, n.id`,
  )
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    nonce: Number(row.nonce),
    amount: BigInt(row.amount),
  }))
}
