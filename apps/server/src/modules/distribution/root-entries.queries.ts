import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { roundRewards, seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { AlertData } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { distributionLeaves } from './distribution.table.ts'
import { isOwed, type DeployedDistributor } from './distributor.queries.ts'

const rewardColumns = {
  seasonId: roundRewards.seasonId,
  roundId: roundRewards.roundId,
  memberId: roundRewards.memberId,
  amount: roundRewards.amount,
  address: roundRewards.address,
}

export type RootReward = Awaited<ReturnType<typeof lockRewardsOfRoot>>[number]

/** Locks the next owed rewards of a token that are in no root, with the wallets of their members. */
export function lockOwed(
  tx: Db,
  { symbol, decimals, afterSeason, afterMember, afterRound }: DeployedDistributor,
  count: number,
) {
  const { seasonId, memberId, roundId } = roundRewards
  return tx
    .select({ ...rewardColumns, wallet: members.walletAddress })
    .from(roundRewards)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .innerJoin(members, eq(members.id, memberId))
    .where(
      and(
        isOwed,
        eq(seasons.rewardSymbol, symbol),
        eq(seasons.rewardDecimals, decimals),
        sql`(${seasonId}, ${memberId}, ${roundId}) > (${afterSeason}, ${afterMember}, ${afterRound})`,
      ),
    )
    .orderBy(asc(seasonId), asc(memberId), asc(roundId))
    .limit(count)
    .for('update', { of: roundRewards })
}

/**
 * Locks the rewards of the next members in the root that is being made. A member's rewards stay
 * together, so that the member is notified once.
 */
export function lockRewardsOfRoot(
  tx: Db,
  { id, number, afterMember }: DeployedDistributor,
  count: number,
) {
  const { distributorId, rootNumber, memberId } = roundRewards
  const inRoot = and(eq(distributorId, id), eq(rootNumber, number), gt(memberId, afterMember))
  const next = tx
    .selectDistinct({ memberId })
    .from(roundRewards)
    .where(inRoot)
    .orderBy(asc(memberId))
    .limit(count)
    .as('next')
  const last = tx.select({ last: sql`max(${next.memberId})` }).from(next)
  return tx
    .select({ ...rewardColumns, wallet: members.walletAddress, deletedAt: members.deletedAt })
    .from(roundRewards)
    .innerJoin(members, eq(members.id, memberId))
    .where(and(inRoot, lte(memberId, sql`(${last})`)))
    .orderBy(asc(memberId), asc(roundRewards.roundId))
    .for('update', { of: roundRewards })
}

type Entered = { roundId: number; memberId: number; address: string }
type LeafSum = { address: string; memberId: number; amount: bigint }

const leafRows = (sums: readonly LeafSum[]): string =>
  JSON.stringify(sums.map((sum) => ({ ...sum, amount: sum.amount.toString() })))

/** Puts rewards into the root that is being made and raises the amounts of their addresses. */
export async function enterRoot(
  tx: Db,
  { id, chainId, contract, token, number }: DeployedDistributor,
  rewards: readonly Entered[],
  sums: readonly LeafSum[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update round_rewards r
    set distributor_id = ${id}, root_number = ${number}, address = e.address
    from jsonb_to_recordset(${JSON.stringify(rewards)}::jsonb)
      as e("roundId" bigint, "memberId" bigint, address text)
    where r.round_id = e."roundId" and r.member_id = e."memberId"`)
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`insert into distribution_leaves as leaf
      (chain_id, contract, address, token, member_id, cumulative, root_number)
    select ${chainId}, ${contract}, e.address, ${token}, e."memberId", e.amount, ${number}
    from jsonb_to_recordset(${leafRows(sums)}::jsonb)
      as e(address text, "memberId" bigint, amount numeric)
    on conflict (chain_id, contract, address) do update set
      before = case when leaf.root_number = excluded.root_number then leaf.before
        else leaf.cumulative end,
      cumulative = leaf.cumulative + excluded.cumulative,
      root_number = excluded.root_number, member_id = excluded.member_id`)
}

/** Takes rewards out of the root that is being made, before it is posted. */
export async function leaveRoot(
  tx: Db,
  { chainId, contract }: DeployedDistributor,
  rewards: readonly Entered[],
  sums: readonly LeafSum[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update round_rewards r set distributor_id = null, root_number = null
    from jsonb_to_recordset(${JSON.stringify(rewards)}::jsonb)
      as e("roundId" bigint, "memberId" bigint)
    where r.round_id = e."roundId" and r.member_id = e."memberId"`)
  // Raw SQL: a batch of any size is one value; an amount that a root has not yet posted is removed.
  await tx.execute(sql`with given as materialized (
      select * from jsonb_to_recordset(${leafRows(sums)}::jsonb) as e(address text, amount numeric)
    ), removed as (
      delete from distribution_leaves leaf using given
      where leaf.chain_id = ${chainId} and leaf.contract = ${contract}
        and leaf.address = given.address and leaf.cumulative = given.amount
    )
    update distribution_leaves leaf set cumulative = leaf.cumulative - given.amount
    from given
    where leaf.chain_id = ${chainId} and leaf.contract = ${contract}
      and leaf.address = given.address and leaf.cumulative > given.amount`)
}

type Key = { roundId: number; memberId: number }

export async function setClaimable(tx: Db, rewards: readonly Key[]): Promise<void> {
  const rows = rewards.map(({ roundId, memberId }) => ({ roundId, memberId }))
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update round_rewards r set state = 'CLAIMABLE'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e("roundId" bigint, "memberId" bigint)
    where r.round_id = e."roundId" and r.member_id = e."memberId" and r.state = 'OWED'`)
}

/** Selects the alert of each member about what is ready, with its amount as text. */
export function readyAlerts(
  ready: readonly { memberId: number; amount: string; symbol: string }[],
) {
  return new QueryBuilder()
    .select({
      memberId: sql<number>`e."memberId"`,
      code: sql<'REWARD_READY'>`'REWARD_READY'::text`,
      data: sql<AlertData>`jsonb_build_object('reward',
        jsonb_build_object('amount', e.amount, 'symbol', e.symbol))`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(ready)}::jsonb)
        as e("memberId" bigint, amount text, symbol text)`,
    )
}

/** Returns the next shares of a distributor, ordered by address. */
export function findLeaves(
  db: Db,
  { chainId, contract }: { chainId: number; contract: string },
  after: string,
  count: number,
) {
  const { address, cumulative } = distributionLeaves
  return db
    .select({ address, cumulative })
    .from(distributionLeaves)
    .where(
      and(
        eq(distributionLeaves.chainId, chainId),
        eq(distributionLeaves.contract, contract),
        gt(address, after),
      ),
    )
    .orderBy(asc(address))
    .limit(count)
}

export type OpenedClaim = { address: string; memberId: number }

/**
 * Opens a claim for each address whose posted amount is not claimed, unless one is open. Addresses
 * with nothing to claim are left out; their leaves are locked, because a payment that is recorded at
 * the same time ends the open claim and leaves nothing for another one.
 */
export async function openClaims(
  tx: Db,
  { chainId, contract, token }: { chainId: number; contract: string; token: string },
  opened: readonly OpenedClaim[],
  { postedNumber, at }: { postedNumber: number; at: Date },
): Promise<void> {
  // Raw SQL: a batch of any size is one value, and each claim needs the amount of its leaf.
  await tx.execute(sql`insert into distribution_claims
      (chain_id, token, contract, address, member_id, cumulative, amount, state, created_at)
    select ${chainId}, ${token}, ${contract}, leaf.address, e."memberId", posted.amount,
      posted.amount - leaf.claimed, 'WAITING', ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as e(address text, "memberId" bigint)
    join distribution_leaves leaf on leaf.chain_id = ${chainId} and leaf.contract = ${contract}
      and leaf.address = e.address
    cross join lateral (select case when leaf.root_number <= ${postedNumber} then leaf.cumulative
      else leaf.before end as amount) as posted
    where posted.amount > leaf.claimed
    for no key update of leaf
    on conflict (chain_id, contract, address) where state in ('WAITING', 'SENDING') do nothing`)
}
