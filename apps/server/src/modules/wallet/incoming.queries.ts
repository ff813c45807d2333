import {
  and,
  count,
  eq,
  exists,
  gt,
  isNull,
  lte,
  max,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { chainTransactions, chainTransfers } from '#/modules/explorer/explorer.table.ts'
import { contracts, networks } from '#/modules/network/network.table.ts'
import { payoutAttempts, payouts } from '#/modules/payout/payout.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { incomingDeposits, incomingScans } from './wallet.table.ts'

/** The blocks after `after`, up to and including `to`. */
export type BlockRange = { after: number; to: number }

/**
 * The amount of one asset that one transaction transferred; the asset is a contract, or empty for
 * the coin.
 */
export type Arrival = Awaited<ReturnType<typeof findArrivals>>[number]

/** The wallet of a member in the lower-case form that chains use. */
const WALLET = sql<string | null>`lower(${members.walletAddress})`

/**
 * Finds coin and listed tokens that transactions transferred to a member's wallet from another
 * address. Payouts of the programme are left out, because they have their own alerts; a relayed send is
 * none of them.
 */
export async function findArrivals(
  db: Db,
  chainId: number,
  range: BlockRange,
  coin: { symbol: string; decimals: number },
) {
  const moved = unionAll(coinsIn(db, chainId, range, coin), tokensIn(db, chainId, range)).as(
    'moved',
  )
  const ofProgramme = db
    .select({ txHash: payoutAttempts.txHash })
    .from(payoutAttempts)
    .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
    .where(and(eq(payoutAttempts.txHash, moved.txHash), ne(payouts.purpose, 'RELAY')))
  return db
    .select({
      memberId: members.id,
      txHash: moved.txHash,
      asset: moved.asset,
      symbol: moved.symbol,
      decimals: moved.decimals,
      units: sql`sum(${moved.value})`.mapWith(chainTransactions.value),
    })
    .from(moved)
    .innerJoin(members, and(eq(WALLET, moved.to), eq(members.status, 'ACTIVE')))
    .where(and(ne(moved.from, moved.to), notExists(ofProgramme)))
    .groupBy(members.id, moved.txHash, moved.asset, moved.symbol, moved.decimals)
    .orderBy(moved.txHash, members.id, moved.asset)
}

const inRange = (chainId: number, { after, to }: BlockRange): SQL | undefined =>
  and(
    eq(chainTransactions.chainId, chainId),
    gt(chainTransactions.blockNumber, after),
    lte(chainTransactions.blockNumber, to),
  )

function coinsIn(
  db: Db,
  chainId: number,
  range: BlockRange,
  coin: { symbol: string; decimals: number },
) {
  return db
    .select({
      txHash: chainTransactions.hash,
      from: chainTransactions.fromAddress,
      to: sql<string>`${chainTransactions.toAddress}`.as('to_address'),
      value: chainTransactions.value,
      asset: sql<string>`''`.as('asset'),
      symbol: sql<string>`${coin.symbol}::text`.as('symbol'),
      decimals: sql<number>`${coin.decimals}::int`.as('decimals'),
    })
    .from(chainTransactions)
    .where(
      and(
        inRange(chainId, range),
        eq(chainTransactions.succeeded, true),
        gt(chainTransactions.value, 0n),
      ),
    )
}

function tokensIn(db: Db, chainId: number, range: BlockRange) {
  return db
    .select({
      txHash: chainTransfers.txHash,
      from: chainTransfers.fromAddress,
      to: chainTransfers.toAddress,
      value: chainTransfers.value,
      asset: chainTransfers.contract,
      symbol: contracts.symbol,
      decimals: contracts.decimals,
    })
    .from(chainTransactions)
    .innerJoin(
      chainTransfers,
      and(
        eq(chainTransfers.chainId, chainTransactions.chainId),
        eq(chainTransfers.txHash, chainTransactions.hash),
      ),
    )
    .innerJoin(networks, eq(networks.chainId, chainTransactions.chainId))
    .innerJoin(
      contracts,
      and(
        eq(contracts.networkId, networks.id),
        eq(contracts.enabled, true),
        eq(sql`lower(${contracts.address})`, chainTransfers.contract),
      ),
    )
    .where(and(inRange(chainId, range), gt(chainTransfers.value, 0n)))
}

/**
 * Returns the last block that was searched. The first search of a chain starts at its newest final
 * block.
 */
export async function findScanned(db: Db, chainId: number, first: number): Promise<number> {
  await db.insert(incomingScans).values({ chainId, scannedTo: first }).onConflictDoNothing()
  const [scan] = await db.select().from(incomingScans).where(eq(incomingScans.chainId, chainId))
  if (!scan) throw new Error('The scan of the chain was not found')
  return scan.scannedTo
}

/** Keeps the higher block, because workers may search the same blocks concurrently. */
export async function setScanned(tx: Db, chainId: number, scannedTo: number): Promise<void> {
  await tx
    .update(incomingScans)
    .set({ scannedTo: sql`greatest(${incomingScans.scannedTo}, ${scannedTo})` })
    .where(eq(incomingScans.chainId, chainId))
}

type NewDeposit = Omit<typeof incomingDeposits.$inferInsert, 'notifiedAt' | 'worthCents'> & {
  worthCents: bigint | undefined
}

/**
 * Keeps the first row, because a deep reorganisation may mine the same transaction again in a later
 * block.
 */
export async function insertDeposit(tx: Db, deposit: NewDeposit): Promise<void> {
  const { memberId, chainId, txHash, asset, amount, symbol, network, worthCents, foundAt } = deposit
  await tx
    .insert(incomingDeposits)
    .values({ memberId, chainId, txHash, asset, amount, symbol, network, worthCents, foundAt })
    .onConflictDoNothing()
}

/** Makes workers of other chains wait with notifications until the transaction ends. */
export async function lockScans(tx: Db): Promise<void> {
  const { chainId } = incomingScans
  await tx.select({ chainId }).from(incomingScans).orderBy(chainId).for('update')
}

/**
 * Deletes unreported deposits whose transaction a reorganisation removed, or whose wallet the member
 * no longer has. An alert about them would be wrong.
 */
export async function dropStaleDeposits(tx: Db): Promise<void> {
  const { asset } = incomingDeposits
  const transfer = tx
    .select({ txHash: chainTransfers.txHash })
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.chainId, chainTransactions.chainId),
        eq(chainTransfers.txHash, chainTransactions.hash),
        eq(chainTransfers.contract, asset),
        eq(chainTransfers.toAddress, WALLET),
      ),
    )
  const arrived = tx
    .select({ hash: chainTransactions.hash })
    .from(chainTransactions)
    .innerJoin(members, eq(members.id, incomingDeposits.memberId))
    .where(
      and(
        eq(chainTransactions.chainId, incomingDeposits.chainId),
        eq(chainTransactions.hash, incomingDeposits.txHash),
        or(
          and(eq(asset, ''), eq(chainTransactions.toAddress, WALLET)),
          and(ne(asset, ''), exists(transfer)),
        ),
      ),
    )
  await tx
    .delete(incomingDeposits)
    .where(and(isNull(incomingDeposits.notifiedAt), notExists(arrived)))
}

type NamedDeposit = Pick<typeof incomingDeposits.$inferSelect, 'amount' | 'symbol' | 'network'>

/**
 * Returns deposits without a notification, by member, with the notifications of that member since.
 * Names the most valuable deposit, or the newest one if none has a price.
 */
export async function findWaitingDeposits(db: Db, since: Date) {
  const { id, memberId, amount, symbol, network, worthCents, notifiedAt } = incomingDeposits
  const earlier = alias(incomingDeposits, 'earlier')
  const notified = db
    .select({ at: sql`jsonb_agg(distinct ${earlier.notifiedAt})` })
    .from(earlier)
    .where(and(eq(earlier.memberId, memberId), gt(earlier.notifiedAt, since)))
  const named = sql`jsonb_build_object('amount', ${amount}, 'symbol', ${symbol},
    'network', ${network})`
  return db
    .select({
      memberId,
      count: count(),
      largest: sql<NamedDeposit>`jsonb_agg(${named} order by ${worthCents} desc nulls last,
        ${id} desc) -> 0`,
      maxCents: max(worthCents),
      notifiedAt: sql`coalesce(${notified}, '[]'::jsonb)`.mapWith((instants: string[]) =>
        instants.map((instant) => new Date(instant)),
      ),
    })
    .from(incomingDeposits)
    .innerJoin(members, and(eq(members.id, memberId), eq(members.status, 'ACTIVE')))
    .where(isNull(notifiedAt))
    .groupBy(memberId)
    .orderBy(memberId)
}

/** Runs under the lock of the scans, so that no deposit appears between reading and marking. */
export async function markNotified(tx: Db, memberId: number, at: Date): Promise<void> {
  await tx
    .update(incomingDeposits)
    .set({ notifiedAt: at })
    .where(and(eq(incomingDeposits.memberId, memberId), isNull(incomingDeposits.notifiedAt)))
}
