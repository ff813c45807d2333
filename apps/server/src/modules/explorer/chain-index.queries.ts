import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, violatedUnique, type Db } from '#/platform/db.ts'

export type IndexedBlock = { number: number; hash: string; time: Date }

export type IndexedTransaction = {
  hash: string
  position: number
  from: string
  to: string | null
  value: bigint
  nonce: number
  gas: bigint
  gasPrice: bigint
  gasUsed: bigint
  cumulativeGasUsed: bigint
  input: string
  createdContract: string | null
  succeeded: boolean
}

export type IndexedTransfer = {
  txHash: string
  logIndex: number
  contract: string
  from: string
  to: string
  value: bigint
}

/** The newest blocks that are known, newest first. */
export function findTips(
  db: Db,
  chainId: number,
  count: number,
): Promise<{ number: number; hash: string }[]> {
  return rowsOf(
    db,
    sql`select number::float8 as number, hash from chain_blocks where chain_id = ${chainId}
      order by number desc limit ${count}`,
  )
}

export async function findBlockHash(
  db: Db,
  chainId: number,
  number: number,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ hash: string }>(
    db,
    sql`select hash from chain_blocks where chain_id = ${chainId} and number = ${number}`,
  )
  return row?.hash
}

/** What hangs on the blocks goes with them. */
export async function dropBlocks(db: Db, chainId: number, from: number): Promise<void> {
  await db.execute(sql`delete from chain_blocks where chain_id = ${chainId} and number >= ${from}`)
}

/** False when another process was faster with this number. */
export async function insertBlock(
  db: Db,
  chainId: number,
  block: IndexedBlock,
  transactions: readonly IndexedTransaction[],
  transfers: readonly IndexedTransfer[],
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into chain_blocks (chain_id, number, hash, time)
        values (${chainId}, ${block.number}, ${block.hash}, ${block.time.toISOString()}::timestamptz)`)
      for (const each of transactions) {
        await tx.execute(sql`insert into chain_transactions (chain_id, hash, block_number, position,
            from_address, to_address, value, nonce, gas, gas_price, gas_used, cumulative_gas_used,
            input, created_contract, succeeded)
          values (${chainId}, ${each.hash}, ${block.number}, ${each.position}, ${each.from},
            ${each.to}, ${String(each.value)}::numeric, ${each.nonce}, ${String(each.gas)}::numeric,
            ${String(each.gasPrice)}::numeric, ${String(each.gasUsed)}::numeric,
            ${String(each.cumulativeGasUsed)}::numeric, ${each.input}, ${each.createdContract},
            ${each.succeeded})`)
      }
      for (const each of transfers) {
        await tx.execute(sql`insert into chain_transfers (chain_id, tx_hash, log_index, block_number,
            contract, from_address, to_address, value)
          values (${chainId}, ${each.txHash}, ${each.logIndex}, ${block.number}, ${each.contract},
            ${each.from}, ${each.to}, ${String(each.value)}::numeric)`)
      }
    })
    return true
  } catch (error) {
    if (violatedUnique(error) === undefined) throw error
    return false
  }
}

export type Stretch = {
  address: string
  contract: string | undefined
  startBlock: number
  endBlock: number
  newestFirst: boolean
  size: number
  offset: number
}

type Common = {
  hash: string
  blockNumber: number
  blockHash: string
  time: number
  position: number
  nonce: number
  gas: string
  gasPrice: string
  gasUsed: string
  cumulativeGasUsed: string
  from: string
  to: string | null
  value: string
}

const COMMON = sql`t.hash, t.block_number::float8 as "blockNumber", b.hash as "blockHash",
  extract(epoch from b.time)::float8 as time, t.position, t.nonce::float8 as nonce,
  t.gas::text as gas, t.gas_price::text as "gasPrice", t.gas_used::text as "gasUsed",
  t.cumulative_gas_used::text as "cumulativeGasUsed"`

export type TransactionRow = Common & {
  input: string
  createdContract: string | null
  succeeded: boolean
}

export function findTransactionsOf(
  db: Db,
  chainId: number,
  stretch: Stretch,
): Promise<TransactionRow[]> {
  const order = direction(stretch)
  return rowsOf(
    db,
    sql`select ${COMMON}, t.from_address as "from", t.to_address as "to", t.value::text as value,
        t.input, t.created_contract as "createdContract", t.succeeded
      from chain_transactions t
      join chain_blocks b on b.chain_id = t.chain_id and b.number = t.block_number
      where t.chain_id = ${chainId} and ${stretch.address} in (t.from_address, t.to_address)
        and t.block_number between ${stretch.startBlock} and ${stretch.endBlock}
      order by t.block_number ${order}, t.position ${order}
      limit ${stretch.size} offset ${stretch.offset}`,
  )
}

export type TransferRow = Common & { contract: string; logIndex: number }

export function findTransfersOf(db: Db, chainId: number, stretch: Stretch): Promise<TransferRow[]> {
  const order = direction(stretch)
  const ofToken = stretch.contract ? sql`and x.contract = ${stretch.contract}` : sql``
  return rowsOf(
    db,
    sql`select ${COMMON}, x.from_address as "from", x.to_address as "to", x.value::text as value,
        x.contract, x.log_index as "logIndex"
      from chain_transfers x
      join chain_transactions t on t.chain_id = x.chain_id and t.hash = x.tx_hash
      join chain_blocks b on b.chain_id = t.chain_id and b.number = t.block_number
      where x.chain_id = ${chainId} and ${stretch.address} in (x.from_address, x.to_address)
        and x.block_number between ${stretch.startBlock} and ${stretch.endBlock} ${ofToken}
      order by x.block_number ${order}, x.log_index ${order}
      limit ${stretch.size} offset ${stretch.offset}`,
  )
}

function direction({ newestFirst }: Stretch): SQL {
  return newestFirst ? sql`desc` : sql`asc`
}
