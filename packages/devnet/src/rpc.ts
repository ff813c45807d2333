import { RpcError } from './engine.ts'
import type { LocalChain } from './chain.ts'
import { simulate } from './simulate.ts'

/** Lists the methods of a public node. Only a signed transaction can change a chain. */
const METHODS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'net_version',
  'web3_clientVersion',
])
const BATCH_MAX = 50

/** Faults that tests of RPC clients can inject. */
export type RpcFault =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; code: number; message: string }
  /** Replaces fields of a correct result. */
  | { kind: 'lie'; change: Record<string, unknown> }
  | { kind: 'slow'; delayMs: number }
  /** Responds with this HTTP status and no JSON. */
  | { kind: 'down'; status: number }

class NodeDownError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The node responded with status ${status}`)
    this.status = status
  }
}

/** A node in front of a chain that validates requests and injects faults for tests. */
export type RpcNode = {
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Handles a JSON-RPC 2.0 body, single or batch; throws only when the node is down. */
  answer: (body: unknown) => Promise<unknown>
  /** `*` matches every method. */
  setFault: (method: string, fault: RpcFault | undefined) => void
  clearFaults: () => void
}

export function rpcNode(chain: Pick<LocalChain, 'call'>): RpcNode {
  const run: LocalChain['call'] = (method, params) =>
    method === 'eth_simulateV1' ? simulate(chain, params) : chain.call(method, params)
  const faults = new Map<string, RpcFault>()

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!METHODS.has(method)) throw new RpcError(-32_601, `The method ${method} does not exist`)
    const fault = faults.get(method) ?? faults.get('*')
    if (!fault) return run(method, params)
    switch (fault.kind) {
      case 'result':
        return fault.result
      case 'error':
        throw new RpcError(fault.code, fault.message)
      case 'lie': {
        const result = await run(method, params)
        return typeof result === 'object' && result !== null
          ? { ...result, ...fault.change }
          : result
      }
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, fault.delayMs).unref())
        return run(method, params)
      case 'down':
        throw new NodeDownError(fault.status)
    }
  }

  async function handleOneRequest(request: unknown): Promise<object> {
    const parsed = requestOf(request)
    if (!parsed) return failure(null, new RpcError(-32_600, 'Invalid request'))
    try {
      const result = await call(parsed.method, parsed.params)
      return { jsonrpc: '2.0', id: parsed.id, result }
    } catch (error) {
      if (error instanceof RpcError) return failure(parsed.id, error)
      throw error
    }
  }

  return {
    call,
    answer: async (body) => {
      if (!Array.isArray(body)) return handleOneRequest(body)
      if (body.length === 0 || body.length > BATCH_MAX) {
        return failure(
          null,
          new RpcError(-32_600, `A batch must contain 1 to ${BATCH_MAX} requests`),
        )
      }
      return Promise.all(body.map(handleOneRequest))
    },
    setFault: (method, fault) => {
      if (fault) faults.set(method, fault)
      else faults.delete(method)
    },
    clearFaults: () => faults.clear(),
  }
}

type ParsedRequest = { id: string | number | null; method: string; params: readonly unknown[] }

function requestOf(request: unknown): ParsedRequest | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const { id = null, method, params = [] } = request as Partial<Record<string, unknown>>
  if (typeof method !== 'string' || !Array.isArray(params)) return undefined
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') return undefined
  return { id, method, params }
}

function failure(id: ParsedRequest['id'], { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}
