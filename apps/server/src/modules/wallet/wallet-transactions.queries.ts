import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { walletTransactions } from './wallet.table.ts'

/** `onChain` is null until the chain was queried. */
const COLUMNS = {
  id: walletTransactions.id,
  chainId: walletTransactions.chainId,
  txHash: walletTransactions.txHash,
  from: walletTransactions.fromAddress,
  to: walletTransactions.toAddress,
  value: walletTransactions.value,
  symbol: walletTransactions.symbol,
  contractAddress: walletTransactions.contractAddress,
  status: walletTransactions.status,
  nonce: walletTransactions.nonce,
  final: walletTransactions.final,
  onChain: walletTransactions.onChain,
  createdAt: walletTransactions.createdAt,
}

export type WalletTransactionRow = Awaited<ReturnType<typeof insertOrFindTransaction>>

type NewTransaction = Pick<
  typeof walletTransactions.$inferInsert,
  'memberId' | 'chainId' | 'txHash' | 'value' | 'symbol' | 'contractAddress' | 'createdAt'
> & { from: string; to: string }

/** Inserts the transaction, or returns the existing row the second time. */
export async function insertOrFindTransaction(db: Db, fresh: NewTransaction) {
  const { memberId, chainId, txHash, from, to, value, symbol, contractAddress, createdAt } = fresh
  await db
    .insert(walletTransactions)
    .values({
      memberId,
      chainId,
      txHash,
      fromAddress: from,
      toAddress: to,
      value,
      symbol,
      contractAddress,
      status: 'PENDING',
      final: false,
      createdAt,
    })
    .onConflictDoNothing({
      target: [walletTransactions.memberId, walletTransactions.chainId, walletTransactions.txHash],
    })
  const [row] = await db
    .select(COLUMNS)
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.memberId, memberId),
        eq(walletTransactions.chainId, chainId),
        eq(walletTransactions.txHash, txHash),
      ),
    )
  if (!row) throw new Error('Inserting the transaction returned no row')
  return row
}

type TransactionsOf = { memberId: number; chainIds: readonly number[] | undefined }

function isListed({ memberId, chainIds }: TransactionsOf) {
  return and(
    eq(walletTransactions.memberId, memberId),
    chainIds && inArray(walletTransactions.chainId, idList(chainIds)),
  )
}

export async function findTransactions(
  db: Db,
  of: TransactionsOf,
  { size, offset }: { size: number; offset: number },
): Promise<{ rows: WalletTransactionRow[]; totalCount: number }> {
  const where = isListed(of)
  const rows = await db
    .select(COLUMNS)
    .from(walletTransactions)
    .where(where)
    .orderBy(desc(walletTransactions.id))
    .limit(size)
    .offset(offset)
  return { rows, totalCount: await db.$count(walletTransactions, where) }
}

/** Returns the transactions with a smaller id, newest first, without counting them. */
export function findTransactionsBefore(
  db: Db,
  of: TransactionsOf,
  { beforeId, size }: { beforeId: number | undefined; size: number },
): Promise<WalletTransactionRow[]> {
  return db
    .select(COLUMNS)
    .from(walletTransactions)
    .where(
      and(isListed(of), beforeId === undefined ? undefined : lt(walletTransactions.id, beforeId)),
    )
    .orderBy(desc(walletTransactions.id))
    .limit(size)
}

export async function updateTransaction(
  db: Db,
  id: number,
  seen: Pick<WalletTransactionRow, 'status' | 'nonce' | 'final' | 'onChain'>,
): Promise<void> {
  const { status, nonce, final, onChain } = seen
  await db
    .update(walletTransactions)
    .set({ status, nonce, final, onChain })
    .where(
      and(
        eq(walletTransactions.id, id),
        or(eq(walletTransactions.final, false), isNull(walletTransactions.onChain)),
      ),
    )
}
