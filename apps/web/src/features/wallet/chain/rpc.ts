import {
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  createClient,
  isHex,
} from 'viem'
import type { Client, Hex, Transaction, TransactionReceipt, Transport } from 'viem'
import { getChainId, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { Network } from '#/features/wallet/network-types.ts'
import { RpcError } from './rpc-error.ts'
import { resultIn } from './rpc-reply.ts'

/**
 * Options for queries that read nodes: these are other hosts and stay reachable while our origin is
 * down.
 */
export const NODE_QUERY = { networkMode: 'always' } as const

/** Longer than any healthy network takes, and short enough for a waiting member. */
const TIMEOUT_MS = 10_000

type Node = Pick<Network, 'rpcUrl'>

const clients = new Map<string, Client>()
let lastId = 0

/**
 * Returns viem's client for a network. Balances, `eth_call` and gas estimates use its typed
 * `request`, because viem's own actions add multicall and offchain lookups, 22 kB of the wallet's
 * budget.
 */
export function nodeOf({ rpcUrl }: Node): Client {
  const client =
    clients.get(rpcUrl) ?? createClient({ transport: transportTo(rpcUrl), cacheTime: 0 })
  clients.set(rpcUrl, client)
  return client
}

/**
 * Does not use viem's `createTransport`, which retries and wraps the node's error. That error
 * decides whether a transfer may have been sent.
 */
function transportTo(rpcUrl: string): Transport {
  const request = async ({ method, params }: { method: string; params?: unknown }) =>
    send(rpcUrl, { method, params: Array.isArray(params) ? params : [] })
  return () => ({
    // `resultIn` checks the shape of the result; the cast only names viem's type.
    config: { key: 'node', name: 'Node', type: 'node', request: request as Client['request'] },
    request: request as Client['request'],
  })
}

type Call = { method: string; params: readonly unknown[] }

async function send(url: string, { method, params }: Call): Promise<unknown> {
  lastId += 1
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return resultIn(await response.json(), { method, params }, response.ok)
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new RpcError(isSlow ? 'slow' : 'unreachable', '', { cause })
  }
}

/** Checks before signing that the URL leads to the expected chain. */
export async function expectChain(network: Pick<Network, 'rpcUrl' | 'chainId'>): Promise<void> {
  const answered = await getChainId(nodeOf(network))
  if (answered !== network.chainId) throw new RpcError('wrong-chain', String(answered))
}

/** Returns undefined if the network does not know the transaction. */
export async function findTransaction(node: Node, hash: string): Promise<Transaction | undefined> {
  try {
    return await getTransaction(nodeOf(node), { hash: asHex(hash) })
  } catch (cause) {
    if (cause instanceof TransactionNotFoundError) return undefined
    throw cause
  }
}

/** Returns undefined until the transaction is in a block. */
export async function findReceipt(
  node: Node,
  hash: string,
): Promise<TransactionReceipt | undefined> {
  try {
    return await getTransactionReceipt(nodeOf(node), { hash: asHex(hash) })
  } catch (cause) {
    if (cause instanceof TransactionReceiptNotFoundError) return undefined
    throw cause
  }
}

/** Narrows an address or a hash, which is a plain string elsewhere, to `Hex`. */
export function asHex(text: string): Hex {
  if (isHex(text, { strict: false })) return text
  throw new TypeError(`Not hexadecimal: ${text}`)
}
