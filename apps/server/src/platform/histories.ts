import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './db.ts'

export type HistoryKind =
  | 'CHECK_IN'
  | 'SPIN'
  | 'TICKET'
  | 'INVITE'
  | 'MISSION'
  | 'PURCHASE'
  | 'REFUND'
  | 'ROUND_REWARD'

export type HistoryStatus =
  | 'PENDING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUND_REQUESTED'
  | 'REFUND_COMPLETED'
  | 'REFUND_REJECTED'

export type HistoryTab = 'Earned' | 'Purchased'

type NewHistory = {
  seasonId: number
  memberId: number
  tab: HistoryTab
  kind: HistoryKind
  status: HistoryStatus
  at: Date
  missionId?: number
  roundId?: number
  xp?: number
  tickets?: number
  reward?: bigint
  txHash?: string
  data?: Readonly<Record<string, unknown>>
}

/** As part of the statement that writes the fact itself. Returns `id`. */
export function historyInsert(row: NewHistory): SQL {
  return sql`insert into histories (season_id, member_id, tab, kind, mission_id, round_id, xp, tickets,
      reward, status, tx_hash, data, created_at)
    values (${row.seasonId}, ${row.memberId}, ${row.tab}, ${row.kind}, ${row.missionId ?? null}::integer,
      ${row.roundId ?? null}::bigint, ${row.xp ?? 0}, ${row.tickets ?? 0},
      ${row.reward?.toString() ?? null}::numeric, ${row.status}, ${row.txHash ?? null}::text,
      ${JSON.stringify(row.data ?? {})}::jsonb,
      ${row.at.toISOString()}::timestamptz)
    returning id`
}

/** When what became of it changes. */
export async function setHistory(
  tx: Db,
  historyId: number,
  to: { status: HistoryStatus; xp?: number; tickets?: number; txHash?: string | null },
): Promise<void> {
  await tx.execute(sql`update histories set status = ${to.status}, xp = coalesce(${to.xp ?? null}::bigint, xp),
      tickets = coalesce(${to.tickets ?? null}::bigint, tickets),
      tx_hash = coalesce(${to.txHash ?? null}::text, tx_hash)
    where id = ${historyId}`)
}
