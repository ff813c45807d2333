import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { histories } from './histories.table.ts'

type HistoryRow = typeof histories.$inferSelect
export type HistoryKind = HistoryRow['kind']
export type HistoryStatus = HistoryRow['status']
export type HistoryTab = HistoryRow['tab']

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

/** Returns the insert as part of the statement that writes the fact. It returns `id`. */
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

/** Inserts the row in a statement of its own, in the transaction of the fact. */
export async function insertHistory(tx: Db, { at, ...row }: NewHistory): Promise<number> {
  const [inserted] = await tx
    .insert(histories)
    .values({ ...row, createdAt: at })
    .returning({ id: histories.id })
  if (!inserted) throw new Error('Inserting the history returned no row')
  return inserted.id
}

/** Updates the row when its outcome changes. */
export async function setHistory(
  tx: Db,
  historyId: number,
  to: { status: HistoryStatus; xp?: number; tickets?: number; txHash?: string | null },
): Promise<void> {
  // Without a hash, the known one stays.
  const { txHash, ...rest } = to
  await tx
    .update(histories)
    .set(txHash == null ? rest : { ...rest, txHash })
    .where(eq(histories.id, historyId))
}
