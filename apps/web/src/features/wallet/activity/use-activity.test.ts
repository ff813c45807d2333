import { InfiniteQueryObserver, environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assetsKey } from '#/features/wallet/chain/assets.ts'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { queryClient } from '#/lib/query-client.ts'
import { activityKey, activityQuery } from './use-activity.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NODE = { networkId: 1, rpcUrl: 'http://node.example' }
const INDEXED = toNetwork({ ...NODE, chainId: 31337, explorer: 'OWN_INDEX' })
const PUBLIC = toNetwork({ ...NODE, chainId: 1, explorer: 'ETHERSCAN' })
const MINUTE_MS = 60_000
/** The calls for both lists of one network. */
const ROUND = 2

const row = { hash: '0xh', timeStamp: '100', from: OWN, to: OWN, value: '5', isError: '0' }
const explorer = vi.fn<(url: string) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  // TanStack Query treats Node as a server, where it does not refetch.
  environmentManager.setIsServer(() => false)
  vi.stubGlobal('fetch', explorer)
  queryClient.mount()
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  queryClient.clear()
  queryClient.unmount()
  explorer.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function watch(network: Network, coins: unknown[], tokens: unknown[] = []) {
  explorer.mockImplementation(async (url) => {
    const result = url.includes('tokentx') ? tokens : coins
    const data = { status: '1', message: 'OK', result }
    return Response.json({ code: 0, success: true, msg: '', data })
  })
  const observer = new InfiniteQueryObserver(queryClient, activityQuery(OWN, [network], []))
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().isSuccess).toBe(true)
  explorer.mockClear()
  return observer
}

test('polls watched activity every 30 s', async () => {
  await watch(INDEXED, [row])

  await vi.advanceTimersByTimeAsync(30_000 - 1)
  expect(explorer).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(explorer).toHaveBeenCalled()
})

test('shows a first transfer within 4 s in a wallet opened in the last two minutes', async () => {
  await watch(INDEXED, [])

  await vi.advanceTimersByTimeAsync(4000)
  expect(explorer).toHaveBeenCalledTimes(ROUND)

  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  explorer.mockClear()
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(explorer).toHaveBeenCalledTimes(10 * ROUND)
})

test('counts a deposit of an unknown token as a first transfer', async () => {
  await watch(INDEXED, [], [{ ...row, from: OTHER, contractAddress: OTHER }])

  await vi.advanceTimersByTimeAsync(4000)
  expect(explorer).not.toHaveBeenCalled()
})

test.each([
  ['with transfers', [row]],
  ['without a transfer', []],
])('polls a public explorer every five minutes for a wallet %s', async (_, rows) => {
  await watch(PUBLIC, rows)

  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
  expect(explorer).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(explorer).toHaveBeenCalledTimes(ROUND)
})

test('polls a public explorer after a balance change until it has had time to catch up', async () => {
  const showBalance = (amount: bigint) =>
    queryClient.setQueryData(assetsKey(PUBLIC.chainId, OWN), new Map([[1, amount]]))
  await watch(PUBLIC, [row])
  showBalance(7n)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(explorer).not.toHaveBeenCalled()

  showBalance(8n)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(explorer).toHaveBeenCalledTimes(ROUND)
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
  expect(explorer).toHaveBeenCalledTimes(2 * ROUND)
})

test('reads a public explorer immediately when the member refreshes', async () => {
  await watch(PUBLIC, [row])

  await queryClient.invalidateQueries({ queryKey: activityKey(OWN) })
  expect(explorer).toHaveBeenCalledTimes(ROUND)
})

test('polls only the first page of a long history and reads all pages when it changes', async () => {
  let rows = Array.from({ length: 50 }, (_, at) => ({ ...row, hash: `0x${at}` }))
  const observer = await watch(INDEXED, [])
  explorer.mockImplementation(async (url) => {
    const { searchParams: query } = new URL(url, 'http://app.example')
    const start = (Number(query.get('page')) - 1) * 20
    const result = query.get('action') === 'txlist' ? rows.slice(start, start + 20) : []
    const data = { status: '1', message: 'OK', result }
    return Response.json({ code: 0, success: true, msg: '', data })
  })
  const shown = () =>
    observer
      .getCurrentResult()
      .data?.pages.flatMap(({ sources }) => sources.flatMap(({ items }) => items))
      .map(({ hash }) => hash)
  await observer.refetch()
  await observer.fetchNextPage()
  explorer.mockClear()

  await vi.advanceTimersByTimeAsync(30_000)
  expect(explorer).toHaveBeenCalledTimes(ROUND)
  expect(shown()).toEqual(rows.slice(0, 40).map(({ hash }) => hash))

  rows = [{ ...row, hash: '0xnew' }, ...rows]
  explorer.mockClear()
  await vi.advanceTimersByTimeAsync(30_000)
  // Only the list that changed is read further.
  expect(explorer).toHaveBeenCalledTimes(ROUND + 1)
  expect(shown()).toEqual(rows.slice(0, 40).map(({ hash }) => hash))
})

/**
 * Watches an indexed network with one transfer beside a public explorer whose rows the test
 * controls.
 */
async function watchBoth(publicRows: () => unknown[]) {
  explorer.mockImplementation(async (url) => {
    const { searchParams: query } = new URL(url, 'http://app.example')
    const isPublic = query.get('chainid') === String(PUBLIC.chainId)
    const start = (Number(query.get('page')) - 1) * 20
    const all = isPublic ? publicRows() : [{ ...row, hash: '0xown' }]
    const result = query.get('action') === 'txlist' ? all.slice(start, start + 20) : []
    const data = { status: '1', message: 'OK', result }
    return Response.json({ code: 0, success: true, msg: '', data })
  })
  const both = activityQuery(OWN, [INDEXED, PUBLIC], [])
  const observer = new InfiniteQueryObserver(queryClient, both)
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return observer
}

const publicCalls = () =>
  explorer.mock.calls.filter(([url]) => url.includes(`chainid=${PUBLIC.chainId}&`)).length

test('reads a failed public explorer again after five minutes or when the member refreshes', async () => {
  let isDown = true
  const observer = await watchBoth(() => {
    if (isDown) throw new TypeError('failed to fetch')
    return [row]
  })
  const lists = () =>
    observer
      .getCurrentResult()
      .data?.pages.flatMap(({ sources }) => sources)
      .filter(({ chainId, action }) => chainId === PUBLIC.chainId && action === 'txlist')
  expect(lists()).toMatchObject([{ isUnavailable: true, items: [] }])
  explorer.mockClear()

  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
  expect(publicCalls()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(publicCalls()).toBe(ROUND)

  isDown = false
  await queryClient.invalidateQueries({ queryKey: activityKey(OWN) })
  expect(publicCalls()).toBe(2 * ROUND)
  expect(lists()).toMatchObject([{ isUnavailable: false, items: [{ hash: row.hash }] }])
})

test('keeps the rows of a failed public explorer and reads no further page again', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ ...row, hash: `0x${at}` }))
  let isDown = false
  const observer = await watchBoth(() => {
    if (isDown) throw new TypeError('failed to fetch')
    return rows
  })
  await observer.fetchNextPage()
  isDown = true
  explorer.mockClear()

  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS)
  // Read once, and only the first page.
  expect(publicCalls()).toBe(ROUND)
  const sources = observer.getCurrentResult().data?.pages.flatMap((page) => page.sources)
  expect(
    sources?.flatMap(({ items }) => items).filter(({ chainId }) => chainId === 1),
  ).toHaveLength(40)
})

test('waits five minutes after a failure if the wallet has only a public explorer', async () => {
  await watch(PUBLIC, [row])
  explorer.mockImplementation(async () => new Response('{}', { status: 400 }))
  await queryClient.invalidateQueries({ queryKey: activityKey(OWN) })
  explorer.mockClear()

  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
  expect(explorer).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(explorer).toHaveBeenCalledTimes(ROUND)
})
