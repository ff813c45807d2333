import { RpcError } from './engine.ts'
import type { LocalChain } from './chain.ts'

/** The address with which `traceTransfers` reports transfers of the coin, as the method defines. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Log = { address: string; topics: string[]; data: string }

/** A frame of the engine's call tracer. */
type Frame = {
  type: string
  from: string
  to?: string
  value?: string
  gasUsed: string
  output?: string
  error?: string
  logs?: (Log & { position?: string })[]
  calls?: Frame[]
}

/** Only these frames move the coin; a delegate call repeats the value of its caller. */
const MOVES_COIN: ReadonlySet<string> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * Answers `eth_simulateV1` for one call, which is what a wallet simulates before a signature. The
 * engine does not have the method, so its call tracer provides the logs and the transfers.
 */
export async function simulate(
  chain: Pick<LocalChain, 'call'>,
  params: readonly unknown[],
): Promise<unknown> {
  const { call, traceTransfers } = requestIn(params[0])
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const frame = (await chain.call('debug_traceCall', [call, params[1] ?? 'latest', tracer])) as
    | Frame // The result of the method with this tracer.
    | undefined
  if (!frame) throw new RpcError(-32_603, 'The engine returned no trace')
  const returned = { returnData: frame.output ?? '0x', gasUsed: frame.gasUsed }
  if (frame.error !== undefined) {
    const error = { code: 3, message: frame.error, data: returned.returnData }
    return [{ calls: [{ ...returned, logs: [], status: '0x0', error }] }]
  }
  const logs = logsIn(frame, traceTransfers).map(({ address, topics, data }, at) => ({
    address,
    topics,
    data,
    logIndex: `0x${at.toString(16)}`,
  }))
  return [{ calls: [{ ...returned, logs, status: '0x1' }] }]
}

function requestIn(payload: unknown): {
  call: unknown
  traceTransfers: boolean
} {
  const { blockStateCalls, traceTransfers } = fieldsOf(payload)
  const [block, ...blocks] = listOf(blockStateCalls)
  const { calls } = fieldsOf(block)
  const [call, ...others] = listOf(calls)
  if (call === undefined || blocks.length > 0 || others.length > 0) {
    throw new RpcError(-32_602, 'This node simulates exactly one call')
  }
  return { call, traceTransfers: traceTransfers === true }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Lists the logs in the order of their execution. The logs of a failed frame are undone. */
function logsIn(frame: Frame, traceTransfers: boolean): Log[] {
  if (frame.error !== undefined) return []
  const { logs = [], calls = [] } = frame
  const ordered: Log[] = traceTransfers ? coinLogsOf(frame) : []
  for (let position = 0; position <= calls.length; position += 1) {
    ordered.push(...logs.filter((log) => Number(log.position ?? calls.length) === position))
    const inner = calls[position]
    if (inner) ordered.push(...logsIn(inner, traceTransfers))
  }
  return ordered
}

function coinLogsOf({ type, from, to, value = '0x0' }: Frame): Log[] {
  if (to === undefined || BigInt(value) === 0n || !MOVES_COIN.has(type)) return []
  const data = `0x${BigInt(value).toString(16).padStart(64, '0')}`
  return [
    {
      address: COIN,
      topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to)],
      data,
    },
  ]
}

function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
