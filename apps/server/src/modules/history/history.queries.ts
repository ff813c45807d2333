import { sql } from 'drizzle-orm'
import type { OrderState } from '@solstice/rules/order'
import type { Texts } from '@solstice/rules/season-plan'
import { rowsOf, type Db } from '#/platform/db.ts'
import type { HistoryKind, HistoryStatus, HistoryTab } from '#/platform/histories.ts'
import { offsetOf, type PageQuery } from '#/platform/page.ts'

export type HistoryRow = {
  id: number
  tab: HistoryTab
  kind: HistoryKind
  missionId: number | null
  productId: number | null
  userProductId: number | null
  productName: Texts | null
  /** Of a purchase only. */
  orderState: OrderState | null
  refundAsked: boolean
  roundNumber: number | null
  xp: number
  tickets: number
  reward: bigint | null
  status: HistoryStatus
  txHash: string | null
  data: Record<string, unknown>
  createdAt: Date
}

type Row = {
  id: number | string
  tab: HistoryTab
  kind: HistoryKind
  mission_id: number | null
  product_id: number | string | null
  user_product_id: number | string | null
  product_name: Texts | null
  order_state: OrderState | null
  refund_asked: boolean
  round_number: number | null
  xp: number | string
  tickets: number | string
  reward: string | null
  status: HistoryStatus
  tx_hash: string | null
  data: Record<string, unknown>
  created_at: Date | string
}

const COLUMNS = sql`h.id, h.tab, h.kind, h.mission_id, o.product_id, o.id as user_product_id,
  (select p.name from products p where p.id = o.product_id) as product_name, o.state as order_state,
  exists (select 1 from refunds r where r.history_id = h.id) as refund_asked,
  (select number from season_rounds where id = h.round_id) as round_number, h.xp, h.tickets,
  h.reward::text as reward, h.status, h.tx_hash, h.data, h.created_at`

const orNull = (value: number | string | null) => (value === null ? null : Number(value))

const asHistory = (row: Row): HistoryRow => ({
  id: Number(row.id),
  tab: row.tab,
  kind: row.kind,
  missionId: row.mission_id,
  productId: orNull(row.product_id),
  userProductId: orNull(row.user_product_id),
  productName: row.product_name,
  orderState: row.order_state,
  refundAsked: row.refund_asked,
  roundNumber: row.round_number,
  xp: Number(row.xp),
  tickets: Number(row.tickets),
  reward: row.reward === null ? null : BigInt(row.reward),
  status: row.status,
  txHash: row.tx_hash,
  data: row.data,
  createdAt: new Date(row.created_at),
})

type Paged = PageQuery & { seasonId: number; memberId: number }

export async function findHistories(
  db: Db,
  { seasonId, memberId, tab, page, size }: Paged & { tab: HistoryTab },
): Promise<{ histories: HistoryRow[]; totalCount: number }> {
  const mine = sql`h.member_id = ${memberId} and h.season_id = ${seasonId} and h.tab = ${tab}`
  const [rows, [counted]] = await Promise.all([
    rowsOf<Row>(
      db,
      sql`select ${COLUMNS} from histories h left join orders o on o.history_id = h.id
        where ${mine} order by h.id desc
        limit ${size} offset ${offsetOf({ page, size })}`,
    ),
    rowsOf<{ total: number | string }>(
      db,
      sql`select count(*) as total from histories h where ${mine}`,
    ),
  ])
  return { histories: rows.map(asHistory), totalCount: Number(counted?.total ?? 0) }
}

export async function findHistory(
  db: Db,
  of: { seasonId: number; memberId: number; historyId: number },
): Promise<HistoryRow | undefined> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select ${COLUMNS} from histories h left join orders o on o.history_id = h.id
      where h.id = ${of.historyId}
      and h.member_id = ${of.memberId} and h.season_id = ${of.seasonId}`,
  )
  return row && asHistory(row)
}

export type SpinRow = {
  nonce: number
  commitment: string
  odds: string
  server_seed: string
  client_seed: string
  prize_index: number
  used_ticket: boolean
}

export async function findSpinOfHistory(
  db: Db,
  of: { seasonId: number; memberId: number; historyId: number },
): Promise<SpinRow | undefined> {
  const [row] = await rowsOf<SpinRow>(
    db,
    sql`select nonce, commitment, odds, server_seed, client_seed, prize_index, used_ticket
      from spin_commitments where season_id = ${of.seasonId} and member_id = ${of.memberId}
        and history_id = ${of.historyId}`,
  )
  return row
}

export type TicketRow = {
  transactionId: number
  change: number
  kind: string
  balance: number
  createdAt: Date
}

/** From the ledger itself: what moved the member's tickets, and what they were afterwards. */
export async function findTicketMoves(
  db: Db,
  { seasonId, memberId, missionId, page, size }: Paged & { missionId: number | undefined },
): Promise<{ moves: TicketRow[]; totalCount: number }> {
  const wanted = sql`with moves as (
        select e.transaction_id, e.amount, t.kind, t.created_at, t.data,
          sum(e.amount) over (order by e.transaction_id) as balance
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where a.member_id = ${memberId} and a.asset = 'TICKET' and a.scope = ${`season:${seasonId}`}
      ), wanted as (
        select * from moves
        where ${missionId ?? null}::bigint is null or (data ->> 'missionId')::bigint = ${missionId ?? null}::bigint
      )`
  const [rows, [counted]] = await Promise.all([
    rowsOf<Record<string, string | number>>(
      db,
      sql`${wanted} select transaction_id, amount, kind, balance, created_at
        from wanted order by transaction_id desc limit ${size} offset ${offsetOf({ page, size })}`,
    ),
    rowsOf<{ total: number | string }>(db, sql`${wanted} select count(*) as total from wanted`),
  ])
  const moves = rows.map((row) => ({
    transactionId: Number(row['transaction_id']),
    change: Number(row['amount']),
    kind: String(row['kind']),
    balance: Math.max(0, Number(row['balance'])),
    createdAt: new Date(row['created_at'] ?? 0),
  }))
  return { moves, totalCount: Number(counted?.total ?? 0) }
}
