import { and, asc, between, desc, eq, gte, or } from 'drizzle-orm'
import { violatedUnique, type Db } from '#/platform/process/db.ts'
import { chainBlocks, chainTransactions, chainTransfers } from './explorer.table.ts'

export type IndexedBlock = Omit<typeof chainBlocks.$inferInsert, 'chainId'>

export type IndexedTransaction = Omit<
  typeof chainTransactions.$inferInsert,
  'chainId' | 'blockNumber'
>

export type IndexedTransfer = Omit<typeof chainTransfers.$inferInsert, 'chainId' | 'blockNumber'>

/** Returns the newest indexed blocks, newest first. */
export function findTips(
  db: Db,
  chainId: number,
  count: number,
): Promise<{ number: number; hash: string }[]> {
  return db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(eq(chainBlocks.chainId, chainId))
    .orderBy(desc(chainBlocks.number))
    .limit(count)
}

export async function findBlockHash(
  db: Db,
  chainId: number,
  number: number,
): Promise<string | undefined> {
  const [block] = await db
    .select({ hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), eq(chainBlocks.number, number)))
  return block?.hash
}

/** Deletes the blocks; their transactions and transfers are deleted by cascade. */
export async function dropBlocks(db: Db, chainId: number, from: number): Promise<void> {
  await db
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), gte(chainBlocks.number, from)))
}

/** Returns false when another process has already inserted this block. */
export async function insertBlock(
  db: Db,
  chainId: number,
  block: IndexedBlock,
  transactions: readonly IndexedTransaction[],
  transfers: readonly IndexedTransfer[],
): Promise<boolean> {
  const blockKey = { chainId, blockNumber: block.number }
  try {
    await db.transaction(async (tx) => {
      await tx.insert(chainBlocks).values({ chainId, ...block })
      for (const each of transactions) {
        await tx.insert(chainTransactions).values({ ...blockKey, ...each })
      }
      for (const each of transfers) await tx.insert(chainTransfers).values({ ...blockKey, ...each })
    })
    return true
  } catch (error) {
    if (violatedUnique(error) === undefined) throw error
    return false
  }
}

export type IndexFilter = {
  address: string
  contract: string | undefined
  startBlock: number
  endBlock: number
  newestFirst: boolean
  size: number
  offset: number
}

const COMMON = {
  hash: chainTransactions.hash,
  blockNumber: chainTransactions.blockNumber,
  blockHash: chainBlocks.hash,
  time: chainBlocks.time,
  position: chainTransactions.position,
  nonce: chainTransactions.nonce,
  gas: chainTransactions.gas,
  gasPrice: chainTransactions.gasPrice,
  gasUsed: chainTransactions.gasUsed,
  cumulativeGasUsed: chainTransactions.cumulativeGasUsed,
}

const isInBlock = and(
  eq(chainBlocks.chainId, chainTransactions.chainId),
  eq(chainBlocks.number, chainTransactions.blockNumber),
)

export type TransactionRow = Awaited<ReturnType<typeof findTransactionsOf>>[number]

export async function findTransactionsOf(db: Db, chainId: number, filter: IndexFilter) {
  const { address, startBlock, endBlock, size, offset } = filter
  const { fromAddress, toAddress, value, input, createdContract, succeeded } = chainTransactions
  const { blockNumber, position } = chainTransactions
  const order = filter.newestFirst ? desc : asc
  return db
    .select({
      ...COMMON,
      from: fromAddress,
      to: toAddress,
      value,
      input,
      createdContract,
      succeeded,
    })
    .from(chainTransactions)
    .innerJoin(chainBlocks, isInBlock)
    .where(
      and(
        eq(chainTransactions.chainId, chainId),
        or(eq(fromAddress, address), eq(toAddress, address)),
        between(blockNumber, startBlock, endBlock),
      ),
    )
    .orderBy(order(blockNumber), order(position))
    .limit(size)
    .offset(offset)
}

export type TransferRow = Awaited<ReturnType<typeof findTransfersOf>>[number]

export async function findTransfersOf(db: Db, chainId: number, filter: IndexFilter) {
  const { address, startBlock, endBlock, size, offset } = filter
  const { fromAddress, toAddress, value, contract, logIndex, blockNumber } = chainTransfers
  const order = filter.newestFirst ? desc : asc
  return db
    .select({ ...COMMON, from: fromAddress, to: toAddress, value, contract, logIndex })
    .from(chainTransfers)
    .innerJoin(
      chainTransactions,
      and(
        eq(chainTransactions.chainId, chainTransfers.chainId),
        eq(chainTransactions.hash, chainTransfers.txHash),
      ),
    )
    .innerJoin(chainBlocks, isInBlock)
    .where(
      and(
        eq(chainTransfers.chainId, chainId),
        or(eq(fromAddress, address), eq(toAddress, address)),
        between(blockNumber, startBlock, endBlock),
        filter.contract ? eq(contract, filter.contract) : undefined,
      ),
    )
    .orderBy(order(blockNumber), order(logIndex))
    .limit(size)
    .offset(offset)
}
