import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { toNetwork } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { transactionQuery } from './transaction.ts'

const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: 'http://node.example' })

const transaction = {
  hash: HASH,
  from: ADDRESS,
  to: ADDRESS,
  value: '0x5',
  nonce: '0x4',
  gas: '0x5208',
  gasPrice: '0x2',
  input: '0x',
  blockNumber: '0x64',
}
const receipt = {
  transactionHash: HASH,
  status: '0x1',
  blockNumber: '0x64',
  gasUsed: '0x5208',
  logs: [],
}

afterEach(() => vi.unstubAllGlobals())

function readFrom(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string }
    return Response.json({ result: answers[method] ?? null })
  })
  return new QueryClient().fetchQuery(transactionQuery({ hash: HASH, chainId: 1 }, [network], []))
}

const answers = {
  eth_getTransactionByHash: transaction,
  eth_getTransactionReceipt: receipt,
  eth_getBlockByNumber: { timestamp: '0x10', transactions: [] },
  eth_blockNumber: '0x65',
}

test('refuses an unknown chain by name and queries no other network', async () => {
  const node = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', node)

  const reading = new QueryClient().fetchQuery(
    transactionQuery({ hash: '0x1', chainId: 424_242 }, [network], []),
  )

  await expect(reading).rejects.toThrow('No network found for chainId=424242')
  expect(node).not.toHaveBeenCalled()
})

test('reads a mined transaction with its movements and its fee', async () => {
  await expect(readFrom(answers)).resolves.toMatchObject({
    movements: [{ amount: 5n }],
    fee: 42_000n,
    confirmations: 2,
    atMs: 16_000,
  })
})

test.each([
  ['a transaction without an amount', { eth_getTransactionByHash: { hash: HASH } }],
  ['a receipt without logs', { eth_getTransactionReceipt: { ...receipt, logs: null } }],
  ['a receipt without gas', { eth_getTransactionReceipt: { ...receipt, gasUsed: null } }],
])('treats %s as an unreachable network', async (_, wrong) => {
  const reading = readFrom({ ...answers, ...wrong })

  await expect(reading).rejects.toBeInstanceOf(RpcError)
  await expect(reading).rejects.toMatchObject({ problem: 'unreachable' })
})
