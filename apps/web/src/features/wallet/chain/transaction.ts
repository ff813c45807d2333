import { networkOf } from '@solstice/rules/network'
import { queryOptions } from '@tanstack/react-query'
import { progressOf } from './follow.ts'
import type { Progress } from './follow.ts'
import { movementsIn } from './movements.ts'
import type { Movement } from './movements.ts'
import type { Asset, Network } from './networks.ts'
import { NODE_QUERY, rpc, rpcMaybe } from './rpc.ts'
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc.ts'
import { readPending } from './transfer.ts'

/** A transaction as its network tells it. */
export type TransactionDetail = {
  network: Network
  transaction: RpcTransaction
  progress: Progress
  /** What its sender asked for. */
  intent: Movement
  /** What happened; empty while it waits. */
  movements: Movement[]
  /** In wei; nothing as long as it waits. */
  fee: bigint | undefined
  block: bigint | undefined
  confirmations: number
  atMs: number | undefined
}

const LOOK_EVERY_MS = 3000

/** Of its network, or of the first that knows it. */
async function find(
  hash: string,
  networks: readonly Network[],
): Promise<{ network: Network; transaction: RpcTransaction }> {
  let failure: Error | undefined
  for (const network of networks) {
    try {
      const transaction = await rpcMaybe<RpcTransaction>(network, 'eth_getTransactionByHash', [
        hash,
      ])
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
  const meant = readPending(transaction, network, assets)
  const intent = { ...meant, amount: BigInt(meant.amount), from: transaction.from }
  if (transaction.blockNumber === null) {
    const wasTakenBack =
      was?.block !== undefined || (was?.progress.kind === 'waiting' && was.progress.wasTakenBack)
    return {
      intent,
      movements: [],
      network,
      transaction,
      progress: { kind: 'waiting', wasTakenBack },
      fee: undefined,
      block: undefined,
      confirmations: 0,
      atMs: undefined,
    }
  }
  const [receipt, block, head] = await Promise.all([
    rpc<RpcReceipt>(network, 'eth_getTransactionReceipt', [hash]),
    rpc<RpcBlock>(network, 'eth_getBlockByNumber', [transaction.blockNumber, false]),
    rpc<string>(network, 'eth_blockNumber'),
  ])
  return {
    intent,
    movements: movementsIn(transaction, receipt, { network, assets }),
    network,
    transaction,
    progress: progressOf(receipt, BigInt(head), network),
    fee:
      BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? '0x0'),
    block: BigInt(receipt.blockNumber),
    confirmations: Number(BigInt(head) - BigInt(receipt.blockNumber)) + 1,
    atMs: Number(BigInt(block.timestamp)) * 1000,
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
        : LOOK_EVERY_MS,
    retry: false,
  })
}
