import { encodeFunctionData, erc20Abi } from 'viem'
import type { Hex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { outgoingOf } from '#/features/wallet/connections/outgoing.ts'
import { explainTransaction, needsAcceptance } from './explain-transaction.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const ETHER = 10n ** 18n
const MAX = 2n ** 256n - 1n
const network = toNetwork({ chainId: 31_337, networkId: 1, rpcUrl: 'http://node' })
const assets = [{ chainId: 31_337, address: TOKEN, symbol: 'USDS', decimals: 6 }]

afterEach(() => vi.unstubAllGlobals())

type Log = { address: string; topics: string[]; data: string }

/** A node that simulates, but ignores `traceTransfers` or reports something else. */
function stubNode(logs: Log[]): void {
  const results: Record<string, unknown> = {
    eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }],
    eth_getCode: '0x',
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string }
    return Response.json({ result: results[method] })
  })
}

const explain = (to: string, value: bigint, data: Hex, logs: Log[] = []) => {
  stubNode(logs)
  return explainTransaction(network, { from: OWN, to, value, data }, assets)
}

const callToken = (functionName: 'approve' | 'transfer', amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [OTHER, amount] })

test('shows the coin that a transaction sends although its simulation reports nothing', async () => {
  const explanation = await explain(OTHER, 5n * ETHER, '0x')

  expect(explanation).toMatchObject({
    outcome: { kind: 'simulated' },
    changes: [{ asset: { contract: null }, delta: -5n * ETHER }],
    hasUnreadable: true,
  })
  expect(needsAcceptance(explanation)).toBe(true)
  expect(outgoingOf(explanation)).toContainEqual({ address: null, amount: 5n * ETHER })
})

test('shows the tokens that a transfer sends although its simulation reports nothing', async () => {
  const explanation = await explain(TOKEN, 0n, callToken('transfer', 7n))

  expect(explanation.changes).toMatchObject([{ asset: { symbol: 'USDS' }, delta: -7n }])
  expect(needsAcceptance(explanation)).toBe(true)
  expect(outgoingOf(explanation)).toContainEqual({ address: TOKEN.toLowerCase(), amount: 7n })
})

test('shows an approval although its simulation reports nothing', async () => {
  const explanation = await explain(TOKEN, 0n, callToken('approve', MAX))

  expect(explanation).toMatchObject({
    approvals: [{ spender: OTHER.toLowerCase(), scope: 'unlimited' }],
    hasUnreadable: true,
  })
  expect(needsAcceptance(explanation)).toBe(true)
})

const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const topic = (value: string) => `0x${value.slice(2).toLowerCase().padStart(64, '0')}`

test('takes no approval of a collectible for one of a listed token', async () => {
  const topics = [APPROVAL, topic(OWN), topic(OTHER), `0x${'f'.repeat(64)}`]
  const log = { address: TOKEN, topics, data: '0x' }
  const explanation = await explain(TOKEN, 0n, callToken('approve', MAX), [log])

  expect(explanation.approvals.map(({ scope }) => scope)).toContain('unlimited')
  expect(needsAcceptance(explanation)).toBe(true)
})
