import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { usedPayments } from '#/modules/chain/chain.table.ts'
import type { TreasuryTransfer } from '#/modules/chain/payment.service.ts'
import { networks } from '#/modules/network/network.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { walletRegistrations } from '#/modules/wallet/wallet.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { textList } from '#/platform/process/expressions.ts'
import { isOpen, isSeen } from './order.queries.ts'
import { orders, payments, paymentScans } from './order.table.ts'

/** A transfer to the treasury. Addresses and hashes are in lower case. */
export type Payment = typeof payments.$inferSelect

export async function lockPayment(tx: Db, paymentId: number): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  return payment
}

/** Returns unsettled payments up to a block. */
export async function findSeenUpTo(
  db: Db,
  chainId: number,
  blockNumber: number,
): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.chainId, chainId), isSeen, lte(payments.blockNumber, blockNumber)))
    .orderBy(asc(payments.blockNumber), asc(payments.logIndex))
}

export async function findUnassigned(db: Db, chainId: number): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.chainId, chainId), isSeen, isNull(payments.orderId)))
    .orderBy(asc(payments.blockNumber), asc(payments.logIndex))
}

/** Returns payments after a block that were credited or refunded. */
export async function findSettledAfter(
  db: Db,
  chainId: number,
  blockNumber: number,
): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.chainId, chainId),
        inArray(payments.state, ['CREDITED', 'REFUNDED']).inlineParams(),
        gt(payments.blockNumber, blockNumber),
      ),
    )
    .orderBy(asc(payments.id))
}

export async function hasSeenOnChain(db: Db, chainId: number): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.chainId, chainId), isSeen))
    .limit(1)
  return rows.length > 0
}

/** Returns whether the order has a recorded payment that is not settled. */
export async function hasSeenPayment(db: Db, orderId: number): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isSeen))
    .limit(1)
  return rows.length > 0
}

/** Returns the payments of a payer for an order or in one of these transactions. */
export async function findPaidBy(
  db: Db,
  of: { chainId: number; payer: string; orderId: number; hashes: string[] },
): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.chainId, of.chainId),
        eq(payments.payer, of.payer),
        or(eq(payments.orderId, of.orderId), inArray(payments.txHash, of.hashes)),
      ),
    )
}

/** Returns whether all payments of a transaction already serve other orders. */
export async function isUsed(
  tx: Db,
  { chainId, txHash, orderId }: { chainId: number; txHash: string; orderId: number },
): Promise<boolean> {
  const [row] = await tx
    .select({
      isFree: sql<boolean | null>`bool_or(${payments.state} = 'SEEN'
        and (${payments.orderId} is null or ${payments.orderId} = ${orderId}))`,
    })
    .from(payments)
    .where(and(eq(payments.chainId, chainId), eq(payments.txHash, txHash)))
  return row?.isFree === false
}

export type SeenTransfer = TreasuryTransfer & { chainId: number }

/**
 * Inserts a payment or moves it to another block while it is unsettled. A reversed payment that
 * reappears is recorded without an order.
 */
export async function insertSeenTransfer(db: Db, seen: SeenTransfer, at: Date): Promise<boolean> {
  const rows = await db
    .insert(payments)
    .values({ ...seen, state: 'SEEN', seenAt: at })
    .onConflictDoUpdate({
      target: [payments.chainId, payments.txHash, payments.logIndex],
      set: {
        blockNumber: sql`excluded.block_number`,
        blockHash: sql`excluded.block_hash`,
        contract: sql`excluded.contract`,
        payer: sql`excluded.payer`,
        payTo: sql`excluded.pay_to`,
        amount: sql`excluded.amount`,
        paidAt: sql`excluded.paid_at`,
        state: 'SEEN',
        settledAt: null,
        orderId: sql`case when ${payments.state} = 'SEEN'
            and (${payments.contract}, ${payments.payer}, ${payments.payTo}, ${payments.amount})
              is not distinct from
              (excluded.contract, excluded.payer, excluded.pay_to, excluded.amount)
          then ${payments.orderId} end`,
      },
      setWhere: sql`${payments.state} = 'REVERSED'
        or (${payments.state} = 'SEEN' and ${payments.blockHash} <> excluded.block_hash)`,
    })
    .returning({ id: payments.id })
  return rows.length === 1
}

/** Returns which of these transactions have recorded payments, as `hash hash-of-block`. */
export async function findKnown(
  db: Db,
  chainId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .select({ txHash: payments.txHash, blockHash: payments.blockHash })
    .from(payments)
    .where(
      and(
        eq(payments.chainId, chainId),
        ne(payments.state, 'REVERSED'),
        inArray(payments.txHash, textList(hashes)),
      ),
    )
  return new Set(rows.map(({ txHash, blockHash }) => `${txHash} ${blockHash}`))
}

/** Returns the payees, tokens and coin payers of orders that are open or were created since. */
export async function findPromised(
  db: Db,
  chainId: number,
  since: Date,
): Promise<{ payees: string[]; tokens: string[]; coinPayers: string[] }> {
  const rows = await db
    .selectDistinct({
      payTo: sql<string>`lower(${orders.payTo})`,
      contract: sql<string | null>`lower(${orders.contract})`,
      payer: sql<string>`lower(${orders.payer})`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.chainId, chainId),
        eq(orders.payType, 'TOKEN').inlineParams(),
        or(gte(orders.createdAt, since), isOpen),
      ),
    )
  return {
    payees: rows.map(({ payTo }) => payTo),
    tokens: rows.flatMap(({ contract }) => contract ?? []),
    coinPayers: rows.flatMap(({ contract, payer }) => (contract === null ? payer : [])),
  }
}

/** Returns the block after which the oldest open order may be paid. */
export async function findOldestOpen(db: Db, chainId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ oldest: min(orders.afterBlock) })
    .from(orders)
    .where(and(eq(orders.chainId, chainId), isOpen))
  return row?.oldest ?? undefined
}

export async function linkPayment(tx: Db, paymentId: number, orderId: number): Promise<void> {
  await tx
    .update(payments)
    .set({ orderId })
    .where(and(eq(payments.id, paymentId), isSeen))
}

/** Deletes an unsettled payment that is no longer in the chain, and rescans from its block. */
export async function deletePayment(tx: Db, payment: Payment): Promise<void> {
  await tx
    .delete(payments)
    .where(and(eq(payments.id, payment.id), isSeen, eq(payments.blockHash, payment.blockHash)))
  await scanAgainFrom(tx, payment.chainId, payment.blockNumber)
}

/** Sets the reason for waiting. Returns whether it changed. */
export async function setWaitsFor(
  db: Db,
  paymentId: number,
  waitsFor: Payment['waitsFor'],
): Promise<boolean> {
  const rows = await db
    .update(payments)
    .set({ waitsFor })
    .where(
      and(eq(payments.id, paymentId), sql`${payments.waitsFor} is distinct from ${waitsFor}::text`),
    )
    .returning({ id: payments.id })
  return rows.length === 1
}

/** Counts the payments by chain that are deep enough but still wait. */
export async function countWaiting(db: Db): Promise<{ chainId: number; count: number }[]> {
  return db
    .select({ chainId: networks.chainId, count: count(payments.id) })
    .from(networks)
    .leftJoin(payments, and(eq(payments.chainId, networks.chainId), isNotNull(payments.waitsFor)))
    .where(isNotNull(networks.secondRpcUrl))
    .groupBy(networks.chainId)
    .orderBy(asc(networks.chainId))
}

export async function settlePayment(
  tx: Db,
  paymentId: number,
  to: { state: Exclude<Payment['state'], 'SEEN'>; memberId: number | null; at: Date },
): Promise<void> {
  const { state, memberId, at } = to
  const settled = { state, settledAt: at, waitsFor: null }
  await tx
    .update(payments)
    .set(memberId === null ? settled : { ...settled, memberId })
    .where(eq(payments.id, paymentId))
}

export async function moveToBlock(
  db: Db,
  paymentId: number,
  block: { number: number; hash: string },
): Promise<void> {
  await db
    .update(payments)
    .set({ blockNumber: block.number, blockHash: block.hash })
    .where(eq(payments.id, paymentId))
}

export async function releaseUsedPayment(tx: Db, payment: Payment): Promise<void> {
  await tx
    .delete(usedPayments)
    .where(
      and(
        eq(usedPayments.chainId, payment.chainId),
        eq(usedPayments.txHash, payment.txHash),
        eq(usedPayments.logIndex, payment.logIndex),
      ),
    )
}

export async function findScan(db: Db, chainId: number) {
  const [scan] = await db.select().from(paymentScans).where(eq(paymentScans.chainId, chainId))
  return scan
}

/** Moves the scan position forward unless a rescan was requested meanwhile. */
export async function setScanned(
  db: Db,
  chainId: number,
  { before, scannedTo, head }: { before: number | undefined; scannedTo: number; head: number },
): Promise<void> {
  await db
    .insert(paymentScans)
    .values({ chainId, scannedTo, head })
    .onConflictDoUpdate({
      target: paymentScans.chainId,
      set: {
        head: sql`greatest(${paymentScans.head}, excluded.head)`,
        scannedTo: sql`case when ${paymentScans.scannedTo} = ${before ?? null}::bigint
          then excluded.scanned_to else ${paymentScans.scannedTo} end`,
      },
    })
}

export async function scanAgainFrom(tx: Db, chainId: number, blockNumber: number): Promise<void> {
  await tx
    .update(paymentScans)
    .set({ scannedTo: sql`least(${paymentScans.scannedTo}, ${blockNumber - 1})` })
    .where(eq(paymentScans.chainId, chainId))
}

/** Returns the member whose wallet this is, or was last. */
export async function findOwnerOf(db: Db, address: string): Promise<number | undefined> {
  const [row] = await unionAll(
    db
      .select({
        memberId: members.id,
        rank: sql<number>`1`.as('rank'),
        registrationId: sql<number | null>`null::bigint`.as('registration_id'),
      })
      .from(members)
      .where(eq(sql`lower(${members.walletAddress})`, address)),
    db
      .select({
        memberId: walletRegistrations.memberId,
        rank: sql<number>`2`.as('rank'),
        registrationId: sql<number | null>`${walletRegistrations.id}`.as('registration_id'),
      })
      .from(walletRegistrations)
      .where(eq(sql`lower(${walletRegistrations.address})`, address)),
  )
    .orderBy(sql`rank`, sql`registration_id desc`)
    .limit(1)
  return row?.memberId
}
