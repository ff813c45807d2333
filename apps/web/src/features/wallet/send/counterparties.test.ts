import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ExplorerRow } from '#/features/wallet/api.ts'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { memberKey } from '#/lib/storage.ts'
import {
  ROWS,
  counterpartiesQuery,
  loadCounterparties,
  emptyCounterparties,
  readCounterparties,
} from './counterparties.ts'

const OWN = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const FRIEND = '0x71c48eb203d5f96a5d071b3ce84290fa6cd19a2f'
const networks = [1, 56].map((chainId) => toNetwork({ chainId, networkId: chainId, rpcUrl: '' }))
const reader = { networks, assets: [] }

const stranger = (at: number) => `0x${at.toString(16).padStart(40, '0')}`
const sentTo = (to: string, seconds: number): ExplorerRow => {
  const timeStamp = String(seconds)
  return { from: OWN, to, value: '1', timeStamp }
}
const spam = (count: number, newest: number): ExplorerRow[] =>
  Array.from({ length: count }, (_, at) => {
    const timeStamp = String(newest - at)
    return { from: stranger(at + 1), to: OWN, value: '1', timeStamp }
  })

/**
 * Creates an explorer with these rows of the coin on the first network, newest first, and no
 * others.
 */
const explorer = (rows: readonly ExplorerRow[]) => {
  const read = vi.fn(async ({ chainId }: { chainId: number }, action: string, page: number) =>
    chainId === 1 && action === 'txlist' ? rows.slice((page - 1) * ROWS, page * ROWS) : [],
  )
  return read
}

afterEach(() => vi.unstubAllGlobals())

test('remembers a recipient despite any amount of later spam', async () => {
  const rows = [...spam(450, 10_000), sentTo(FRIEND, 100)]

  const { kept, silent } = await readCounterparties(
    emptyCounterparties(OWN),
    reader,
    explorer(rows),
  )

  expect(kept.paid).toEqual([FRIEND])
  expect(kept.met).toHaveLength(450)
  expect(silent).toEqual([])
})

test('never drops paid addresses for spam, only the oldest senders', async () => {
  const before = { ...emptyCounterparties(OWN), paid: [FRIEND], met: [stranger(999_999)] }

  const { kept } = await readCounterparties(before, reader, explorer(spam(1000, 10_000)))

  expect(kept.paid).toEqual([FRIEND])
  expect(kept.met).toHaveLength(1000)
  expect(kept.met).not.toContain(stranger(999_999))
})

test('reads back to the end of the previous read, and no further', async () => {
  const old = [sentTo(FRIEND, 100), ...spam(500, 99)]
  const first = await readCounterparties(emptyCounterparties(OWN), reader, explorer(old))
  const late = stranger(7_777_777)
  const read = explorer([...spam(150, 9000), sentTo(late, 500), ...old])

  const { kept, silent } = await readCounterparties(first.kept, reader, read)

  expect(kept.paid).toEqual([late, FRIEND])
  expect(silent).toEqual([])
  expect(
    read.mock.calls.filter(([{ chainId }, action]) => chainId === 1 && action === 'txlist'),
  ).toHaveLength(2)
})

test('marks a failed network as silent, keeps its earlier data and resumes from there', async () => {
  const old = [sentTo(FRIEND, 100)]
  const first = await readCounterparties(emptyCounterparties(OWN), reader, explorer(old))
  const failing = async ({ chainId }: { chainId: number }) => {
    if (chainId === 1) throw new Error('2906')
    return []
  }

  const { kept, silent } = await readCounterparties(first.kept, reader, failing)

  expect(silent.map(({ chainId }) => chainId)).toEqual([1])
  expect(kept.paid).toEqual([FRIEND])
  expect(kept.readTo['1 txlist']).toBe(100)
})

test('marks a network as silent if it has more new rows than one read covers', async () => {
  const first = await readCounterparties(
    emptyCounterparties(OWN),
    reader,
    explorer([sentTo(FRIEND, 100)]),
  )

  const flood = explorer([...spam(1500, 90_000), sentTo(FRIEND, 100)])
  const { silent } = await readCounterparties(first.kept, reader, flood)

  expect(silent.map(({ chainId }) => chainId)).toEqual([1])
})

test('keeps a network silent after a truncated first read until the whole list was read', async () => {
  const rows = [...spam(1500, 90_000), sentTo(FRIEND, 100)]
  const first = await readCounterparties(emptyCounterparties(OWN), reader, explorer(rows))
  // Newer rows push the others to later pages.
  const late = stranger(7_777_777)
  const grown = [sentTo(late, 95_000), ...spam(150, 94_000), ...rows]
  const second = await readCounterparties(first.kept, reader, explorer(grown))
  const third = await readCounterparties(second.kept, reader, explorer(grown))

  const silent = [first, second, third].map((read) => read.silent.map(({ chainId }) => chainId))
  expect(silent).toEqual([[1], [1], []])
  expect(first.kept.met).toHaveLength(1000)
  expect([first, second, third].map(({ kept }) => kept.paid)).toEqual([
    [],
    [FRIEND],
    [late, FRIEND],
  ])
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['something else', '{"wallet":"x","paid":3}'],
  [
    'a list saved before incomplete reads were recorded',
    JSON.stringify({ wallet: OWN, readTo: { '1 txlist': 5 }, paid: [FRIEND], met: [] }),
  ],
  [
    'the history of another wallet',
    JSON.stringify({ ...emptyCounterparties(FRIEND), paid: [OWN] }),
  ],
])('starts over if the device stores %s', (_, text) => {
  vi.stubGlobal('window', { localStorage: { getItem: () => text } })

  expect(loadCounterparties('7', OWN)).toEqual(emptyCounterparties(OWN))
})

test('resumes from the stored history of this wallet', () => {
  const kept = { ...emptyCounterparties(OWN), readTo: { '1 txlist': 5 }, paid: [FRIEND] }
  const stored = new Map([[memberKey('counterparties', '7'), JSON.stringify(kept)]])
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored.get(key) ?? null } })

  expect(loadCounterparties('7', OWN)).toEqual(kept)
})

test('writes nothing after a log-out has aborted the read', async () => {
  const setItem = vi.fn<Storage['setItem']>()
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem } })
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 0, success: true, msg: '', data: { result: [] } }),
  )
  const query = counterpartiesQuery({ userId: '7', own: OWN }, networks, [])
  const readFor = (signal: AbortSignal) => {
    const { queryKey, queryFn } = query
    if (typeof queryFn !== 'function') throw new Error('The query has no function')
    return queryFn({ queryKey, signal, client: new QueryClient(), meta: undefined })
  }

  await expect(readFor(AbortSignal.abort())).rejects.toThrow('abort')
  expect(setItem).not.toHaveBeenCalled()

  await readFor(new AbortController().signal)
  expect(setItem).toHaveBeenCalledOnce()
})
