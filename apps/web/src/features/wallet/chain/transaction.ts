import { networkOf } from '@solstice/rules/network'
import { queryOptions } from '@tanstack/react-query'
import type { Transaction } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { progressOf } from './follow.ts'
import type { Progress } from './follow.ts'
import { movementsIn } from './movements.ts'
import type { Movement } from './movements.ts'
import type { Asset, Network } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { NODE_QUERY, findReceipt, findTransaction, nodeOf } from './rpc.ts'
import { readPending } from './transfer.ts'

/** A transaction as its network reports it. */
export type TransactionDetail = {
  network: Network
  transaction: Transaction
  progress: Progress
  /** The transfer that its sender requested. */
  intent: Movement
  /** The actual movements; empty while it is pending. */
  movements: Movement[]
  /** In wei; undefined while it is pending. */
  fee: bigint | undefined
  block: bigint | undefined
  confirmations: number
  atMs: number | undefined
}

const POLL_MS = 3000

/** Finds the transaction on its network, or on the first network that knows it. */
async function find(
  hash: string,
  networks: readonly Network[],
): Promise<{ network: Network; transaction: Transaction }> {
  let failure: Error | undefined
  for (const network of networks) {
    try {
      const transaction = await findTransaction(network, hash)
      if (transaction) return { network, transaction }
    } catch (cause) {
      if (cause instanceof Error) failure = cause
    }
  }
  throw failure ?? new NotFoundError()
}

export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

async function readTransaction(
  hash: string,
  networks: readonly Network[],
  assets: readonly Asset[],
  was: TransactionDetail | undefined,
): Promise<TransactionDetail> {
  const { network, transaction } = await find(hash, networks)
  const pending = readPending(transaction, network, assets)
  const intent = { ...pending, amount: BigInt(pending.amount), from: transaction.from }
  if (transaction.blockNumber === null) {
    const wasReorged =
      was?.block !== undefined || (was?.progress.kind === 'waiting' && was.progress.wasReorged)
    return {
      intent,
      movements: [],
      network,
      transaction,
      progress: { kind: 'waiting', wasReorged },
      fee: undefined,
      block: undefined,
      confirmations: 0,
      atMs: undefined,
    }
  }
  const [receipt, block, head] = await Promise.all([
    findReceipt(network, hash),
    getBlock(nodeOf(network), { blockNumber: transaction.blockNumber }),
    getBlockNumber(nodeOf(network)),
  ])
  if (!receipt) throw new RpcError('refused', 'Mined transaction without a receipt')
  return {
    intent,
    movements: movementsIn(transaction, receipt, { network, assets }),
    network,
    transaction,
    progress: progressOf(receipt, head, network),
    fee: receipt.gasUsed * (receipt.effectiveGasPrice ?? transaction.gasPrice ?? 0n),
    block: receipt.blockNumber,
    confirmations: Number(head - receipt.blockNumber) + 1,
    atMs: Number(block.timestamp) * 1000,
  }
}

export function transactionQuery(
  { hash, chainId }: { hash: string; chainId?: number | undefined },
  networks: readonly Network[],
  assets: readonly Asset[] | undefined,
) {
  const chains = chainId === undefined ? networks.map((network) => network.chainId) : [chainId]
  const queryKey = ['transaction', hash, chains] as const
  return queryOptions({
    ...NODE_QUERY,
    queryKey,
    queryFn: ({ client }) =>
      readTransaction(
        hash,
        chains.map((each) => networkOf(networks, each)),
        assets ?? [],
        client.getQueryData<TransactionDetail>(queryKey),
      ),
    enabled: networks.length > 0 && assets !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.progress.kind === 'done' || state.data?.progress.kind === 'failed'
        ? false
        : POLL_MS,
    retry: false,
  })
}
