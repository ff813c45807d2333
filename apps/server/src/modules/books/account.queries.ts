import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { distributors } from '#/modules/distribution/distribution.table.ts'
import { paymentScans } from '#/modules/order/order.table.ts'
import { treasuryLanes } from '#/modules/payout/payout.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { bookAccounts, bookBookings, bookRuns, bookTokens } from './reconciliation.table.ts'

export type Account = typeof bookAccounts.$inferSelect
export type Token = typeof bookTokens.$inferSelect

type Named = Pick<Account, 'chainId' | 'address' | 'kind'>

/** Returns the accounts that paid on a chain, and the distributors that were deployed there. */
export async function findHolders(db: Db): Promise<Named[]> {
  const lanes = await db
    .select({ chainId: treasuryLanes.chainId, address: treasuryLanes.address })
    .from(treasuryLanes)
  const deployed = await db
    .select({ chainId: distributors.chainId, address: distributors.contract })
    .from(distributors)
    .where(isNotNull(distributors.contract))
  return [
    ...lanes.map((lane) => ({ ...lane, kind: 'TREASURY' as const })),
    ...deployed.flatMap(({ chainId, address }) =>
      address === null ? [] : [{ chainId, address, kind: 'DISTRIBUTOR' as const }],
    ),
  ]
}

/** Adds nothing if the account is known. */
export async function insertAccount(db: Db, account: Named & { createdAt: Date }): Promise<void> {
  const address = account.address.toLowerCase()
  await db
    .insert(bookAccounts)
    .values({ ...account, address })
    .onConflictDoNothing()
}

export function findAccounts(db: Db): Promise<Account[]> {
  return db
    .select()
    .from(bookAccounts)
    .orderBy(asc(bookAccounts.chainId), desc(bookAccounts.kind), asc(bookAccounts.id))
}

export async function findAccount(db: Db, accountId: number): Promise<Account | undefined> {
  const [row] = await db.select().from(bookAccounts).where(eq(bookAccounts.id, accountId))
  return row
}

/** Lets one process work on an account at a time; the lock ends with the transaction. */
export async function lockAccount(tx: Db, accountId: number): Promise<Account> {
  const [row] = await tx
    .select()
    .from(bookAccounts)
    .where(eq(bookAccounts.id, accountId))
    .for('update')
  if (!row) throw new Error(`There is no account ${accountId}`)
  return row
}

export async function saveAccount(
  db: Db,
  accountId: number,
  change: Partial<typeof bookAccounts.$inferInsert>,
): Promise<void> {
  await db.update(bookAccounts).set(change).where(eq(bookAccounts.id, accountId))
}

/** Makes every account due, because an operator asked for it. */
export async function requestAll(db: Db, at: Date): Promise<void> {
  await db.update(bookAccounts).set({ requestedAt: at })
}

export function findTokens(db: Db, accountId?: number): Promise<Token[]> {
  return db
    .select()
    .from(bookTokens)
    .where(accountId === undefined ? undefined : eq(bookTokens.accountId, accountId))
    .orderBy(asc(bookTokens.accountId), asc(bookTokens.symbol), asc(bookTokens.contract))
}

export async function insertToken(tx: Db, token: typeof bookTokens.$inferInsert): Promise<void> {
  await tx.insert(bookTokens).values(token).onConflictDoNothing()
}

export async function saveToken(
  tx: Db,
  of: Pick<Token, 'accountId' | 'contract'>,
  change: { recorded: bigint; onChain: bigint },
): Promise<void> {
  await tx
    .update(bookTokens)
    .set({
      recorded: sql`${bookTokens.recorded} + ${change.recorded.toString()}::numeric`,
      onChain: change.onChain,
    })
    .where(and(eq(bookTokens.accountId, of.accountId), eq(bookTokens.contract, of.contract)))
}

/** Returns the accounts with a reconciliation in progress. */
export async function findRunning(db: Db): Promise<Set<number>> {
  const rows = await db
    .select({ accountId: bookRuns.accountId })
    .from(bookRuns)
    .where(isNull(bookRuns.finishedAt))
  return new Set(rows.map(({ accountId }) => accountId))
}

/** Returns the block up to which payments to the treasury were recorded. */
export async function paymentsReadTo(db: Db, chainId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ scannedTo: paymentScans.scannedTo })
    .from(paymentScans)
    .where(eq(paymentScans.chainId, chainId))
  return row?.scannedTo
}

/** Returns the token of a distributor, and the claims that were recorded up to a block. */
export async function findDistributor(db: Db, of: { chainId: number; address: string }) {
  const [row] = await db
    .select({
      token: distributors.token,
      symbol: distributors.symbol,
      decimals: distributors.decimals,
      claimed: distributors.claimed,
      scannedTo: distributors.scannedTo,
    })
    .from(distributors)
    .where(and(eq(distributors.chainId, of.chainId), eq(distributors.contract, of.address)))
  return row
}

export async function addBooking(tx: Db, booking: typeof bookBookings.$inferInsert): Promise<void> {
  await tx.insert(bookBookings).values(booking)
  await tx
    .update(bookTokens)
    .set({ booked: sql`${bookTokens.booked} + ${booking.amount.toString()}::numeric` })
    .where(
      and(eq(bookTokens.accountId, booking.accountId), eq(bookTokens.contract, booking.contract)),
    )
}
