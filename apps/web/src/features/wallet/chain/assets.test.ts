import { QueryObserver, focusManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useConnectivity } from '#/lib/connectivity.ts'
import { queryClient } from '#/lib/query-client.ts'
import { networkAssetsQuery } from './assets.ts'
import { progressQuery } from './follow.ts'
import { toNetwork } from './networks.ts'
import type { Asset } from './networks.ts'
import { transactionQuery } from './transaction.ts'

const NETWORK = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node.example' })
const COIN: Asset = {
  contractId: 1,
  networkId: 1,
  chainId: 31337,
  address: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}

const SENT = { hash: '0xh', from: '0xa', nonce: 4 } as const

const node = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  node.mockReset().mockImplementation(async () => Response.json({ result: '0x7' }))
  vi.stubGlobal('fetch', node)
  queryClient.mount()
})

afterEach(() => {
  queryClient.clear()
  queryClient.unmount()
  focusManager.setFocused(undefined)
  useConnectivity.setState({ isOffline: false })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Subscribes as the mounted wallet screen does, and waits for the balances. */
async function openWallet() {
  const observer = new QueryObserver(queryClient, networkAssetsQuery(NETWORK, '0xa', [COIN]))
  const close = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().data).toEqual(new Map([[COIN.contractId, 7n]]))
  return { close }
}

test('requests balances again when a wallet opens after 15 s, not earlier', async () => {
  const first = await openWallet()
  first.close()
  await vi.advanceTimersByTimeAsync(15_000 - 1)
  const early = await openWallet()
  expect(node).toHaveBeenCalledTimes(1)

  early.close()
  await vi.advanceTimersByTimeAsync(1)
  await openWallet()
  expect(node).toHaveBeenCalledTimes(2)
})

test('does not request stale balances again when the app gets the focus', async () => {
  await openWallet()
  await vi.advanceTimersByTimeAsync(20_000)

  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)

  expect(node).toHaveBeenCalledTimes(1)
})

test.each([
  ['A balance', () => queryClient.fetchQuery(networkAssetsQuery(NETWORK, '0xa', [COIN]))],
  ['The progress of a transfer', () => queryClient.fetchQuery(progressQuery(NETWORK, SENT))],
  ['A transaction', () => queryClient.fetchQuery(transactionQuery(SENT, [NETWORK], [COIN]))],
])('%s is read while our own origin does not respond', async (_name, read) => {
  useConnectivity.setState({ isOffline: true })

  await read().catch(() => undefined)

  expect(node).toHaveBeenCalledWith('http://node.example', expect.anything())
})
