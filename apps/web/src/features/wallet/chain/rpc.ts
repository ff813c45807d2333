import {
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  createClient,
  isHex,
} from 'viem'
import type { Client, Hex, Transaction, TransactionReceipt, Transport } from 'viem'
import { getChainId, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { Network } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { resultIn } from './rpc-reply.ts'

/** For queries that read nodes: these are other hosts and stay readable while our origin is down. */
export const NODE_QUERY = { networkMode: 'always' } as const

/** Longer than any healthy network takes, shorter than anybody waits. */
const PATIENCE_MS = 10_000

type Node = Pick<Network, 'rpcUrl'>

const clients = new Map<string, Client>()
let lastId = 0

/**
 * viem's client for a network. Balances, `eth_call` and gas estimates go through its typed `request`:
 * viem's own actions for them bring multicall and offchain lookups, 22 kB of the wallet's budget.
 */
export function nodeOf({ rpcUrl }: Node): Client {
  const client =
    clients.get(rpcUrl) ?? createClient({ transport: transportTo(rpcUrl), cacheTime: 0 })
  clients.set(rpcUrl, client)
  return client
}

/**
 * Not made with viem's `createTransport`: that retries, and wraps the node's error, which decides
 * whether a transfer may have been sent.
 */
function transportTo(rpcUrl: string): Transport {
  const request = async ({ method, params }: { method: string; params?: unknown }) =>
    send(rpcUrl, { method, params: Array.isArray(params) ? params : [] })
  return () => ({
    // The result has the shape of its method, which `resultIn` checks; viem's types name it.
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
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return resultIn(await response.json(), { method, params }, response.ok)
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new RpcError(isSlow ? 'slow' : 'unreachable', '', { cause })
  }
}

/** Before anything is signed: the address must lead to the chain it was given for. */
export async function expectChain(network: Pick<Network, 'rpcUrl' | 'chainId'>): Promise<void> {
  const answered = await getChainId(nodeOf(network))
  if (answered !== network.chainId) throw new RpcError('wrong-chain', String(answered))
}

/** Undefined where the network does not know the transaction. */
export async function findTransaction(node: Node, hash: string): Promise<Transaction | undefined> {
  try {
    return await getTransaction(nodeOf(node), { hash: asHex(hash) })
  } catch (cause) {
    if (cause instanceof TransactionNotFoundError) return undefined
    throw cause
  }
}

/** Undefined as long as the transaction is in no block. */
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

/** For addresses and hashes, which are plain text elsewhere. */
export function asHex(text: string): Hex {
  if (isHex(text, { strict: false })) return text
  throw new TypeError(`Not in hexadecimal: ${text}`)
}
