import type { Network } from './networks.ts'

/** Why a network did not do what it was asked. */
export type RpcProblem =
  /** Nobody answers, or something that does not speak for the network. */
  | 'unreachable'
  /** Somebody answers too late. */
  | 'slow'
  /** Another chain answers at this address. */
  | 'wrong-chain'
  /** It answered that it cannot, or with nothing. */
  | 'refused'

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly problem: RpcProblem
  /** The network's own words, in English. */
  readonly detail: string
  /** Whether the node itself said so: a proper error, not one of something in between. */
  readonly isNodesWord: boolean
  /** The code of such an error. */
  readonly code: number | undefined

  constructor(
    problem: RpcProblem,
    detail = '',
    { code, ...options }: ErrorOptions & { code?: number | undefined } = {},
  ) {
    super(`RPC ${problem}${detail && `: ${detail}`}`, options)
    this.problem = problem
    this.detail = detail
    this.code = code
    this.isNodesWord = code !== undefined
  }
}

type RpcReply = { result?: unknown; error?: { code?: number; message?: string }; isOk: boolean }

/** For queries that read nodes: these are other hosts and stay readable while our origin is down. */
export const NODE_QUERY = { networkMode: 'always' } as const

/** Longer than any healthy network takes, shorter than anybody waits. */
const PATIENCE_MS = 10_000

const DETAIL_MAX_LENGTH = 500

let lastId = 0

async function send(url: string, method: string, params: readonly unknown[]): Promise<RpcReply> {
  lastId += 1
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return readReply(await response.json(), response.ok)
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new RpcError(isSlow ? 'slow' : 'unreachable', '', { cause })
  }
}

/** A gateway's page of regret is no answer of the network, whatever it is written in. */
function readReply(body: unknown, isOk: boolean): RpcReply {
  if (typeof body !== 'object' || body === null) throw new RpcError('unreachable')
  const { result, error } = body as { result?: unknown; error?: unknown } // Looked at part by part.
  if (isError(error)) return { error, isOk }
  // Some nodes say of every answer that there was no error.
  const isFailed = error !== undefined && error !== null
  if (!isOk || isFailed || !('result' in body)) throw new RpcError('unreachable')
  return { result, isOk }
}

function isError(error: unknown): error is RpcReply['error'] & object {
  if (typeof error !== 'object' || error === null) return false
  return !('message' in error) || typeof error.message === 'string'
}

/** An error and a missing result are both failures. */
export async function rpc<Result>(
  { rpcUrl }: Pick<Network, 'rpcUrl'>,
  method: string,
  params: readonly unknown[] = [],
): Promise<Result> {
  const result = await rpcMaybe<Result>({ rpcUrl }, method, params)
  if (result === undefined) throw new RpcError('refused', `${method} answered nothing`)
  return result
}

/** For what may not be there yet, such as the receipt of a transaction that waits. */
export async function rpcMaybe<Result>(
  { rpcUrl }: Pick<Network, 'rpcUrl'>,
  method: string,
  params: readonly unknown[] = [],
): Promise<Result | undefined> {
  const { result, error, isOk } = await send(rpcUrl, method, params)
  if (error) {
    const code = isOk && typeof error.code === 'number' ? error.code : undefined
    // Contracts choose the words of their reverts, and nodes repeat them.
    throw new RpcError('refused', error.message?.slice(0, DETAIL_MAX_LENGTH) ?? '', { code })
  }
  return (result ?? undefined) as Result | undefined // Each method's own shape, named by its caller.
}

/** Before anything is signed: the address must lead to the chain it was given for. */
export async function expectChain(network: Pick<Network, 'rpcUrl' | 'chainId'>): Promise<void> {
  const answered = Number(await rpc<string>(network, 'eth_chainId'))
  if (answered !== network.chainId) throw new RpcError('wrong-chain', String(answered))
}

export type RpcTransaction = {
  hash: `0x${string}`
  from: string
  to: string | null
  value: string
  input: `0x${string}`
  nonce: string
  gas: string
  gasPrice?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
  blockNumber: string | null
}

export type RpcReceipt = {
  status: string
  blockNumber: string
  gasUsed: string
  effectiveGasPrice?: string
  logs: { address: string; topics: string[]; data: string }[]
}

export type RpcBlock = { number: string; timestamp: string; baseFeePerGas?: string }

export function toHex(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`
}
