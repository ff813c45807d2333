import { and, eq } from 'drizzle-orm'
import type { Asset } from '@solstice/rules/asset'
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerKeys,
  ledgerReversals,
  ledgerTransactions,
} from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'

/** The entries of a ledger transaction on the accounts of one member. */
export type MemberMoves = readonly { asset: Asset; scope: string; amount: bigint }[]

/** Returns the transaction with this key; undefined if there is none or it is archived. */
export async function findTransactionOf(db: Db, key: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: ledgerKeys.transactionId })
    .from(ledgerKeys)
    .where(eq(ledgerKeys.key, key))
  return row?.id
}

export async function findReversalOf(db: Db, reversed: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: ledgerReversals.transactionId })
    .from(ledgerReversals)
    .where(eq(ledgerReversals.reversed, reversed))
  return row?.id
}

/**
 * Returns the id of a transaction if it is not archived. Orders and reversals keep theirs after
 * that.
 */
export async function findPosted(
  db: Db,
  transactionId: number | null | undefined,
): Promise<number | undefined> {
  if (transactionId == null) return undefined
  const [row] = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId))
  return row?.id
}

/** Returns a transaction that is not archived. */
export async function findTransaction(db: Db, transactionId: number) {
  const { kind, idempotencyKey, data, createdAt } = ledgerTransactions
  const [row] = await db
    .select({ kind, key: idempotencyKey, data, createdAt })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId))
  // The column has an object for every posting.
  return row && { ...row, data: row.data as Readonly<Record<string, unknown>> }
}

export async function findMemberMoves(
  db: Db,
  of: { transactionId: number; memberId: number },
): Promise<MemberMoves> {
  const { asset, scope } = ledgerAccounts
  return db
    .select({ asset, scope, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      and(
        eq(ledgerEntries.transactionId, of.transactionId),
        eq(ledgerAccounts.memberId, of.memberId),
      ),
    )
}
