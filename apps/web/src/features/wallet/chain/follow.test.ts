import { getBlockNumber } from 'viem/actions'
import { afterEach, expect, test, vi } from 'vitest'
import { progressOf, readProgress } from './follow.ts'
import { toNetwork } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { expectChain, nodeOf } from './rpc.ts'

const network = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node', confirmations: 3 })
const sent = { hash: '0xh', from: '0xf', nonce: 4 } as const

const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const transaction = {
  hash: sent.hash,
  from: ADDRESS,
  to: ADDRESS,
  value: '0x5',
  nonce: '0x4',
  gas: '0x5208',
  input: '0x',
}
const receipt = {
  transactionHash: sent.hash,
  status: '0x1',
  blockNumber: '0x64',
  gasUsed: '0x5208',
  logs: [],
}

type Handler = (params: unknown[]) => unknown
const isHandler = (given: unknown): given is Handler => typeof given === 'function'

/** Stubs `fetch` with a node that returns the given response for each method. */
function aNode(answers: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    const given = answers[method]
    const answer: unknown = isHandler(given) ? given(params) : given
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer
    return new Response(JSON.stringify(answer ?? { result: null }))
  })
}

afterEach(() => vi.unstubAllGlobals())

test('treats a receipt as final after the number of blocks that the network requires', () => {
  const receipt = { status: 'success', blockNumber: 100n } as const
  expect(progressOf(receipt, 100n, network)).toEqual({
    kind: 'confirming',
    confirmations: 1,
    needed: 3,
  })
  expect(progressOf(receipt, 101n, network)).toMatchObject({ confirmations: 2 })
  expect(progressOf(receipt, 102n, network)).toEqual({ kind: 'done' })
  expect(progressOf({ ...receipt, status: 'reverted' }, 102n, network)).toEqual({ kind: 'failed' })
  // The failure is reported immediately but is not final yet.
  expect(progressOf({ ...receipt, status: 'reverted' }, 100n, network)).toMatchObject({
    kind: 'confirming',
    isFailing: true,
  })
})

test('returns a transaction to waiting and flags it when its block is reorganised', async () => {
  aNode({ eth_getTransactionByHash: { result: transaction } })
  const was = { kind: 'confirming', confirmations: 1, needed: 3 } as const

  await expect(readProgress(network, sent, was)).resolves.toEqual({
    kind: 'waiting',
    wasReorged: true,
  })
  await expect(readProgress(network, sent, undefined)).resolves.toEqual({
    kind: 'waiting',
    wasReorged: false,
  })
})

test('reports a transaction as lost if the network does not know it and its nonce is unused', async () => {
  aNode({ eth_getTransactionCount: { result: '0x4' } })

  await expect(readProgress(network, sent, undefined)).resolves.toMatchObject({ kind: 'lost' })
})

test('treats a replacement as final once it has the confirmations that a receipt needs', async () => {
  const blockTags: unknown[] = []
  const usedSince = (block: bigint) => (params: unknown[]) => {
    blockTags.push(params[1])
    const at = params[1] === 'latest' ? 0x64n : BigInt(String(params[1]))
    return { result: at >= block ? '0x5' : '0x4' }
  }
  aNode({ eth_blockNumber: { result: '0x64' }, eth_getTransactionCount: usedSince(0x63n) })
  await expect(readProgress(network, sent, undefined)).resolves.toEqual({
    kind: 'replaced',
    isFinal: false,
  })

  aNode({ eth_blockNumber: { result: '0x64' }, eth_getTransactionCount: usedSince(0x62n) })
  await expect(readProgress(network, sent, undefined)).resolves.toEqual({
    kind: 'replaced',
    isFinal: true,
  })
  expect(blockTags).toEqual(['latest', '0x62', 'latest', '0x62'])
})

test('does not report a transaction as replaced if its block arrives between two requests', async () => {
  let reads = 0
  aNode({
    eth_blockNumber: { result: '0x64' },
    eth_getTransactionCount: { result: '0x5' },
    eth_getTransactionReceipt: () => {
      reads += 1
      return { result: reads === 1 ? null : receipt }
    },
  })

  await expect(readProgress(network, sent, undefined)).resolves.toMatchObject({
    kind: 'confirming',
  })
})

test.each([
  ['an error', { error: { message: 'execution reverted' } }, 'refused'],
  ['no result', { result: null }, 'refused'],
  ['no answer', new TypeError('failed to fetch'), 'unreachable'],
  ['a late response', new DOMException('slow', 'TimeoutError'), 'slow'],
  ['an HTML error page', new Response('<h1>Bad gateway</h1>', { status: 502 }), 'unreachable'],
  ['a JSON error body', Response.json({ message: 'busy' }, { status: 503 }), 'unreachable'],
  [
    'a result with an error status',
    Response.json({ result: '0x1' }, { status: 500 }),
    'unreachable',
  ],
  ['an empty response', {}, 'unreachable'],
  ['an error that is a string', { error: 'busy' }, 'unreachable'],
  ['a response of another shape', { result: { height: 7 } }, 'unreachable'],
  ['a result that is not a number', { result: 'seven' }, 'unreachable'],
])('treats %s of a network as a failure', async (_, answer, problem) => {
  aNode({ eth_blockNumber: answer })

  const failed = getBlockNumber(nodeOf(network))

  await expect(failed).rejects.toBeInstanceOf(RpcError)
  await expect(failed).rejects.toMatchObject({ problem })
})

test('refuses a node of another chain before anything is signed', async () => {
  aNode({ eth_chainId: { result: '0x1' } })

  await expect(expectChain(network)).rejects.toMatchObject({ problem: 'wrong-chain' })
})
