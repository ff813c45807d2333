import { afterEach, expect, test, vi } from 'vitest'
import { progressOf, readProgress } from './follow.ts'
import { toNetwork } from './networks.ts'
import { RpcError, expectChain, rpc } from './rpc.ts'

const network = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node', confirmations: 3 })
const sent = { hash: '0xh', from: '0xf', nonce: 4 } as const

/** A node at the other end of fetch: what each method answers. */
function aNode(answers: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string }
    const answer = answers[method]
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer ?? { result: null }))
  })
}

afterEach(() => vi.unstubAllGlobals())

test('a receipt is final after as many blocks as the network asks for', () => {
  const receipt = { status: '0x1', blockNumber: '0x64' }
  expect(progressOf(receipt, 100n, network)).toEqual({
    kind: 'confirming',
    confirmations: 1,
    needed: 3,
  })
  expect(progressOf(receipt, 101n, network)).toMatchObject({ confirmations: 2 })
  expect(progressOf(receipt, 102n, network)).toEqual({ kind: 'done' })
  expect(progressOf({ ...receipt, status: '0x0' }, 102n, network)).toEqual({ kind: 'failed' })
})

test('a block that was taken back leaves the transaction waiting, and says so', async () => {
  aNode({ eth_getTransactionByHash: { result: { hash: '0xh' } } })
  const was = { kind: 'confirming', confirmations: 1, needed: 3 } as const

  await expect(readProgress(network, sent, was)).resolves.toEqual({
    kind: 'waiting',
    wasTakenBack: true,
  })
  await expect(readProgress(network, sent, undefined)).resolves.toEqual({
    kind: 'waiting',
    wasTakenBack: false,
  })
})

test.each([
  ['0x5', 'replaced'],
  ['0x4', 'lost'],
])('unknown to the network with %s transactions made, it is %s', async (count, kind) => {
  aNode({ eth_getTransactionCount: { result: count } })

  await expect(readProgress(network, sent, undefined)).resolves.toMatchObject({ kind })
})

test.each([
  ['an error', { error: { message: 'execution reverted' } }, 'refused'],
  ['no result', { result: null }, 'refused'],
  ['no answer', new TypeError('failed to fetch'), 'unreachable'],
  ['too late an answer', new DOMException('slow', 'TimeoutError'), 'slow'],
])('%s of a network is a failure', async (_, answer, problem) => {
  aNode({ eth_blockNumber: answer })

  const failed = rpc(network, 'eth_blockNumber')

  await expect(failed).rejects.toBeInstanceOf(RpcError)
  await expect(failed).rejects.toMatchObject({ problem })
})

test('another chain behind the address is refused before anything is signed', async () => {
  aNode({ eth_chainId: { result: '0x1' } })

  await expect(expectChain(network)).rejects.toMatchObject({ problem: 'wrong-chain' })
})
