import { and, asc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import type { LinkFacts } from '@solstice/rules/hold/links'
import { seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'

type Scope = {
  after: number
  count: number
  /** Accounts in lower case that fund everybody. */
  faucets: readonly string[]
}

/**
 * Anybody can make a token whose transfers name any sender, and send nothing from any account.
 * Such transfers are passed over, up to this many of a wallet.
 */
const READ_TRANSFERS = 50

type FactRow = {
  id: string | number
  created_at: string
  email: string
  referred_by: string | number | null
  friends: string | number
  devices: string[]
  network: string | null
  sources: string[]
}

/**
 * Returns the facts of the next members by id. Each member costs the same number of index look-ups,
 * and none of them reads more than a few rows.
 */
export async function findLinkFacts(
  db: Db,
  { after, count, faucets }: Scope,
): Promise<LinkFacts[]> {
  // Raw SQL: the first transfers to a wallet come from two tables and every network.
  const rows = await rowsOf<FactRow>(
    db,
    sql`select m.id, to_json(m.created_at) #>> '{}' as created_at, m.email, m.referred_by,
      (select count(*) from (
        select 1 from members f where f.referred_by = m.id limit 5) friend) as friends,
      coalesce((select jsonb_agg(d.device_id order by d.first_seen_at) from (
        select device_id, first_seen_at from known_devices k where k.member_id = m.id
        order by first_seen_at limit 5) d), '[]') as devices,
      (select s.network from sessions s where s.member_id = m.id
        and s.created_at <= m.created_at + interval '5 minutes'
        order by s.created_at, s.number limit 1) as network,
      coalesce((select jsonb_agg(f.source order by f.block_number) from (
        select t.source, min(t.block_number) as block_number from networks n
        cross join lateral (
          (select from_address as source, block_number from chain_transactions c
            where c.chain_id = n.chain_id and c.to_address = lower(m.wallet_address)
              and c.succeeded and c.value > 0
            order by c.block_number, c.position limit 3)
          union all
          (select c.from_address, c.block_number from (
              select * from chain_transfers t
              where t.chain_id = n.chain_id and t.to_address = lower(m.wallet_address)
              order by t.block_number, t.log_index limit ${READ_TRANSFERS}) c
            where c.value > 0 and exists (select 1 from contracts k
              where k.network_id = n.id and lower(k.address) = c.contract)
            order by c.block_number, c.log_index limit 3)) t
        where t.source <> all(array(select jsonb_array_elements_text(
            ${JSON.stringify(faucets)}::jsonb)))
          and not exists (select 1 from treasury_lanes l where lower(l.address) = t.source)
          and not exists (select 1 from treasury_contracts l where lower(l.address) = t.source)
        group by t.source order by min(t.block_number) limit 3) f), '[]') as sources
    from members m
    where m.id > ${after} and m.deleted_at is null
    order by m.id limit ${count}`,
  )
  return rows.map((row) => ({
    memberId: Number(row.id),
    joinedAt: new Date(row.created_at),
    email: row.email,
    deviceIds: row.devices,
    network: row.network ?? undefined,
    fundedBy: row.sources,
    referredBy: row.referred_by === null ? null : Number(row.referred_by),
    friends: Number(row.friends),
  }))
}

/** Returns the check-ins of members since a time. */
export function findCheckIns(
  db: Db,
  memberIds: readonly number[],
  since: Date,
): Promise<{ memberId: number; at: Date }[]> {
  const recent = db
    .select({ id: seasons.id })
    .from(seasons)
    .where(and(eq(seasons.state, 'PUBLISHED'), gte(seasons.endAt, since)))
    .as('recent')
  return db
    .select({ memberId: histories.memberId, at: histories.createdAt })
    .from(recent)
    .innerJoin(histories, eq(histories.seasonId, recent.id))
    .where(
      and(
        inArray(histories.memberId, idList(memberIds)),
        gte(histories.createdAt, since),
        eq(histories.missionId, CHECK_IN_ID),
        eq(histories.tab, 'Earned'),
      ),
    )
}

/** Returns which of these members have not deleted their account. */
export async function findHoldable(
  db: Db,
  memberIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, idList(memberIds)), isNull(members.deletedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** Returns the ids of the next members. */
export async function findMemberIds(
  db: Db,
  { after, count }: { after: number; count: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(gt(members.id, after), isNull(members.deletedAt)))
    .orderBy(asc(members.id))
    .limit(count)
  return rows.map(({ id }) => id)
}
