import { isSameAddress, normaliseAddress } from '@solstice/rules/address'
import { unitsOf } from '@solstice/rules/amount'
import { needsSecondNode } from '@solstice/rules/network'
import { transferCall } from '@solstice/rules/transfer'
import { contractsOnChain, type Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import {
  readBlock,
  readChainId,
  readCount,
  readHeadNumber,
  readReceipt,
  readTransaction,
  tokenTransferIn,
  type Receipt,
} from './chain-reading.service.ts'

type Context = Pick<AppContext, 'chains'>
type Reached = Pick<Network, 'chainId' | 'rpcUrl' | 'confirmations'>

export type TransactionState = {
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  nonce: number | null
  /** True when the transaction is deep enough that it cannot be rolled back. */
  final: boolean
  /**
   * True when the chain contains the transfer as described: signed by this sender and paid to this
   * recipient.
   */
  isOnChain: boolean
}

export type DescribedTransfer = {
  txHash: string
  from: string
  to: string
  contractAddress: string | null
  nonce: number | null
}

/**
 * Returns the state of a transaction. A transaction that the node does not know, while a later one
 * of the sender is mined, was replaced and will never be mined.
 */
export async function transactionState(
  ctx: Context,
  network: Reached,
  sent: DescribedTransfer,
): Promise<TransactionState> {
  const node = ctx.chains.node(network)
  const receipt = await readReceipt(node, sent.txHash)
  const head = await readHeadNumber(node)
  if (receipt) {
    const block = await readBlock(node, receipt.blockNumber)
    const { nonce } = sent
    if (block?.hash !== receipt.blockHash) return { ...WAITING, nonce }
    const depth = head - receipt.blockNumber + 1
    const status = receipt.status === 1 ? 'SUCCESS' : 'FAILED'
    const isOnChain = receipt.status === 1 && (await isAsDescribed(node, receipt, sent))
    return { status, nonce, final: depth >= network.confirmations, isOnChain }
  }
  const waiting = await readTransaction(node, sent.txHash)
  const nonce = waiting?.nonce ?? sent.nonce
  if (waiting || nonce === null) return { ...WAITING, nonce }
  // A node of another chain would know neither the transaction nor the sender's other transactions.
  await nodeOf(ctx, network)
  const isReplaced = (await readCount(node, sent.from, head)) > nonce
  if (!isReplaced) return { ...WAITING, nonce }
  const lastFinalBlock = Math.max(0, head - network.confirmations + 1)
  const final = (await readCount(node, sent.from, lastFinalBlock)) > nonce
  return { status: 'FAILED', nonce, final, isOnChain: false }
}

const WAITING = { status: 'PENDING', final: false, isOnChain: false } as const

/** Reads sender and recipient from the chain, because a report may name any hash. */
async function isAsDescribed(
  node: ChainNode,
  receipt: Receipt,
  { txHash, from, to, contractAddress }: DescribedTransfer,
): Promise<boolean> {
  const found = await readTransaction(node, txHash)
  if (!found?.to || !isSameAddress(found.from, from)) return false
  if (contractAddress === null) return found.value > 0n && isSameAddress(found.to, to)
  const [payee, contract] = [normaliseAddress(to), normaliseAddress(contractAddress)]
  if (!payee || !contract || !isSameAddress(found.to, contract)) return false
  return receipt.logs.some((log) => {
    const moved = tokenTransferIn(log)
    return (
      moved !== undefined &&
      moved.value > 0n &&
      isSameAddress(moved.contract, contract) &&
      isSameAddress(moved.from, from) &&
      isSameAddress(moved.to, payee) &&
      // A contract can log anything, but the call data is signed by the sender.
      found.input === transferCall({ payee, contract, amount: moved.value }).data
    )
  })
}

/** Returns the number of the newest block, which an order stores when it opens. */
export async function headNumber(ctx: Context, network: Reached): Promise<number> {
  return readHeadNumber(await nodeOf(ctx, network))
}

/** Returns the network with its second node, if it has one. */
export function secondNetworkOf(network: Network): Network | undefined {
  const { secondRpcUrl } = network
  return secondRpcUrl === null ? undefined : { ...network, rpcUrl: secondRpcUrl }
}

/** Returns the network with its second node, if that node must also confirm this amount. */
export async function secondNetworkFor(
  ctx: Pick<AppContext, 'db'>,
  network: Network,
  { contract, amount }: { contract: string | null; amount: bigint },
): Promise<Network | undefined> {
  const second = secondNetworkOf(network)
  if (!second) return undefined
  const contractKey = contract?.toLowerCase() ?? null
  const token = (await contractsOnChain(ctx, network.chainId)).find(
    ({ address }) => (address?.toLowerCase() ?? null) === contractKey,
  )
  const agreeAbove =
    token?.agreeAbove == null ? undefined : (unitsOf(token.agreeAbove, token.decimals) ?? 0n)
  const isNeeded = needsSecondNode({ hasSecondNode: true, agreeAbove, amount })
  return isNeeded ? second : undefined
}

/** Returns the node after checking that it serves the expected chain. */
export async function nodeOf(
  ctx: Context,
  network: Pick<Network, 'chainId' | 'rpcUrl'>,
): Promise<ChainNode> {
  const node = ctx.chains.node(network)
  const chainId = await readChainId(node)
  if (chainId !== network.chainId) {
    throw new ChainError(`The node of chain ${network.chainId} reports chain ID ${chainId}`)
  }
  return node
}

/**
 * Logs that a node could not return one transaction, so that the others continue. Throws if the
 * node does not respond at all, because further calls would only time out.
 */
export async function skipUnreadable(
  { log }: Pick<AppContext, 'log'>,
  node: ChainNode,
  error: unknown,
  about: Record<string, number | string>,
): Promise<void> {
  if (!(error instanceof ChainError)) throw error
  await readHeadNumber(node)
  log.error({ err: error, ...about }, 'A node could not return a transaction')
}
