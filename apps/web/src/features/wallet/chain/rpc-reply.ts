import { RpcError } from './rpc-error.ts'

const DETAIL_MAX_LENGTH = 500

const isText = (form: RegExp) => (result: unknown) =>
  typeof result === 'string' && form.test(result)
const isQuantity = isText(/^0x[0-9a-f]{1,64}$/i)
const isData = isText(/^0x(?:[0-9a-f]{2})*$/i)
const isAddress = isText(/^0x[0-9a-f]{40}$/i)

type Check = (part: unknown) => boolean

const isMissing: Check = (part) => part === undefined || part === null
const optional =
  (isRight: Check): Check =>
  (part) =>
    isMissing(part) || isRight(part)
const isListOf =
  (isRight: Check): Check =>
  (part) =>
    Array.isArray(part) && part.every(isRight)
const isSameHash =
  (hash: unknown): Check =>
  (part) =>
    typeof part === 'string' &&
    typeof hash === 'string' &&
    part.toLowerCase() === hash.toLowerCase()
const hasFields =
  (parts: Record<string, Check>): Check =>
  (result) =>
    isObject(result) && Object.entries(parts).every(([name, isRight]) => isRight(result[name]))

const isLog = hasFields({ address: isAddress, topics: isListOf(isData), data: isData })

/** The expected shape of each result. viem formats results but does not validate them. */
const SHAPES: Record<string, (result: unknown, params: readonly unknown[]) => boolean> = {
  eth_blockNumber: isQuantity,
  eth_call: isData,
  eth_chainId: isQuantity,
  eth_estimateGas: isQuantity,
  eth_gasPrice: isQuantity,
  eth_getBalance: isQuantity,
  eth_getBlockByNumber: hasFields({ timestamp: isQuantity }),
  eth_getCode: isData,
  eth_getTransactionByHash: (result, [hash]) =>
    hasFields({
      hash: isSameHash(hash),
      from: isAddress,
      // A transaction that creates a contract has no recipient.
      to: optional(isAddress),
      value: isQuantity,
      nonce: isQuantity,
      gas: isQuantity,
      gasPrice: optional(isQuantity),
      input: isData,
      blockNumber: optional(isQuantity),
    })(result),
  eth_getTransactionCount: isQuantity,
  eth_getTransactionReceipt: (result, [hash]) =>
    hasFields({
      transactionHash: isSameHash(hash),
      status: isText(/^0x[01]$/),
      blockNumber: isQuantity,
      gasUsed: isQuantity,
      effectiveGasPrice: optional(isQuantity),
      logs: isListOf(isLog),
    })(result),
}

/** Nodes return null from these methods for an unknown transaction. */
const NULLABLE_METHODS = new Set(['eth_getTransactionByHash', 'eth_getTransactionReceipt'])

type Call = { method: string; params: readonly unknown[] }

/** Extracts the result from a node's reply. It is null only for an unknown transaction. */
export function resultIn(body: unknown, { method, params }: Call, isOk: boolean): unknown {
  if (!isObject(body)) throw new RpcError('unreachable')
  const { result, error } = body
  if (isError(error)) {
    const code = isOk && typeof error.code === 'number' ? error.code : undefined
    // Contracts choose the text of their reverts and nodes repeat it, so limit its length.
    throw new RpcError('refused', error.message?.slice(0, DETAIL_MAX_LENGTH) ?? '', { code })
  }
  // Some nodes add `error: null` to every response. A gateway's error page is not a response of the
  // network.
  if (!isOk || (error !== undefined && error !== null) || !('result' in body)) {
    throw new RpcError('unreachable')
  }
  if (isMissing(result)) {
    if (NULLABLE_METHODS.has(method)) return null
    throw new RpcError('refused', `${method} answered nothing`)
  }
  if (SHAPES[method]?.(result, params) === false) {
    throw new RpcError('unreachable', `Unexpected result of ${method}`)
  }
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isError(error: unknown): error is { code?: unknown; message?: string } {
  if (!isObject(error)) return false
  return !('message' in error) || typeof error['message'] === 'string'
}
