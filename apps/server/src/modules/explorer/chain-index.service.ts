import type { CallInput } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { checksumAddress } from '@solstice/rules/address'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  readBalance,
  readBaseFee,
  readBlock,
  readFullBlock,
  readGasPrice,
  readReceipt,
  readTokenBalance,
  tokenTransferIn,
} from '#/modules/chain/chain-reading.service.ts'
import { contractsOnChain, type Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode, ExplorerReply } from '#/platform/process/context.ts'
import { BoundedMap, type Shared } from '#/platform/process/shared.ts'
import {
  dropBlocks,
  findBlockHash,
  findTips,
  findTransactionsOf,
  findTransfersOf,
  insertBlock,
  type IndexedTransaction,
  type IndexedTransfer,
  type IndexFilter,
  type TransactionRow,
  type TransferRow,
} from './chain-index.queries.ts'

/** An explorer query with all optional parameters filled in. */
export type ExplorerQuery = Required<
  Pick<CallInput<'explorer.query'>['query'], 'module' | 'action'>
> & {
  chainid: number
  address?: string | undefined
  contractaddress?: string | undefined
  tag: 'latest'
  page: number
  offset: number
  startblock: number
  endblock: number
  sort: 'asc' | 'desc'
}

type Context = Pick<AppContext, 'db' | 'chains' | 'shared'>

/** For a chain that is already longer than this, only new blocks are indexed. */
const CATCH_UP_BLOCKS = 5000
const TIP_BATCH = 50

/** Running updates of the index by chain id; a finished one is removed. */
const UPDATES: Shared<BoundedMap<number, Promise<string>>> = {
  name: 'explorer.index-updates',
  create: () => new BoundedMap(100),
}

/**
 * Updates the index to the newest block and returns its hash. Concurrent callers share one update.
 */
export function indexHead(ctx: Context, network: Network): Promise<string> {
  const byChain = ctx.shared(UPDATES)
  const running = byChain.get(network.chainId)
  if (running) return running
  const sync = follow(ctx, network).finally(() => byChain.delete(network.chainId))
  byChain.set(network.chainId, sync)
  return sync
}

/** Returns the newest indexed block, or undefined while the index is empty. */
export async function indexedTo(
  ctx: Pick<AppContext, 'db'>,
  chainId: number,
): Promise<number | undefined> {
  const [newest] = await findTips(ctx.db, chainId, 1)
  return newest?.number
}

async function follow(ctx: Context, network: Network): Promise<string> {
  const { chainId } = network
  // Check the chain id, because the blocks of another chain would replace the whole index.
  const node = await nodeOf(ctx, network)
  const head = await readBlock(node, 'latest')
  if (!head) throw new ChainError(`Chain ${chainId} returned no latest block`)
  let next = await nextBlockNumber(ctx, node, chainId, head.number)
  for (; next <= head.number; next += 1) {
    if (!(await takeBlock(ctx, node, chainId, next))) break
  }
  return head.hash
}

/** Removes the blocks that the chain has replaced and returns the first missing block. */
async function nextBlockNumber(
  ctx: Context,
  node: ChainNode,
  chainId: number,
  head: number,
): Promise<number> {
  for (;;) {
    const tips = await findTips(ctx.db, chainId, TIP_BATCH)
    const [newest] = tips
    if (!newest) return head > CATCH_UP_BLOCKS ? head : 0
    let replacedFrom: number | undefined
    for (const tip of tips) {
      const there = tip.number > head ? undefined : await readBlock(node, tip.number)
      if (there?.hash === tip.hash) break
      replacedFrom = tip.number
    }
    if (replacedFrom === undefined) return newest.number + 1
    await dropBlocks(ctx.db, chainId, replacedFrom)
  }
}

async function takeBlock(
  ctx: Context,
  node: ChainNode,
  chainId: number,
  number: number,
): Promise<boolean> {
  const block = await readFullBlock(node, number)
  // The block was rolled back meanwhile; the next query starts again.
  if (!block) return false
  const before = await findBlockHash(ctx.db, chainId, number - 1)
  if (before !== undefined && before !== block.parentHash) {
    // The parent is not the indexed block, so that block was rolled back as well.
    await dropBlocks(ctx.db, chainId, number - 1)
    return false
  }
  const transactions: IndexedTransaction[] = []
  const transfers: IndexedTransfer[] = []
  for (const [position, transaction] of block.transactions.entries()) {
    const receipt = await readReceipt(node, transaction.hash)
    if (receipt?.blockHash !== block.hash) return false
    const { hash, from, to, value, nonce, gas, input } = transaction
    transactions.push({
      hash,
      position,
      fromAddress: from,
      toAddress: to,
      value,
      nonce,
      gas,
      input,
      gasPrice: receipt.effectiveGasPrice ?? 0n,
      gasUsed: receipt.gasUsed,
      cumulativeGasUsed: receipt.cumulativeGasUsed,
      createdContract: receipt.contractAddress ?? null,
      succeeded: receipt.status === 1,
    })
    for (const log of receipt.logs) {
      const transfer = tokenTransferIn(log)
      if (!transfer) continue
      const { logIndex, contract, from: fromAddress, to: toAddress, value: moved } = transfer
      transfers.push({ txHash: hash, logIndex, contract, fromAddress, toAddress, value: moved })
    }
  }
  const time = new Date(block.timestamp * 1000)
  return insertBlock(ctx.db, chainId, { number, hash: block.hash, time }, transactions, transfers)
}

/** Answers the query from the index, in the format of the Etherscan API. */
export async function queryIndex(
  ctx: Context,
  network: Network,
  query: ExplorerQuery,
): Promise<ExplorerReply> {
  const node = ctx.chains.node(network)
  const address = query.address?.toLowerCase() ?? ''
  switch (query.action) {
    case 'balance':
      return found(String(await readBalance(node, address)))
    case 'tokenbalance':
      return found(String(await readTokenBalance(node, query.contractaddress ?? '', address)))
    case 'gasoracle':
      return found(await gasOracle(node))
    case 'txlist': {
      const head = await headNumber(node)
      const rows = await findTransactionsOf(ctx.db, network.chainId, filterOf(query))
      return foundList(rows.map((row) => transactionText(row, head)))
    }
    case 'tokentx': {
      const head = await headNumber(node)
      const tokens = await contractsOnChain(ctx, network.chainId)
      const rows = await findTransfersOf(ctx.db, network.chainId, filterOf(query))
      return foundList(
        rows.map((row) => {
          const token = tokens.find(({ address }) => address?.toLowerCase() === row.contract)
          return transferText(row, head, token)
        }),
      )
    }
  }
}

const found = (result: ExplorerReply['result']): ExplorerReply => ({
  status: '1',
  message: 'OK',
  result,
})

function foundList(result: Record<string, string>[]): ExplorerReply {
  return result.length > 0
    ? found(result)
    : { status: '0', message: 'No transactions found', result: [] }
}

async function headNumber(node: ChainNode): Promise<number> {
  return (await readBlock(node, 'latest'))?.number ?? 0
}

const GWEI_DECIMALS = 9
const MIN_TIP_WEI = 500_000_000n

/**
 * Returns three gas prices around the node's suggestion: with half the tip, the usual tip and twice
 * the tip.
 */
async function gasOracle(node: ChainNode): Promise<Record<string, string>> {
  const [base, suggested, head] = [
    await readBaseFee(node),
    await readGasPrice(node),
    await headNumber(node),
  ]
  const usual = suggested > base + MIN_TIP_WEI ? suggested - base : MIN_TIP_WEI
  const gwei = (wei: bigint) => amountText(wei, GWEI_DECIMALS)
  return {
    LastBlock: String(head),
    SafeGasPrice: gwei(base + usual / 2n),
    ProposeGasPrice: gwei(base + usual),
    FastGasPrice: gwei(base + usual * 2n),
    suggestBaseFee: gwei(base),
    gasUsedRatio: '',
  }
}

function filterOf(query: ExplorerQuery): IndexFilter {
  return {
    address: query.address?.toLowerCase() ?? '',
    contract: query.contractaddress?.toLowerCase(),
    startBlock: query.startblock,
    endBlock: query.endblock,
    newestFirst: query.sort === 'desc',
    size: query.offset,
    offset: (query.page - 1) * query.offset,
  }
}

function commonText(row: TransactionRow | TransferRow, head: number) {
  return {
    blockNumber: String(row.blockNumber),
    blockHash: row.blockHash,
    timeStamp: String(row.time.getTime() / 1000),
    hash: row.hash,
    nonce: String(row.nonce),
    transactionIndex: String(row.position),
    from: checksumAddress(row.from),
    to: row.to === null ? '' : checksumAddress(row.to),
    value: String(row.value),
    gas: String(row.gas),
    gasPrice: String(row.gasPrice),
    gasUsed: String(row.gasUsed),
    cumulativeGasUsed: String(row.cumulativeGasUsed),
    confirmations: String(Math.max(0, head - row.blockNumber + 1)),
  }
}

function transactionText(row: TransactionRow, head: number): Record<string, string> {
  return {
    ...commonText(row, head),
    input: row.input,
    methodId: row.input.slice(0, 10),
    functionName: '',
    contractAddress: row.createdContract === null ? '' : checksumAddress(row.createdContract),
    isError: row.succeeded ? '0' : '1',
    txreceipt_status: row.succeeded ? '1' : '0',
  }
}

/** Omits the name of an unknown token, because any contract can choose any name. */
function transferText(
  row: TransferRow,
  head: number,
  token: { name: string; symbol: string; decimals: number } | undefined,
): Record<string, string> {
  return {
    ...commonText(row, head),
    contractAddress: checksumAddress(row.contract),
    logIndex: String(row.logIndex),
    tokenName: token?.name ?? '',
    tokenSymbol: token?.symbol ?? '',
    tokenDecimal: String(token?.decimals ?? 0),
  }
}
