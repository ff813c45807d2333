import { beforeEach, expect, test } from 'vitest'
import { fixedTranslation, loadTexts } from '#/lib/i18n.ts'
import type { Asset, ExplorerRow, Network } from '#/features/wallet/network-types.ts'
import { activityCsv } from './activity-csv.ts'
import { IncompleteError, MAX_PAGES, ROWS, readWholeActivity } from './whole-activity.ts'
import type { ReadRows } from './whole-activity.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const TRANSFER = `0xa9059cbb${FRIEND.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`

const networkOf = (chainId: number, name: string): Network => ({
  chainId,
  networkId: chainId,
  name,
  symbol: 'ETH',
  rpcUrl: '',
  explorerUrl: '',
  confirmations: 3,
  decimals: 18,
  colour: '',
  isIndexed: true,
})
const asset = (address: string | null, symbol: string, decimals: number): Asset => ({
  contractId: decimals,
  networkId: 1,
  chainId: 1,
  address,
  symbol,
  name: symbol,
  decimals,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
})
const MAIN = networkOf(1, 'Main')
const SIDE = networkOf(2, 'Side')
const ASSETS = [asset(null, 'ETH', 18), asset(TOKEN, 'USDS', 6)]

const coinRow = (at: number, change: ExplorerRow = {}): ExplorerRow => ({
  hash: `0x${at}`,
  timeStamp: String(at),
  from: FRIEND,
  to: OWN,
  value: '7',
  isError: '0',
  gasUsed: '21000',
  gasPrice: '1000000000',
  ...change,
})

/** Serves these rows, newest first, in pages as an explorer does. */
const paged =
  (lists: Record<string, ExplorerRow[]>): ReadRows =>
  async ({ chainId }, action, page) =>
    (lists[`${chainId} ${action}`] ?? []).slice((page - 1) * ROWS, page * ROWS)

const read = (readRows: ReadRows, networks = [MAIN], onProgress = () => {}) =>
  readWholeActivity({
    address: OWN,
    networks,
    assets: ASSETS,
    readRows,
    onProgress,
    signal: new AbortController().signal,
  })

beforeEach(() => loadTexts('wallet-reach'))

test('reads every page of every list and reports its progress', async () => {
  const rows = Array.from({ length: 2 * ROWS + 1 }, (_, at) => coinRow(1000 - at))
  const seen: number[] = []
  const { rows: whole, truncated } = await readWholeActivity({
    address: OWN,
    networks: [MAIN, SIDE],
    assets: ASSETS,
    readRows: paged({ '1 txlist': rows, '2 txlist': [coinRow(2000)] }),
    onProgress: (_network, done) => seen.push(done),
    signal: new AbortController().signal,
  })

  expect(whole).toHaveLength(rows.length + 1)
  expect(whole[0]?.hash).toBe('0x2000')
  expect(truncated).toEqual([])
  expect(seen.slice(0, 3)).toEqual([ROWS, 2 * ROWS, 2 * ROWS + 1])
  expect(seen.at(-1)).toBe(rows.length + 1)
})

test('names the networks that could not be read instead of leaving out their rows', async () => {
  const readRows: ReadRows = async ({ chainId }) => {
    if (chainId === 2) throw new Error('down')
    return []
  }

  await expect(read(readRows, [MAIN, SIDE])).rejects.toEqual(new IncompleteError([SIDE]))
})

test('reads a list again when a row arrived meanwhile, so that none is doubled or missing', async () => {
  const old = Array.from({ length: ROWS + 5 }, (_, at) => coinRow(1000 - at))
  let rows = old
  const serve: ReadRows = async (network, action, page) => {
    const found = await paged({ '1 txlist': rows })(network, action, page)
    if (page === 1) rows = [coinRow(2000), ...old]
    return found
  }

  const { rows: whole } = await read(serve)

  expect(whole).toHaveLength(old.length + 1)
  expect(new Set(whole.map(({ hash }) => hash)).size).toBe(whole.length)
})

test('reports a list that is longer than the explorer returns', async () => {
  const page = Array.from({ length: ROWS }, () => coinRow(1))
  const { truncated, rows } = await read(async (_network, action) =>
    action === 'txlist' ? page : [],
  )

  expect(truncated).toEqual([MAIN])
  expect(rows).toHaveLength(MAX_PAGES * ROWS)
})

test('writes exact amounts, one fee per own transaction, and names of the address book', async () => {
  const own = { from: OWN, to: FRIEND }
  const call = coinRow(30, { from: OWN, to: TOKEN, value: '0', input: TRANSFER })
  const token = { contractAddress: TOKEN, gasUsed: '1', gasPrice: '1' }
  const { rows } = await read(
    paged({
      '1 txlist': [
        call,
        coinRow(20, { ...own, value: '123456789012345678901', isError: '1' }),
        coinRow(10),
      ],
      '1 tokentx': [
        coinRow(30, { ...own, ...token, value: '5000001' }),
        coinRow(30, { ...own, ...token, value: '2' }),
      ],
    }),
  )
  const t = fixedTranslation('en', 'wallet-reach')
  const csv = activityCsv(rows, {
    networks: [MAIN],
    nameOf: (address) => (address === FRIEND ? '=민지' : undefined),
    t,
  })
  const cells = csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))

  expect(cells.map((row) => [row[2], row[3], row[4], row[5], row[10], row[11]])).toEqual([
    ['Sent', 'Done', '5.000001', 'USDS', '0.000021', 'ETH'],
    ['Sent', 'Done', '0.000002', 'USDS', '', ''],
    ['Sent', 'Failed', '123.456789012345678901', 'ETH', '0.000021', 'ETH'],
    ['Received', 'Done', '0.000000000000000007', 'ETH', '', ''],
  ])
  expect(cells[0]?.slice(0, 2)).toEqual(['1970-01-01T00:00:30.000Z', 'Main'])
  expect([cells[0]?.[9], cells[3]?.[7]]).toEqual(["'=민지", "'=민지"])
})
