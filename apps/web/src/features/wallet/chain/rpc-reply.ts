import { RpcError } from './rpc-error.ts'

const DETAIL_MAX_LENGTH = 500

const isText = (form: RegExp) => (result: unknown) =>
  typeof result === 'string' && form.test(result)
const isQuantity = isText(/^0x[0-9a-f]{1,64}$/i)
const isData = isText(/^0x(?:[0-9a-f]{2})*$/i)

const hasParts =
  (parts: Record<string, (part: unknown) => boolean>) =>
  (result: unknown): boolean =>
    isObject(result) && Object.entries(parts).every(([name, isRight]) => isRight(result[name]))

/** The shape of each answer that is read. viem formats answers, and does not check them. */
const SHAPES: Record<string, (result: unknown) => boolean> = {
  eth_blockNumber: isQuantity,
  eth_call: isData,
  eth_chainId: isQuantity,
  eth_estimateGas: isQuantity,
  eth_gasPrice: isQuantity,
  eth_getBalance: isQuantity,
  eth_getBlockByNumber: hasParts({ timestamp: isQuantity }),
  eth_getCode: isData,
  eth_getTransactionByHash: isObject,
  eth_getTransactionCount: isQuantity,
  eth_getTransactionReceipt: hasParts({ status: isText(/^0x[01]$/), blockNumber: isQuantity }),
}

/** What a network may not know yet, or not any more. */
const MAY_BE_MISSING = new Set(['eth_getTransactionByHash', 'eth_getTransactionReceipt'])

/** The result in a node's reply; null only for what may be missing. */
export function resultIn(body: unknown, method: string, isOk: boolean): unknown {
  if (!isObject(body)) throw new RpcError('unreachable')
  const { result, error } = body
  if (isError(error)) {
    const code = isOk && typeof error.code === 'number' ? error.code : undefined
    // Contracts choose the words of their reverts, and nodes repeat them.
    throw new RpcError('refused', error.message?.slice(0, DETAIL_MAX_LENGTH) ?? '', { code })
  }
  // Some nodes add `error: null` to every answer. A gateway's error page is no answer of the network.
  if (!isOk || (error !== undefined && error !== null) || !('result' in body)) {
    throw new RpcError('unreachable')
  }
  if (result === undefined || result === null) {
    if (MAY_BE_MISSING.has(method)) return null
    throw new RpcError('refused', `${method} answered nothing`)
  }
  if (SHAPES[method]?.(result) === false) {
    throw new RpcError('unreachable', `${method} answered something else`)
  }
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isError(error: unknown): error is { code?: unknown; message?: string } {
  if (!isObject(error)) return false
  return !('message' in error) || typeof error.message === 'string'
}
