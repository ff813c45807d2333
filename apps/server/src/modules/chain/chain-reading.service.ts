import { z } from 'zod'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import { listOf } from '#/platform/process/untrusted-list.ts'

/** Responses of nodes are untrusted input and are only read through these schemas. */
const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const lower = hex.transform((text) => text.toLowerCase())
/** EVM values are at most 32 bytes, and parsing a number with a million digits takes seconds. */
const word = z.string().max(66).pipe(hex)
const number = word.transform(Number).pipe(z.int().min(0))
const big = word.transform((text) => BigInt(text === '0x' ? '0x0' : text))
/** Reads the first word of a contract's response and ignores the rest. */
const firstWord = z
  .string()
  .transform((text) => text.slice(0, 66))
  .pipe(big)

const logSchema = z.object({
  address: lower,
  topics: listOf(lower),
  data: lower,
  blockNumber: number,
  blockHash: lower,
  transactionHash: lower,
  logIndex: number,
})

const receiptSchema = z.object({
  transactionHash: lower,
  blockNumber: number,
  blockHash: lower,
  status: number,
  gasUsed: big,
  cumulativeGasUsed: big,
  effectiveGasPrice: big.optional(),
  contractAddress: lower.nullish(),
  logs: listOf(logSchema),
})

const transactionSchema = z.object({
  hash: lower,
  blockHash: lower.nullable(),
  blockNumber: number.nullish(),
  from: lower,
  to: lower.nullable(),
  value: big,
  nonce: number,
  gas: big,
  input: lower,
})

const headerSchema = z.object({ number, hash: lower, parentHash: lower, timestamp: number })
const blockSchema = headerSchema.extend({ transactions: listOf(lower) })
const fullBlockSchema = headerSchema.extend({ transactions: listOf(transactionSchema) })

export type Log = z.output<typeof logSchema>
export type Transaction = z.output<typeof transactionSchema>
export type Receipt = z.output<typeof receiptSchema>

async function callRpc<Schema extends z.ZodType>(
  node: ChainNode,
  schema: Schema,
  method: string,
  params: readonly unknown[],
): Promise<z.output<Schema>> {
  const read = schema.safeParse(await node.call(method, params))
  if (!read.success) throw new ChainError(`Invalid response to ${method}`, { cause: read.error })
  return read.data
}

export const quantity = (value: number): string => `0x${value.toString(16)}`

export const readChainId = (node: ChainNode) => callRpc(node, number, 'eth_chainId', [])
export const readHeadNumber = (node: ChainNode) => callRpc(node, number, 'eth_blockNumber', [])

export const readReceipt = (node: ChainNode, txHash: string) =>
  callRpc(node, receiptSchema.nullable(), 'eth_getTransactionReceipt', [txHash])

export const readTransaction = (node: ChainNode, txHash: string) =>
  callRpc(node, transactionSchema.nullable(), 'eth_getTransactionByHash', [txHash])

export const readBlock = (node: ChainNode, at: number | 'latest') =>
  callRpc(node, blockSchema.nullable(), 'eth_getBlockByNumber', [atText(at), false])

export const readFullBlock = (node: ChainNode, at: number) =>
  callRpc(node, fullBlockSchema.nullable(), 'eth_getBlockByNumber', [atText(at), true])

export const readLogs = (node: ChainNode, filter: object) =>
  callRpc(node, listOf(logSchema), 'eth_getLogs', [filter])

export const readBalance = (node: ChainNode, address: string, at: number | 'latest' = 'latest') =>
  callRpc(node, big, 'eth_getBalance', [address, atText(at)])

export const readTip = (node: ChainNode) => callRpc(node, big, 'eth_maxPriorityFeePerGas', [])

/** Estimates the gas of a transaction; rejects if the transaction would fail. */
export function readGas(
  node: ChainNode,
  { from, to, value, data }: { from: string; to: string | undefined; value: bigint; data: string },
): Promise<bigint> {
  return callRpc(node, big, 'eth_estimateGas', [
    { from, to, value: `0x${value.toString(16)}`, data },
  ])
}

export const readGasPrice = (node: ChainNode) => callRpc(node, big, 'eth_gasPrice', [])

/** Returns how many transactions of this address the chain contains up to a block. */
export const readCount = (node: ChainNode, address: string, at: number) =>
  callRpc(node, number, 'eth_getTransactionCount', [address, quantity(at)])

const BALANCE_OF = '0x70a08231'

/**
 * Returns the token balance of an address. An address without a contract returns empty data, which
 * reads as zero.
 */
export function readTokenBalance(
  node: ChainNode,
  token: string,
  owner: string,
  at: number | 'latest' = 'latest',
): Promise<bigint> {
  const data = `${BALANCE_OF}${wordOf(owner)}`
  return callRpc(node, firstWord, 'eth_call', [{ to: token, data }, atText(at)])
}

/** Returns the first word that a call of a contract returns. */
export const readWord = (node: ChainNode, contract: string, data: string): Promise<bigint> =>
  callRpc(node, firstWord, 'eth_call', [{ to: contract, data }, 'latest'])

/** Returns the text that a call of a contract returns; rejects as a revert if it returns none. */
export async function readText(node: ChainNode, contract: string, data: string): Promise<string> {
  const result = await callRpc(node, hex, 'eth_call', [{ to: contract, data }, 'latest'])
  const text = textIn(Buffer.from(result.slice(2), 'hex'))
  if (text !== undefined) return text
  const error = new ChainError('The contract returned no text')
  error.isRevert = true
  throw error
}

const WORD_BYTES = 32
/** Longer than the name of any token. */
const TEXT_BYTES_MAX = 256

/** A text is encoded as its place, its length and its bytes. */
function textIn(bytes: Buffer): string | undefined {
  if (bytes.length < 2 * WORD_BYTES) return undefined
  const length = BigInt(`0x${bytes.subarray(WORD_BYTES, 2 * WORD_BYTES).toString('hex')}`)
  const isHere = bytes.subarray(0, WORD_BYTES).readBigUInt64BE(24) === BigInt(WORD_BYTES)
  if (!isHere || length > TEXT_BYTES_MAX || bytes.length < 2 * WORD_BYTES + Number(length)) {
    return undefined
  }
  return bytes.subarray(2 * WORD_BYTES, 2 * WORD_BYTES + Number(length)).toString('utf8')
}

/** Returns the code at an address, which is `0x` if there is no contract. */
export const readCode = (node: ChainNode, address: string): Promise<string> =>
  callRpc(node, lower, 'eth_getCode', [address, 'latest'])

export async function readBaseFee(node: ChainNode): Promise<bigint> {
  const schema = z.object({ baseFeePerGas: listOf(big).refine((fees) => fees.length > 0) })
  const { baseFeePerGas } = await callRpc(node, schema, 'eth_feeHistory', ['0x1', 'latest', []])
  return baseFeePerGas.at(-1) ?? 0n
}

function atText(at: number | 'latest'): string {
  return at === 'latest' ? at : quantity(at)
}

export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

export const topicOf = (address: string): string => `0x${wordOf(address)}`

export type TokenTransfer = {
  contract: string
  from: string
  to: string
  value: bigint
  logIndex: number
}

/**
 * Returns the ERC-20 transfer of a log, if it is one. An NFT transfer has the same topic but one
 * more indexed field.
 */
export function tokenTransferIn(log: Log): TokenTransfer | undefined {
  const [topic, from = '', to = '', ...more] = log.topics
  if (topic !== TRANSFER_TOPIC || log.topics.length !== 3 || more.length > 0) return undefined
  if (log.data.length !== 66) return undefined
  return {
    contract: log.address,
    from: `0x${from.slice(26)}`,
    to: `0x${to.slice(26)}`,
    value: BigInt(log.data),
    logIndex: log.logIndex,
  }
}
