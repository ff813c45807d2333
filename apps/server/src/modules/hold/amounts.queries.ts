import { sql } from 'drizzle-orm'
import { REFERRAL_DECIMALS } from '@solstice/rules/invite'
import { rowsOf, type Db } from '#/platform/process/db.ts'

export type HeldKind = 'PAYOUT' | 'WITHDRAWABLE' | 'CLAIMABLE'
export type HeldAmount = {
  memberId: number
  kind: HeldKind
  symbol: string
  decimals: number
  amount: bigint
}

type Row = {
  member_id: string | number
  kind: HeldKind
  symbol: string
  decimals: number
  amount: string
}

/**
 * Returns what members cannot receive because of their holds: queued payouts except refunds, the
 * referral balance, and rewards that wait for a later root.
 */
export async function findHeldAmounts(
  db: Db,
  memberIds: readonly number[],
  referralSymbol: string,
): Promise<HeldAmount[]> {
  const ids = sql`array(select jsonb_array_elements_text(
    ${JSON.stringify(memberIds)}::jsonb)::bigint)`
  // Raw SQL: one list from three tables.
  const rows = await rowsOf<Row>(
    db,
    sql`select member_id, 'PAYOUT' as kind, symbol, decimals, sum(amount)::text as amount
      from payouts where member_id = any(${ids}) and state = 'QUEUED' and purpose <> 'REFUND'
      group by member_id, symbol, decimals
    union all
    select member_id, 'WITHDRAWABLE', ${referralSymbol}::text, ${REFERRAL_DECIMALS}::int,
      sum(balance)::text
      from ledger_accounts where member_id = any(${ids}) and asset = 'REFERRAL' and balance > 0
      group by member_id
    union all
    select r.member_id, 'CLAIMABLE', s.reward_symbol, s.reward_decimals, sum(r.amount)::text
      from seasons s join round_rewards r on r.season_id = s.id
      where r.member_id = any(${ids}) and r.state = 'OWED' and r.distributor_id is null
      group by r.member_id, s.reward_symbol, s.reward_decimals
    order by 1, 2, 3`,
  )
  return rows.map((row) => ({
    memberId: Number(row.member_id),
    kind: row.kind,
    symbol: row.symbol,
    decimals: row.decimals,
    amount: BigInt(row.amount),
  }))
}
