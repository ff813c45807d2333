import { networkOf } from '@solstice/rules/network'
import { queryOptions, useQueries } from '@tanstack/react-query'
import type { TransactionReceipt } from 'viem'
import { getBlockNumber, getTransactionCount } from 'viem/actions'
import type { Network } from './networks.ts'
import { NODE_QUERY, asHex, findReceipt, findTransaction, nodeOf } from './rpc.ts'
import type { Sent } from './sent.ts'

/** The state of a transaction on its network. */
export type Progress =
  | { kind: 'waiting'; wasReorged: boolean }
  /** The transaction is in a block and needs more confirmations. */
  | { kind: 'confirming'; confirmations: number; needed: number; isFailing?: boolean }
  | { kind: 'done' }
  | { kind: 'failed' }
  /**
   * Another transaction used its nonce. Once that one has the required confirmations, this one can
   * never be mined.
   */
  | { kind: 'replaced'; isFinal: boolean }
  /** The network no longer knows the transaction; it may be sent again. */
  | { kind: 'lost'; wasReorged: boolean }

const POLL_MS = 2000

export function isSettled(progress: Progress): boolean {
  if (progress.kind === 'replaced') return progress.isFinal
  return progress.kind === 'done' || progress.kind === 'failed'
}

/** Reads the progress. `was` is the previous progress and reveals a reorganised block. */
export async function readProgress(
  network: Network,
  sent: Followable,
  was: Progress | undefined,
): Promise<Progress> {
  const receipt = await findReceipt(network, sent.hash)
  if (receipt) return progressOf(receipt, await getBlockNumber(nodeOf(network)), network)
  const wasReorged = was?.kind === 'confirming' || (was !== undefined && hadReorg(was))
  if (await findTransaction(network, sent.hash)) {
    return { kind: 'waiting', wasReorged }
  }
  if (!(await isNonceUsed(network, sent, { blockTag: 'latest' })))
    return { kind: 'lost', wasReorged }
  const head = await getBlockNumber(nodeOf(network))
  // The transaction itself may have been mined between the two requests.
  const late = await findReceipt(network, sent.hash)
  if (late) return progressOf(late, head, network)
  return { kind: 'replaced', isFinal: await isNonceUseFinal(network, sent, head) }
}

type Slot = Pick<Sent, 'from' | 'nonce'>
type Followable = Slot & Pick<Sent, 'hash'>

type At = { blockTag: 'latest' } | { blockNumber: bigint }

async function isNonceUsed(network: Network, { from, nonce }: Slot, at: At) {
  return (await getTransactionCount(nodeOf(network), { address: asHex(from), ...at })) > nonce
}

async function isNonceUseFinal(network: Network, slot: Slot, head: bigint): Promise<boolean> {
  const deep = head - BigInt(network.confirmations) + 1n
  if (deep < 0n) return false
  try {
    return await isNonceUsed(network, slot, { blockNumber: deep })
  } catch {
    // A node that pruned that block cannot confirm it.
    return false
  }
}

function hadReorg(was: Progress): boolean {
  return (was.kind === 'waiting' || was.kind === 'lost') && was.wasReorged
}

export function progressOf(
  { status, blockNumber }: Pick<TransactionReceipt, 'status' | 'blockNumber'>,
  head: bigint,
  { confirmations: needed }: Pick<Network, 'confirmations'>,
): Progress {
  const confirmations = Number(head - blockNumber) + 1
  const isFailing = status !== 'success'
  if (confirmations < needed) {
    return { kind: 'confirming', confirmations, needed, ...(isFailing && { isFailing }) }
  }
  return { kind: isFailing ? 'failed' : 'done' }
}

export function progressQuery(network: Network, sent: Followable) {
  const queryKey = ['sent', sent.hash] as const
  return queryOptions({
    ...NODE_QUERY,
    queryKey,
    queryFn: ({ client }) => readProgress(network, sent, client.getQueryData<Progress>(queryKey)),
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : POLL_MS),
    staleTime: POLL_MS,
    retry: false,
  })
}

export type Followed = { sent: Sent; network: Network; progress: Progress | undefined }

/** Follows every transaction that is not final. */
export function useFollowed(list: readonly Sent[], networks: readonly Network[]): Followed[] {
  const known = list.filter(({ chainId }) => networks.some((each) => each.chainId === chainId))
  const results = useQueries({
    queries: known.map((sent) => progressQuery(networkOf(networks, sent.chainId), sent)),
  })
  return known.map((sent, at) => ({
    sent,
    network: networkOf(networks, sent.chainId),
    progress: results[at]?.data,
  }))
}
