import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../../apps/server/src/platform/process/db.ts'

export type LedgerDay = { date: string; xp: number; tickets: number; checkIns: number }

/** Sums what members got by programme day, from the ledger alone. */
export function ledgerDays(db: Db, seasonId: number): Promise<LedgerDay[]> {
  return rowsOf<Record<keyof LedgerDay, string>>(
    db,
    sql`select ((t.created_at at time zone 'UTC') + interval '4 hours')::date::text as date,
        coalesce(sum(e.amount) filter (where a.asset = 'XP'), 0) as xp,
        coalesce(sum(e.amount) filter (where a.asset = 'TICKET'), 0) as tickets,
        count(distinct t.id) filter (where t.kind = 'CHECK_IN') as "checkIns"
      from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id and a.member_id is not null
      where a.scope = ${`season:${seasonId}`} and a.asset in ('XP', 'TICKET') and e.amount > 0
      group by 1 order by 1`,
  ).then((rows) =>
    rows.map(({ date, xp, tickets, checkIns }) => ({
      date,
      xp: Number(xp),
      tickets: Number(tickets),
      checkIns: Number(checkIns),
    })),
  )
}

export type RewardSums = { state: string; members: number; units: bigint }

/** Sums the rewards of all rounds of a season by their state. */
export async function rewardSums(db: Db, seasonId: number): Promise<RewardSums[]> {
  const rows = await rowsOf<{ state: string; members: string; units: string }>(
    db,
    sql`select state, count(distinct member_id) as members, sum(amount) as units
      from round_rewards where season_id = ${seasonId} group by state order by state`,
  )
  return rows.map(({ state, members, units }) => ({
    state,
    members: Number(members),
    units: BigInt(units),
  }))
}

/**
 * Sums the parts of the pools that belong to members with too few check-ins in a round, from the
 * ledger alone.
 */
export async function forfeitedUnits(db: Db, seasonId: number): Promise<bigint> {
  const [row] = await rowsOf<{ forfeited: string }>(
    db,
    sql`with earned as (
        select r.id, r.pool, a.member_id, sum(e.amount) as xp,
          count(distinct t.id) filter (where t.kind = 'CHECK_IN') as days
        from season_rounds r
        join ledger_transactions t
          on t.created_at >= r.start_at and t.created_at < r.end_at
          and t.kind in ('CHECK_IN', 'MISSION', 'SPIN')
        join ledger_entries e on e.transaction_id = t.id and e.amount > 0
        join ledger_accounts a on a.id = e.account_id and a.member_id is not null
        where r.season_id = ${seasonId} and a.scope = ${`season:${seasonId}`} and a.asset = 'XP'
        group by r.id, r.pool, a.member_id
      ), rounds as (
        select id, pool, sum(xp) as xp, sum(xp) filter (where days < 3) as lost
        from earned group by id, pool
      )
      select coalesce(round(sum(pool::numeric * lost / xp)), 0) as forfeited from rounds`,
  )
  return BigInt(row?.forfeited ?? 0)
}

/** Returns the open commitments of a season, which a change of the odds would void. */
export async function openCommitments(db: Db, seasonId: number): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select count(*) as count from spin_commitments
      where season_id = ${seasonId} and revealed_at is null`,
  )
  return Number(row?.count)
}

/** Counts the parts that only a published season has. */
export async function countParts(db: Db, seasonId: number): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select (select count(*) from season_rounds where season_id = ${seasonId})
      + (select count(*) from season_tiers where season_id = ${seasonId})
      + (select count(*) from season_missions where season_id = ${seasonId})
      + (select count(*) from season_prizes where season_id = ${seasonId}) as count`,
  )
  return Number(row?.count)
}
