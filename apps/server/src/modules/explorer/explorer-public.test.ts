import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { seedNetworks } from '#/modules/network/network-operator.service.ts'
import type { ExplorerReply } from '#/platform/process/context.ts'
import { queryExplorer, type ExplorerQuery } from '#test/query-explorer.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWallet } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const fetchReply = (query: ExplorerQuery) => queryExplorer(server, query)

describe('the public explorer', () => {
  const requests: Record<string, string>[] = []
  let reply: () => Promise<ExplorerReply>
  beforeAll(async () => {
    server.ctx.explorer.query = async (query) => {
      requests.push({ ...query })
      return reply()
    }
    const network = {
      chainId: 1,
      networkName: 'Ethereum',
      networkSymbol: 'ETH',
      rpcUrl: 'https://rpc.example',
      scanUrl: 'https://etherscan.io/',
      confirmations: 12,
      explorer: 'ETHERSCAN',
      enabled: true,
      secondRpcUrl: null,
      contracts: [],
    } as const
    await seedNetworks(server.ctx, [network])
  })
  beforeEach(() => {
    requests.length = 0
    reply = async () => ({ status: '1', message: 'OK', result: '42' })
    server.clock.advance(60_000)
  })

  test('receives the parameter names of its API, with all blocks and newest first by default', async () => {
    await fetchReply({ action: 'txlist', address: FRIEND, chainid: 1 })
    await fetchReply({ action: 'gasoracle', chainid: 1 })

    expect(requests).toEqual([
      {
        module: 'account',
        action: 'txlist',
        chainid: '1',
        address: FRIEND,
        tag: 'latest',
        page: '1',
        offset: '20',
        startblock: '0',
        endblock: '999999999',
        sort: 'desc',
      },
      { module: 'gastracker', action: 'gasoracle', chainid: '1', tag: 'latest' },
    ])
  })

  test('is called once in 15 seconds for the same query, and again afterwards', async () => {
    const query = { action: 'balance', address: FRIEND, chainid: 1 } as const
    const replies = await Promise.all([fetchReply(query), fetchReply(query)])
    server.clock.advance(14_999)
    await fetchReply(query)
    expect(requests).toHaveLength(1)
    expect(replies.map(({ data }) => data?.result)).toEqual(['42', '42'])

    server.clock.advance(1)
    await fetchReply(query)
    expect(requests).toHaveLength(2)
  })

  test('is called once for queries that differ only in parameters the action ignores', async () => {
    const query = { action: 'balance', address: FRIEND, chainid: 1 } as const
    await fetchReply(query)
    await fetchReply({ ...query, page: 7, offset: 50, startblock: 3, contractaddress: FRIEND })
    await fetchReply({ action: 'gasoracle', chainid: 1 })
    await fetchReply({ action: 'gasoracle', chainid: 1, address: FRIEND, sort: 'asc' })

    expect(requests.map(({ action }) => action)).toEqual(['balance', 'gasoracle'])
  })

  test('is called up to the daily limit of all callers together; further callers get 2906', async () => {
    server.clock.now = new Date('2026-07-01T23:59:30.000Z')
    server.ctx.settings.explorerCallsPerDay = 2
    const fetchBalance = () =>
      fetchReply({ action: 'balance', address: aWallet().address, chainid: 1 })
    const known = { action: 'balance', address: FRIEND, chainid: 1 } as const
    const before = [await fetchReply(known), await fetchBalance()]
    const spent = await Promise.all([fetchBalance(), fetchBalance()])
    const cached = await fetchReply(known)
    const local = await fetchReply({ action: 'gasoracle' })
    const url = `/v1/public/block/transactions?module=account&action=balance&chainid=1&address=${aWallet().address}`
    const raw = await server.app.inject(url)
    server.clock.advance(30_000)
    const tomorrow = await fetchBalance()
    delete server.ctx.settings.explorerCallsPerDay

    expect(before.map(({ code }) => code)).toEqual([0, 0])
    expect(spent.map(({ code, status }) => [code, status])).toEqual([
      [Code.EXPLORER_BUDGET_SPENT, 429],
      [Code.EXPLORER_BUDGET_SPENT, 429],
    ])
    expect(raw.headers['retry-after']).toBe('30')
    expect([cached.code, local.code, tomorrow.code]).toEqual([0, 0, 0])
    expect(requests).toHaveLength(3)
  })

  test('returns 9999 when it is down, and the failure is not cached', async () => {
    const query = { action: 'balance', address: FRIEND, chainid: 1 } as const
    reply = () => Promise.reject(new Error('down'))
    const down = await fetchReply(query)
    reply = async () => ({ status: '1', message: 'OK', result: '43' })

    expect(down).toMatchObject({ status: 500, code: Code.SERVER_ERROR, data: null })
    expect((await fetchReply(query)).data?.result).toBe('43')
  })
})
