import { sql } from 'drizzle-orm'
import type { WithdrawalFailure } from '@solstice/rules/invite'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { rowsOf, type Db } from '#/platform/db.ts'
import { offsetOf, type PageQuery } from '#/platform/page.ts'

export type WithdrawalStatus = 'REQUESTED' | 'SENT' | 'CONFIRMED' | 'FAILED'

export type WithdrawalRow = {
  id: number
  memberId: number
  amount: bigint
  symbol: string
  chainId: number
  address: string | null
  status: WithdrawalStatus
  txHash: string | null
  failure: WithdrawalFailure | null
  createdAt: Date
}

type Row = {
  id: number | string
  member_id: number | string
  amount: string
  symbol: string
  chain_id: number | string
  address: string | null
  status: WithdrawalStatus
  tx_hash: string | null
  failure: WithdrawalFailure | null
  created_at: Date | string
}

const COLUMNS = sql`id, member_id, amount::text, symbol, chain_id, address, status, tx_hash, failure,
  created_at`

const asWithdrawal = (row: Row): WithdrawalRow => ({
  id: Number(row.id),
  memberId: Number(row.member_id),
  amount: BigInt(row.amount),
  symbol: row.symbol,
  chainId: Number(row.chain_id),
  address: row.address,
  status: row.status,
  txHash: row.tx_hash,
  failure: row.failure,
  createdAt: new Date(row.created_at),
})

export async function insertWithdrawal(
  tx: Db,
  fresh: Omit<WithdrawalRow, 'id' | 'status' | 'txHash' | 'failure'> & { day: ProgrammeDay },
): Promise<WithdrawalRow> {
  const [row] = await rowsOf<Row>(
    tx,
    sql`insert into invite_withdrawals (member_id, amount, symbol, chain_id, address, status, day, created_at)
      values (${fresh.memberId}, ${fresh.amount.toString()}::numeric, ${fresh.symbol},
        ${fresh.chainId}, ${fresh.address}, 'REQUESTED', ${fresh.day}::date,
        ${fresh.createdAt.toISOString()}::timestamptz)
      returning ${COLUMNS}`,
  )
  if (!row) throw new Error('The database kept no withdrawal')
  return asWithdrawal(row)
}

export async function findWithdrawals(
  db: Db,
  { memberId, page, size }: PageQuery & { memberId: number },
): Promise<{ withdrawals: WithdrawalRow[]; totalCount: number }> {
  const [rows, [counted]] = await Promise.all([
    rowsOf<Row>(
      db,
      sql`select ${COLUMNS} from invite_withdrawals where member_id = ${memberId}
        order by id desc limit ${size} offset ${offsetOf({ page, size })}`,
    ),
    rowsOf<{ total: number | string }>(
      db,
      sql`select count(*) as total from invite_withdrawals where member_id = ${memberId}`,
    ),
  ])
  return { withdrawals: rows.map(asWithdrawal), totalCount: Number(counted?.total ?? 0) }
}

/** What has not failed: of one day, and of all days. */
export async function sumWithdrawn(
  db: Db,
  memberId: number,
  day: ProgrammeDay,
): Promise<{ today: bigint; ever: bigint }> {
  const [row] = await rowsOf<{ today: string; ever: string }>(
    db,
    sql`select coalesce(sum(amount) filter (where day = ${day}::date), 0)::text as today,
        coalesce(sum(amount), 0)::text as ever
      from invite_withdrawals where member_id = ${memberId} and status <> 'FAILED'`,
  )
  return { today: BigInt(row?.today ?? 0), ever: BigInt(row?.ever ?? 0) }
}

/** Only forward: what is confirmed or failed stays so. Undefined where nothing changed. */
export async function advanceWithdrawal(
  tx: Db,
  id: number,
  to: { status: Exclude<WithdrawalStatus, 'REQUESTED'>; txHash?: string },
): Promise<WithdrawalRow | undefined> {
  const [row] = await rowsOf<Row>(
    tx,
    sql`update invite_withdrawals set status = ${to.status},
        tx_hash = coalesce(${to.txHash ?? null}::text, tx_hash)
      where id = ${id} and status in ('REQUESTED', 'SENT') returning ${COLUMNS}`,
  )
  return row && asWithdrawal(row)
}

export async function noteFailure(tx: Db, id: number, failure: WithdrawalFailure): Promise<void> {
  await tx.execute(sql`update invite_withdrawals set failure = ${failure} where id = ${id}`)
}

/** Whether a withdrawal goes to the wallet that its member has connected now. */
export async function isWalletConnected(tx: Db, id: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from invite_withdrawals w join members m on m.id = w.member_id
      where w.id = ${id} and w.address = m.wallet_address`,
  )
  return rows.length > 0
}

export async function forgetAddresses(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`update invite_withdrawals set address = null where member_id = ${memberId}`)
}
