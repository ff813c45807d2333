import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { seedNetworks } from '#/modules/network/network-operator.service.ts'
import type { ExplorerReply } from '#/platform/process/context.ts'
import { askExplorer, type ExplorerQuestion } from '#test/ask-explorer.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWallet } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ask = (query: ExplorerQuestion) => askExplorer(server, query)

describe('the public explorer', () => {
  const asked: Record<string, string>[] = []
  let reply: () => Promise<ExplorerReply>
  beforeAll(async () => {
    server.ctx.explorer.ask = async (query) => {
      asked.push({ ...query })
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
    asked.length = 0
    reply = async () => ({ status: '1', message: 'OK', result: '42' })
    server.clock.advance(60_000)
  })

  test('is asked by the names of its API, with all blocks and newest first unless said otherwise', async () => {
    await ask({ action: 'txlist', address: FRIEND, chainid: 1 })
    await ask({ action: 'gasoracle', chainid: 1 })

    expect(asked).toEqual([
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

  test('is asked once in 15 seconds, and again after them', async () => {
    const query = { action: 'balance', address: FRIEND, chainid: 1 } as const
    const replies = await Promise.all([ask(query), ask(query)])
    server.clock.advance(14_999)
    await ask(query)
    expect(asked).toHaveLength(1)
    expect(replies.map(({ data }) => data?.result)).toEqual(['42', '42'])

    server.clock.advance(1)
    await ask(query)
    expect(asked).toHaveLength(2)
  })

  test('is asked the same by whoever says what the action has no use for', async () => {
    const query = { action: 'balance', address: FRIEND, chainid: 1 } as const
    await ask(query)
    await ask({ ...query, page: 7, offset: 50, startblock: 3, contractaddress: FRIEND })
    await ask({ action: 'gasoracle', chainid: 1 })
    await ask({ action: 'gasoracle', chainid: 1, address: FRIEND, sort: 'asc' })

    expect(asked.map(({ action }) => action)).toEqual(['balance', 'gasoracle'])
  })

  test('is asked as often as a day allows by everybody together, and then callers get 2906', async () => {
    server.clock.now = new Date('2026-07-01T23:59:30.000Z')
    server.ctx.settings.explorerCallsPerDay = 2
    const askFor = () => ask({ action: 'balance', address: aWallet().address, chainid: 1 })
    const known = { action: 'balance', address: FRIEND, chainid: 1 } as const
    const before = [await ask(known), await askFor()]
    const spent = await Promise.all([askFor(), askFor()])
    const cached = await ask(known)
    const local = await ask({ action: 'gasoracle' })
    const url = `/v1/public/block/transactions?module=account&action=balance&chainid=1&address=${aWallet().address}`
    const raw = await server.app.inject(url)
    server.clock.advance(30_000)
    const tomorrow = await askFor()
    delete server.ctx.settings.explorerCallsPerDay

    expect(before.map(({ code }) => code)).toEqual([0, 0])
    expect(spent.map(({ code, status }) => [code, status])).toEqual([
      [Code.EXPLORER_BUDGET_SPENT, 429],
      [Code.EXPLORER_BUDGET_SPENT, 429],
    ])
    expect(raw.headers['retry-after']).toBe('30')
    expect([cached.code, local.code, tomorrow.code]).toEqual([0, 0, 0])
    expect(asked).toHaveLength(3)
  })

  test('that is down answers 9999, and its failure is not remembered', async () => {
    const query = { action: 'balance', address: FRIEND, chainid: 1 } as const
    reply = () => Promise.reject(new Error('down'))
    const down = await ask(query)
    reply = async () => ({ status: '1', message: 'OK', result: '43' })

    expect(down).toMatchObject({ status: 500, code: Code.SERVER_ERROR, data: null })
    expect((await ask(query)).data?.result).toBe('43')
  })
})
