import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { switchChain } from './eip1193.ts'
import {
  assetsListQuery,
  networksQuery,
  readChainCache,
  retryWaitMs,
  toNetwork,
} from './networks.ts'

const RAW = {
  chainId: 31337,
  networkId: 1,
  networkName: 'Solstice Local',
  networkSymbol: 'ETH',
  rpcUrl: 'http://127.0.0.1/rpc/31337',
  scanUrl: 'https://scan.example/',
  confirmations: 3,
}

const memory = new Map<string, string>()
beforeEach(() => {
  memory.clear()
  vi.stubGlobal('window', {
    localStorage: { getItem: (key: string) => memory.get(key) ?? null },
  })
})

describe('the chain cache', () => {
  const DAY_MS = 24 * 60 * 60_000
  const chains = [toNetwork(RAW)]

  test.each([
    [DAY_MS, 1],
    [DAY_MS + 1000, 0],
  ])('after %i ms still contains %i networks', (ageMs, count) => {
    memory.set('chain-cache', JSON.stringify({ chains, raw: [RAW], timestamp: 5000 }))

    expect(readChainCache(5000 + ageMs)).toHaveLength(count)
  })

  test.each([undefined, 'no json', 'null', '{}', '{"timestamp":0}', '{"chains":[]}', '7'])(
    'returns an empty list for %s in storage',
    (kept) => {
      if (kept !== undefined) memory.set('chain-cache', kept)

      expect(readChainCache(0)).toEqual([])
    },
  )
})

test('doubles the wait after each failure, up to half a minute', () => {
  expect([0, 1, 2, 5, 20].map(retryWaitMs)).toEqual([1000, 2000, 4000, 30_000, 30_000])
})

describe.each([
  ['networks', () => subscribeTo(networksQuery)],
  ['tokens', () => subscribeTo(assetsListQuery)],
])('the list of %s', (_name, openScreen) => {
  const MINUTE_MS = 60_000
  const requests = vi.fn<typeof fetch>()
  beforeEach(() => {
    vi.useFakeTimers()
    requests.mockReset().mockImplementation(async () => Response.json(LIST))
    vi.stubGlobal('fetch', requests)
  })
  afterEach(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('is requested again by a screen that opens after 5 minutes, not by an earlier one', async () => {
    const first = await openScreen()
    first.close()
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
    const early = await openScreen()
    expect(requests).toHaveBeenCalledTimes(1)

    early.close()
    await vi.advanceTimersByTimeAsync(1)
    await openScreen()
    expect(requests).toHaveBeenCalledTimes(2)
  })

  test('stays in memory for 10 minutes after the last screen that shows it closed', async () => {
    const { close, cached } = await openScreen()
    close()

    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS - 1)
    expect(cached()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(cached()).toBeUndefined()
  })

  test('is requested three more times after a failure, 1, 2 and 4 s apart', async () => {
    const startMs = Date.now()
    const sentAfterMs: number[] = []
    requests.mockImplementation(async () => {
      sentAfterMs.push(Date.now() - startMs)
      return new Response('', { status: 503 })
    })

    await openScreen()
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)

    expect(sentAfterMs).toEqual([0, 1000, 3000, 7000])
  })
})

const LIST = { code: 0, success: true, msg: '', data: { list: [RAW] } }

/** Subscribes as a mounted screen does and waits for the reply. */
async function subscribeTo(query: typeof networksQuery | typeof assetsListQuery) {
  // The two queries differ only in their result type, which no assertion here depends on.
  const observer = new QueryObserver(queryClient, query as typeof networksQuery)
  const close = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { close, cached: () => queryClient.getQueryData<unknown[]>(query.queryKey) }
}

describe('switching a provider to a network', () => {
  const network = toNetwork(RAW)

  test('makes one call if the provider knows the network', async () => {
    const request = vi.fn(async () => null)

    await switchChain({ request }, network)

    expect(request.mock.calls).toEqual([
      [{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] }],
    ])
  })

  test('adds the network after code 4902 and switches again', async () => {
    const request = vi.fn(async (_: { method: string }): Promise<unknown> => null)
    request.mockRejectedValueOnce({ code: 4902 })

    await switchChain({ request }, network)

    expect(request.mock.calls.map(([{ method }]) => method)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(request.mock.calls[1]?.[0]).toMatchObject({
      params: [
        {
          chainName: 'Solstice Local',
          rpcUrls: [RAW.rpcUrl],
          blockExplorerUrls: ['https://scan.example'],
          nativeCurrency: { symbol: 'ETH', decimals: 18 },
        },
      ],
    })
  })

  test('fails with any other code without adding the network', async () => {
    const request = vi.fn(async () =>
      Promise.reject(Object.assign(new Error('no'), { code: 4001 })),
    )

    await expect(switchChain({ request }, network)).rejects.toMatchObject({ code: 4001 })

    expect(request).toHaveBeenCalledOnce()
  })
})
