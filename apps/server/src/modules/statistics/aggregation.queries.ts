import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { ledgerTransactions } from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { statisticsProgress } from './statistics.table.ts'

export type Progress = typeof statisticsProgress.$inferSelect

const isRow = eq(statisticsProgress.isOnlyRow, true)

export async function findProgress(db: Db): Promise<Progress> {
  const [row] = await db.select().from(statisticsProgress).where(isRow)
  if (!row) throw new Error('The statistics have no cursor')
  return row
}

/** Lets one process aggregate at a time; the lock of the cursor ends with the transaction. */
export async function lockProgress(tx: Db): Promise<Progress> {
  const [row] = await tx.select().from(statisticsProgress).where(isRow).for('update')
  if (!row) throw new Error('The statistics have no cursor')
  return row
}

export async function moveProgress(
  tx: Db,
  to: Partial<Pick<Progress, 'ledgerTransaction' | 'aggregatedAt' | 'refusalsFrom'>>,
): Promise<void> {
  await tx.update(statisticsProgress).set(to).where(isRow)
}

/** Returns the last of the next transactions, or undefined if there are none up to an id. */
export async function findBatchEnd(
  tx: Db,
  { after, upTo, count }: { after: number; upTo: number; count: number },
): Promise<number | undefined> {
  const { id } = ledgerTransactions
  const batch = tx
    .select({ id })
    .from(ledgerTransactions)
    .where(and(gt(id, after), lte(id, upTo)))
    .orderBy(asc(id))
    .limit(count)
    .as('batch')
  const [row] = await tx.select({ last: sql<string | null>`max(${batch.id})` }).from(batch)
  return row?.last == null ? undefined : Number(row.last)
}

/** The programme's time zone is four hours ahead of UTC all year. */
const dayOf = (column: string) =>
  sql.raw(`((${column} at time zone 'UTC') + interval '4 hours')::date`)

const NO_DAY = sql`B'0'::bit(400)`

/**
 * Adds the transactions of a range to the statistics of their seasons. One statement reads the range
 * once, and every part sees the participants as they were before.
 */
export async function aggregateRange(
  tx: Db,
  { after, last }: { after: number; last: number },
): Promise<void> {
  // Raw SQL: many upserts share one materialised read, which the builder cannot express.
  await tx.execute(sql`with moves as materialized (
      select s.id as season_id, ${dayOf('t.created_at')} as day,
        least(${dayOf('t.created_at')} - ${dayOf('s.start_at')}, 399) as day_index,
        t.id, t.kind, t.idempotency_key as key, a.member_id, a.asset, e.amount,
        coalesce((t.data ->> 'missionId')::integer, 0) as mission_id,
        coalesce((t.data ->> 'checkInDay')::boolean, false) as is_check_in,
        case when t.reverses is null then (t.data ->> 'orderId')::bigint end as order_id,
        t.created_at >= s.start_at and t.created_at < s.end_at
          and (t.data ? 'missionId' or (t.data ? 'orderId' and t.reverses is null)) as is_act
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
        and e.transaction_id > ${after}::bigint and e.transaction_id <= ${last}::bigint
      join ledger_accounts a on a.id = e.account_id and a.member_id is not null
      join seasons s on a.scope in ('season:' || s.id, 'claimable:season:' || s.id)
      where t.id > ${after}::bigint and t.id <= ${last}::bigint
    ), days as (
      insert into season_days as d
        (season_id, day, kind, mission_id, asset, credited, debited, postings)
      select season_id, day, kind, mission_id, asset,
        coalesce(sum(amount) filter (where amount > 0), 0),
        coalesce(-sum(amount) filter (where amount < 0), 0), count(distinct id)
      from moves group by season_id, day, kind, mission_id, asset
      on conflict (season_id, day, kind, mission_id, asset) do update set
        credited = d.credited + excluded.credited, debited = d.debited + excluded.debited,
        postings = d.postings + excluded.postings
    ), acts as materialized (
      select season_id, member_id, day, day_index,
        count(distinct id) filter (where is_check_in) as check_ins,
        count(distinct id) filter (where mission_id > 0 and not is_check_in) as missions,
        count(distinct id) filter (where order_id is not null) as purchases
      from moves where is_act group by season_id, member_id, day, day_index
    ), touched as materialized (
      select season_id, member_id, bit_or(days) as days, sum(check_ins) as check_ins,
        sum(missions) as missions, sum(purchases) as purchases, bool_or(is_paid) as is_paid,
        min(first_day) as first_day
      from (
        select season_id, member_id, set_bit(${NO_DAY}, day_index, 1) as days, check_ins, missions,
          purchases, false as is_paid, day as first_day from acts
        union all
        select season_id, member_id, ${NO_DAY}, 0, 0, 0, true, null
          from moves where kind = 'ROUND_REWARD_PAID'
      ) parts group by season_id, member_id
    ), before as materialized (
      select p.season_id, p.member_id, p.days from season_participants p
      join touched t on t.season_id = p.season_id and t.member_id = p.member_id
    ), participants as (
      insert into season_participants as p
        (season_id, member_id, days, check_ins, missions, purchases, is_paid)
      select season_id, member_id, days, check_ins, missions, purchases, is_paid from touched
      on conflict (season_id, member_id) do update set days = p.days | excluded.days,
        check_ins = p.check_ins + excluded.check_ins, missions = p.missions + excluded.missions,
        purchases = p.purchases + excluded.purchases, is_paid = p.is_paid or excluded.is_paid
    ), attendance as (
      insert into season_attendance as c (season_id, day, participants, newcomers)
      select a.season_id, a.day, count(*),
        count(*) filter (where b.member_id is null and a.day = t.first_day)
      from acts a
      join touched t on t.season_id = a.season_id and t.member_id = a.member_id
      left join before b on b.season_id = a.season_id and b.member_id = a.member_id
      where b.member_id is null or get_bit(b.days, a.day_index) = 0
      group by a.season_id, a.day
      on conflict (season_id, day) do update set
        participants = c.participants + excluded.participants,
        newcomers = c.newcomers + excluded.newcomers
    ), draws as (
      insert into season_draws as w (season_id, day, odds, prize_index, draws)
      select m.season_id, m.day, c.odds, c.prize_index, count(*)
      from (
        select distinct season_id, day, member_id, id,
          substring(key from ':nonce-([0-9]{1,9})$')::integer as nonce
        from moves where key ~ ':nonce-[0-9]{1,9}$'
      ) m
      join spin_commitments c on c.season_id = m.season_id and c.member_id = m.member_id
        and c.nonce = m.nonce and c.prize_index is not null
      group by m.season_id, m.day, c.odds, c.prize_index
      on conflict (season_id, day, odds, prize_index) do update set draws = w.draws + excluded.draws
    )
    insert into season_payments as p
      (season_id, day, flow, symbol, decimals, amount, purchases)
    select m.season_id, m.day, m.flow, o.symbol, o.decimals, sum(o.price), count(*)
    from (
      select distinct id, season_id, day,
        case when order_id is not null then 'INCOME' when key like 'refund:%' then 'REFUND'
          else 'REVERSAL' end as flow,
        coalesce(order_id, substring(key from '^reversal:order:([0-9]{1,15})$')::bigint) as order_id,
        substring(key from '^refund:([0-9]{1,15})$')::bigint as refund_id
      from moves
      where order_id is not null or key ~ '^refund:[0-9]{1,15}$'
        or key ~ '^reversal:order:[0-9]{1,15}$'
    ) m
    left join refunds r on r.id = m.refund_id
    join orders o on o.id = coalesce(m.order_id, r.order_id)
      and o.pay_type = 'TOKEN' and o.symbol is not null and o.decimals is not null
    group by m.season_id, m.day, m.flow, o.symbol, o.decimals
    on conflict (season_id, day, flow, symbol, decimals) do update set
      amount = p.amount + excluded.amount, purchases = p.purchases + excluded.purchases`)
}
