import { and, asc, count, countDistinct, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { payouts, treasuryContracts } from '#/modules/payout/payout.table.ts'
import { roundRewards, seasonRounds, seasons } from '#/modules/season/season.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList, textList } from '#/platform/process/expressions.ts'
import {
  distributionClaims,
  distributionLeaves,
  distributionRoots,
  distributors,
} from './distribution.table.ts'
import type { DeployedDistributor } from './distributor.queries.ts'

export type MemberReward = Awaited<ReturnType<typeof findRootRewards>>[number]

/** Returns the rewards of a member that roots pay and that are not paid yet, oldest first. */
export function findRootRewards(db: Db, memberId: number) {
  return db
    .select({
      roundId: roundRewards.roundId,
      seasonId: roundRewards.seasonId,
      number: seasonRounds.number,
      startAt: seasonRounds.startAt,
      endAt: seasonRounds.endAt,
      amount: roundRewards.amount,
      state: roundRewards.state,
      address: roundRewards.address,
      distributorId: roundRewards.distributorId,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
    })
    .from(roundRewards)
    .innerJoin(seasonRounds, eq(seasonRounds.id, roundRewards.roundId))
    .innerJoin(seasons, eq(seasons.id, roundRewards.seasonId))
    .where(
      and(eq(roundRewards.memberId, memberId), inArray(roundRewards.state, ['OWED', 'CLAIMABLE'])),
    )
    .orderBy(asc(seasonRounds.endAt), asc(roundRewards.roundId))
}

/** Returns distributors by their ids or contracts. */
export function findNamed(
  db: Db,
  ids: readonly number[],
  contracts: readonly { chainId: number; contract: string }[],
) {
  const named = contracts.map(({ contract }) => contract)
  return db
    .select()
    .from(distributors)
    .where(
      or(inArray(distributors.id, idList(ids)), inArray(distributors.contract, textList(named))),
    )
    .orderBy(asc(distributors.id))
}

export type ShownClaim = Awaited<ReturnType<typeof findClaims>>[number]

/** Returns the newest claims of a member, with the hash of the transaction that is under way. */
export function findClaims(db: Db, memberId: number) {
  return db
    .select({ claim: distributionClaims, sentHash: payouts.txHash })
    .from(distributionClaims)
    .leftJoin(payouts, eq(payouts.id, distributionClaims.payoutId))
    .where(eq(distributionClaims.memberId, memberId))
    .orderBy(desc(distributionClaims.id))
    .limit(20)
}

/** Returns the transaction that deployed a contract. */
export async function findDeployment(
  db: Db,
  { chainId, contract }: DeployedDistributor,
): Promise<string | undefined> {
  const [row] = await db
    .select({ txHash: payouts.txHash })
    .from(treasuryContracts)
    .innerJoin(payouts, eq(payouts.id, treasuryContracts.payoutId))
    .where(
      and(
        eq(treasuryContracts.chainId, chainId),
        sql`lower(${treasuryContracts.address}) = ${contract}`,
      ),
    )
  return row?.txHash ?? undefined
}

/** Locks the claims that have waited longest, with what the posted root says about their addresses. */
export function lockWaitingClaims(
  tx: Db,
  { chainId, contract }: DeployedDistributor,
  postedNumber: number,
  most: number,
) {
  const leaf = distributionLeaves
  const posted = sql`case when ${leaf.rootNumber} <= ${postedNumber}::bigint then ${leaf.cumulative}
    else ${leaf.before} end`
  return tx
    .select({
      id: distributionClaims.id,
      address: distributionClaims.address,
      posted: posted.mapWith(leaf.cumulative).as('posted'),
      claimed: leaf.claimed,
    })
    .from(distributionClaims)
    .innerJoin(
      leaf,
      and(
        eq(leaf.chainId, distributionClaims.chainId),
        eq(leaf.contract, distributionClaims.contract),
        eq(leaf.address, distributionClaims.address),
      ),
    )
    .where(
      and(
        eq(distributionClaims.chainId, chainId),
        eq(distributionClaims.contract, contract),
        eq(distributionClaims.state, 'WAITING').inlineParams(),
      ),
    )
    .orderBy(asc(distributionClaims.id))
    .limit(most)
    .for('update', { of: distributionClaims })
}

/** Counts the transactions of claims that are not final. */
export async function countInFlight(
  db: Db,
  { chainId, contract }: { chainId: number; contract: string },
): Promise<number> {
  const [row] = await db
    .select({ transactions: countDistinct(distributionClaims.payoutId) })
    .from(distributionClaims)
    .innerJoin(payouts, eq(payouts.id, distributionClaims.payoutId))
    .where(
      and(
        eq(distributionClaims.chainId, chainId),
        eq(distributionClaims.contract, contract),
        eq(distributionClaims.state, 'SENDING').inlineParams(),
        inArray(payouts.state, ['QUEUED', 'RESERVED', 'SENT']),
      ),
    )
  return row?.transactions ?? 0
}

/** Returns claims whose transaction was final before a moment, and whose payment is not recorded. */
export function findUnrecorded(db: Db, { chainId, contract }: DeployedDistributor, before: Date) {
  const { id, address, cumulative } = distributionClaims
  return db
    .select({ id, address, cumulative, txHash: payouts.txHash })
    .from(distributionClaims)
    .innerJoin(payouts, eq(payouts.id, distributionClaims.payoutId))
    .where(
      and(
        eq(distributionClaims.chainId, chainId),
        eq(distributionClaims.contract, contract),
        eq(distributionClaims.state, 'SENDING').inlineParams(),
        eq(payouts.state, 'CONFIRMED'),
        lt(payouts.confirmedAt, before),
      ),
    )
    .orderBy(asc(id))
}

/** Ends a claim that its transaction left out; the member may claim again. */
export async function failClaim(tx: Db, claimId: number, endedAt: Date): Promise<void> {
  await tx
    .update(distributionClaims)
    .set({ state: 'FAILED', endedAt })
    .where(and(eq(distributionClaims.id, claimId), eq(distributionClaims.state, 'SENDING')))
}

export type ProvenClaim = { id: number; cumulative: bigint; amount: bigint; proof: Uint8Array }

/** Names the transaction of claims and stores what it proves. */
export async function sendClaims(
  tx: Db,
  payoutId: number,
  claims: readonly ProvenClaim[],
): Promise<void> {
  const rows = claims.map(({ id, cumulative, amount, proof }) => ({
    id,
    cumulative: cumulative.toString(),
    amount: amount.toString(),
    proof: Buffer.from(proof).toString('hex'),
  }))
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update distribution_claims c
    set state = 'SENDING', payout_id = ${payoutId}, cumulative = e.cumulative, amount = e.amount,
      proof = decode(e.proof, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(id bigint, cumulative numeric, amount numeric, proof text)
    where c.id = e.id`)
}

/** Lets the claims of a failed transaction wait for the next one. */
export async function requeueClaims(tx: Db, payoutId: number): Promise<void> {
  await tx
    .update(distributionClaims)
    .set({ state: 'WAITING', payoutId: null, proof: null })
    .where(and(eq(distributionClaims.payoutId, payoutId), eq(distributionClaims.state, 'SENDING')))
}

/** Ends open claims for an address up to an amount. */
export async function endClaims(
  tx: Db,
  of: { chainId: number; contract: string; address: string; claimed: bigint },
  to: { txHash: string; at: Date },
): Promise<void> {
  await tx
    .update(distributionClaims)
    .set({ state: 'PAID', txHash: to.txHash, endedAt: to.at })
    .where(
      and(
        eq(distributionClaims.chainId, of.chainId),
        eq(distributionClaims.contract, of.contract),
        eq(distributionClaims.address, of.address),
        inArray(distributionClaims.state, ['WAITING', 'SENDING']).inlineParams(),
        sql`${distributionClaims.cumulative} <= ${of.claimed.toString()}::numeric`,
      ),
    )
}

/** Returns what an address has claimed as far as it is recorded, and locks it. */
export async function lockLeaf(
  tx: Db,
  of: { chainId: number; contract: string; address: string },
): Promise<{ claimed: bigint } | undefined> {
  const [leaf] = await tx
    .select({ claimed: distributionLeaves.claimed })
    .from(distributionLeaves)
    .where(
      and(
        eq(distributionLeaves.chainId, of.chainId),
        eq(distributionLeaves.contract, of.contract),
        eq(distributionLeaves.address, of.address),
      ),
    )
    .for('update')
  return leaf
}

export async function setClaimed(
  tx: Db,
  of: { chainId: number; contract: string; address: string },
  claimed: bigint,
): Promise<void> {
  await tx
    .update(distributionLeaves)
    .set({ claimed })
    .where(
      and(
        eq(distributionLeaves.chainId, of.chainId),
        eq(distributionLeaves.contract, of.contract),
        eq(distributionLeaves.address, of.address),
      ),
    )
}

/** Locks all rewards of an address in posted roots, in the order of roots. */
export function lockRewardsOfLeaf(tx: Db, of: { distributorId: number; address: string }) {
  const { roundId, memberId, seasonId, amount, state, rootNumber, historyId } = roundRewards
  return tx
    .select({ roundId, memberId, seasonId, amount, state, rootNumber, historyId })
    .from(roundRewards)
    .where(
      and(
        eq(roundRewards.distributorId, of.distributorId),
        eq(roundRewards.address, of.address),
        inArray(state, ['CLAIMABLE', 'PAID']),
      ),
    )
    .orderBy(asc(rootNumber), asc(roundId), asc(memberId))
    .for('update')
}

/** Sets rewards to paid, with the transaction in their history. */
export async function setPaid(
  tx: Db,
  rewards: readonly { roundId: number; memberId: number; historyId: number }[],
  txHash: string,
): Promise<void> {
  const rows = rewards.map(({ roundId, memberId }) => ({ roundId, memberId }))
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update round_rewards r set state = 'PAID'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e("roundId" bigint, "memberId" bigint)
    where r.round_id = e."roundId" and r.member_id = e."memberId"`)
  await tx
    .update(histories)
    .set({ status: 'COMPLETED', txHash })
    .where(inArray(histories.id, idList(rewards.map(({ historyId }) => historyId))))
}

/** Returns the rewards of a member that can be claimed, by distributor and address. */
export function findClaimable(db: Db, memberId: number) {
  return db
    .selectDistinct({
      distributorId: roundRewards.distributorId,
      address: roundRewards.address,
    })
    .from(roundRewards)
    .where(
      and(eq(roundRewards.memberId, memberId), eq(roundRewards.state, 'CLAIMABLE').inlineParams()),
    )
}

/** Returns a page of roots, newest first, with what was claimed of their distributors. */
export async function findRootPage(db: Db, page: { limit: number; offset: number }) {
  const list = await db
    .select({
      root: distributionRoots,
      symbol: distributors.symbol,
      decimals: distributors.decimals,
      posted: distributors.posted,
      claimed: distributors.claimed,
      step: distributors.step,
    })
    .from(distributionRoots)
    .innerJoin(
      distributors,
      and(
        eq(distributors.chainId, distributionRoots.chainId),
        eq(distributors.contract, distributionRoots.contract),
      ),
    )
    .orderBy(desc(distributionRoots.id))
    .limit(page.limit)
    .offset(page.offset)
  const [total] = await db.select({ count: count() }).from(distributionRoots)
  return { list, totalCount: total?.count ?? 0 }
}

/** Returns rules that the sums of a distributor violate, as text for operators. */
export async function findProblems(db: Db): Promise<string[]> {
  // Raw SQL: sums of four tables are compared in one statement, so that all belong to one moment.
  const rows = await rowsOf<{ problem: string }>(
    db,
    sql`with sums as (
        select d.id, d.posted, d.claimed, d.increase, d.step,
          (select coalesce(sum(r.amount), 0) from round_rewards r where r.distributor_id = d.id
            and r.state = 'CLAIMABLE') as claimable,
          (select coalesce(sum(r.amount), 0) from round_rewards r where r.distributor_id = d.id
            and r.state = 'PAID') as paid,
          (select coalesce(sum(r.amount), 0) from round_rewards r where r.distributor_id = d.id) as entered,
          (select coalesce(sum(l.cumulative), 0) from distribution_leaves l
            where l.chain_id = d.chain_id and l.contract = d.contract) as leaves,
          (select coalesce(sum(l.claimed), 0) from distribution_leaves l
            where l.chain_id = d.chain_id and l.contract = d.contract) as claimed_leaves,
          (select coalesce(max(o.total), 0) from distribution_roots o where o.chain_id = d.chain_id
            and o.contract = d.contract and o.state = 'POSTED') as root_total
        from distributors d
      ), ledger as (
        select coalesce(sum(a.balance), 0) as claimable from ledger_accounts a
        where a.asset = 'REWARD' and a.member_id is not null and a.scope like 'claimable:season:%'
      )
      select 'distributor ' || id || ': claimable and paid are not the total of the posted root' as problem
        from sums where step <> 'RELEASING' and claimable + paid <> root_total
      union all select 'distributor ' || id || ': the posted sum is not the total of the posted root'
        from sums where posted <> root_total
      union all select 'distributor ' || id || ': leaves differ from the rewards in roots'
        from sums where leaves <> entered or leaves <> posted + increase
      union all select 'distributor ' || id || ': claimed amounts differ from paid rewards'
        from sums where claimed <> paid or claimed_leaves <> paid
      union all select 'the ledger differs from claimable rewards'
        from ledger where claimable <> (select coalesce(sum(amount), 0) from round_rewards
          where state = 'CLAIMABLE')`,
  )
  return rows.map(({ problem }) => problem)
}

/** Returns whether some claim of a chain is open. */
export async function hasOpenClaims(db: Db, chainId: number): Promise<boolean> {
  const rows = await db
    .select({ id: distributionClaims.id })
    .from(distributionClaims)
    .where(
      and(
        eq(distributionClaims.chainId, chainId),
        inArray(distributionClaims.state, ['WAITING', 'SENDING']).inlineParams(),
      ),
    )
    .limit(1)
  return rows.length > 0
}
