import { afterEach, expect, test, vi } from 'vitest'
import { broadcastOutcome } from './broadcast.ts'
import { toNetwork } from './networks.ts'
import { RpcError } from './rpc-error.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const transaction = {
  hash: HASH,
  from: ADDRESS,
  to: ADDRESS,
  value: '0x5',
  nonce: '0x4',
  gas: '0x5208',
  input: '0x',
}

const network = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node', confirmations: 3 })
const refusal = new RpcError('refused', 'nonce too low', { code: -32_000 })

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['has arrived when the node knows it', transaction, 'arrived'],
  ['is refused when the node does not know it', null, 'refused'],
  ['is unsure when the node returns an empty object', {}, 'unsure'],
  ['is unsure when the node returns a list', [], 'unsure'],
  [
    'is unsure when the node returns another transaction',
    { ...transaction, hash: `0x${'cd'.repeat(32)}` },
    'unsure',
  ],
])('reports that a transaction refused by a node %s', async (_, result, outcome) => {
  vi.stubGlobal('fetch', async () => Response.json({ result }))

  await expect(broadcastOutcome(network, { hash: HASH }, refusal)).resolves.toBe(outcome)
})
