import { concatHex, keccak256, padHex, slice, stringToHex, toHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { readLogAnchor } from './log-anchor.ts'

const NETWORK = { chainId: 31337, rpcUrl: 'http://node.example' }
const CONTRACT = '0xb04bb6d5b08268a86cf8b6819cc394aefcc23213'
const ROOT = padHex('0xabcd', { size: 32 })

function stubNode(answers: Record<string, string>): { to: string; data: string }[] {
  const calls: { to: string; data: string }[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as {
      method: string
      params: [{ to: string; data: string }]
    }
    if (method === 'eth_call') calls.push(params[0])
    return Response.json({ result: answers[method] })
  })
  return calls
}
afterEach(() => vi.unstubAllGlobals())

test('reads the size and the root of the checkpoint from its contract', async () => {
  const calls = stubNode({
    eth_chainId: toHex(31337),
    eth_call: concatHex([toHex(214, { size: 32 }), ROOT]),
  })

  expect(await readLogAnchor(NETWORK, CONTRACT)).toEqual({ size: 214, root: ROOT })
  expect(calls).toEqual([
    { to: CONTRACT, data: slice(keccak256(stringToHex('checkpoint()')), 0, 4) },
  ])
})

test.each([
  ['a node of another chain', { eth_chainId: toHex(1), eth_call: '0x' }],
  ['an address without the contract', { eth_chainId: toHex(31337), eth_call: '0x' }],
])('fails for %s', async (_, answers) => {
  stubNode(answers)

  await expect(readLogAnchor(NETWORK, CONTRACT)).rejects.toThrow('RPC')
})
