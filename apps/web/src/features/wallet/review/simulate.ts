import { numberToHex } from 'viem'
import type { Hex } from 'viem'
import type { SimulatedLog } from '@solstice/rules/signing/simulated-effects'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { RpcError } from '#/features/wallet/chain/rpc-error.ts'
import { asHex, nodeOf } from '#/features/wallet/chain/rpc.ts'

/** A transaction before it is signed. `to` is null for the creation of a contract. */
export type ReviewedTransaction = {
  from: string
  to: string | null
  value: bigint
  data: Hex
  /** Set if the gas is fixed already; otherwise the node uses as much as needed. */
  gas?: bigint
}

export type Simulation =
  | { kind: 'simulated'; logs: readonly SimulatedLog[] }
  /** The network's reason; empty if it gives none. */
  | { kind: 'fails'; reason: string }
  /** The node cannot simulate, although it would accept the call. */
  | { kind: 'not-simulated' }

/** The errors that `eth_simulateV1` defines for a transaction that can never be included. */
const isInvalid = ({ code }: RpcError) => code !== undefined && code <= -38_000 && code >= -38_100

/**
 * Runs a transaction on the node that would receive it. A node without `eth_simulateV1` only tells
 * whether the transaction would fail. Throws if the node does not answer, because no answer says
 * nothing about the transaction.
 */
export async function simulate(
  network: Network,
  { from, to, value, data, gas }: ReviewedTransaction,
): Promise<Simulation> {
  const call = {
    from: asHex(from),
    ...(to !== null && { to: asHex(to) }),
    value: numberToHex(value),
    ...(data !== '0x' && { data }),
    ...(gas !== undefined && { gas: numberToHex(gas) }),
  }
  const node = nodeOf(network)
  try {
    const request = {
      blockStateCalls: [{ calls: [call] }],
      traceTransfers: true,
    }
    // viem formats the arguments of this method only in an action that the app does not load.
    const answered: unknown = await node.request({
      method: 'eth_simulateV1',
      params: [request, 'latest'],
    })
    const result = resultIn(answered)
    if (result) return result
  } catch (cause) {
    if (!isRefused(cause)) throw cause
    if (isInvalid(cause)) return { kind: 'fails', reason: cause.detail }
  }
  try {
    await node.request({ method: 'eth_call', params: [call, 'latest'] })
    return { kind: 'not-simulated' }
  } catch (cause) {
    if (!isRefused(cause)) throw cause
    return { kind: 'fails', reason: cause.detail }
  }
}

const isRefused = (cause: unknown): cause is RpcError =>
  cause instanceof RpcError && cause.problem === 'refused'

const REASON_MAX = 300
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isData = (value: unknown): value is string =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)

/** Returns undefined for a reply of another form, which counts as no simulation. */
function resultIn(answered: unknown): Simulation | undefined {
  const [block] = Array.isArray(answered) ? (answered as unknown[]) : []
  const calls =
    isObject(block) && Array.isArray(block['calls']) ? (block['calls'] as unknown[]) : []
  const [call] = calls
  if (calls.length !== 1 || !isObject(call)) return undefined
  const { status, logs, error } = call
  if (status === '0x0') {
    const message = isObject(error) ? error['message'] : ''
    return {
      kind: 'fails',
      reason: typeof message === 'string' ? message.slice(0, REASON_MAX) : '',
    }
  }
  if (status !== '0x1' || !Array.isArray(logs)) return undefined
  const read = (logs as unknown[]).flatMap((log) => (isLog(log) ? [log] : []))
  return read.length === logs.length ? { kind: 'simulated', logs: read } : undefined
}

function isLog(log: unknown): log is SimulatedLog {
  if (!isObject(log)) return false
  const { address, topics, data } = log
  return isData(address) && isData(data) && Array.isArray(topics) && topics.every(isData)
}
