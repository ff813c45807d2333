import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { buildApp } from '#/app.ts'
import { systemClock } from '#/platform/process/clock.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { chainOf } from '#test/test-wallet.ts'
import { seedNetworks } from './network-operator.service.ts'
import { priceBoard } from './network.service.ts'

let server: TestApp
let owner: TestOperator
let visitor: Browser
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  owner = await anOperator(server)
  visitor = openBrowser(server)
})
afterAll(() => server.close())

const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const COMMON = {
  networkName: 'Sepolia',
  networkSymbol: 'SepoliaETH',
  scanUrl: 'https://sepolia.etherscan.io/',
  confirmations: 6,
  explorer: 'ETHERSCAN',
  secondRpcUrl: null,
} as const

describe('networks and their coins and tokens', () => {
  test('contain two local chains by default, reached through the app itself', async () => {
    const { data } = await visitor.call('network.list', {})

    expect(data?.list).toEqual([
      {
        networkId: 1,
        chainId: 31_337,
        networkName: 'Solstice Local',
        networkSymbol: 'ETH',
        rpcUrl: 'http://solstice.test/rpc/31337',
        scanUrl: '',
        confirmations: 3,
        explorer: 'OWN_INDEX',
      },
      {
        networkId: 2,
        chainId: 31_338,
        networkName: 'Solstice Local BNB',
        networkSymbol: 'tBNB',
        rpcUrl: 'http://solstice.test/rpc/31338',
        scanUrl: '',
        confirmations: 3,
        explorer: 'OWN_INDEX',
      },
    ])
  })

  test('are listed for one, some or all networks, the coin first, with prices', async () => {
    const one = await visitor.call('network.contracts', { params: { networkId: 1 } })
    const some = await visitor.call('network.allContracts', { query: { networkId: [2, 77] } })
    const all = await visitor.call('network.allContracts', { query: {} })

    expect(one.data?.list).toMatchObject([
      { networkId: 1, chainId: 31_337, address: null, symbol: 'ETH', decimals: 18 },
      { networkId: 1, chainId: 31_337, address: TOKEN, symbol: 'USDS', decimals: 6 },
    ])
    expect(one.data?.list[0]?.priceUsd).toMatch(/^3[0-4]\d\d\.\d\d$/)
    expect(one.data?.list[1]).toMatchObject({ priceUsd: '1.00', priceChange24h: 0 })
    expect(some.data?.list.map(({ networkId }) => networkId)).toEqual([2, 2])
    expect(all.data?.list).toHaveLength(4)
  })

  test('return 2901 for an unknown network and 9992 for an invalid id', async () => {
    const unknown = await visitor.call('network.contracts', { params: { networkId: 77 } })
    const nonsense = await server.app.inject('/v1/public/block/networks/xyz/contracts')

    expect([unknown.status, unknown.code]).toEqual([404, Code.NOT_FOUND])
    expect(nonsense.json()).toMatchObject({ code: Code.INVALID_REQUEST })
  })
})

describe('the local chains', () => {
  const post = (payload: object | string, headers = {}) =>
    server.app.inject({ method: 'POST', url: '/rpc/31337', payload, headers })

  test("serve JSON-RPC through the server and allow only the app's origin to read it", async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    const own = await post(request, { origin: 'http://solstice.test' })
    const foreign = await post(request, { origin: 'https://evil.example' })
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/rpc/31337',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    })

    expect(own.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    expect(own.headers['access-control-allow-origin']).toBe('http://solstice.test')
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('http://localhost:5173')
    expect(
      (await server.app.inject({ method: 'POST', url: '/rpc/1', payload: {} })).statusCode,
    ).toBe(404)
  })

  test('return the HTTP error that a test has set', async () => {
    const { node } = chainOf(server)
    node.setFault('*', { kind: 'down', status: 503 })
    const down = await post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    node.clearFaults()

    expect([down.statusCode, down.body]).toEqual([503, 'Out of order'])
  })

  test('are not available in production, and neither are their control calls', async () => {
    const answersOf = async (production: boolean) => {
      const app = await buildApp(server.ctx, {
        production,
        publicOrigin: undefined,
        trustProxy: false,
        devnet: server.devnet,
        devTools: { mailbox: undefined, clock: systemClock() },
      })
      const rpc = await app.inject({
        method: 'POST',
        url: '/rpc/31337',
        payload: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      })
      const order = await app.inject({
        method: 'POST',
        url: '/dev/chains/31337',
        payload: { mine: 1 },
      })
      await app.close()
      return [rpc.statusCode, order.statusCode]
    }

    expect(await answersOf(false)).toEqual([200, 200])
    expect(await answersOf(true)).toEqual([404, 404])
  })
})

test('fetches prices once a minute, including unknown symbols, and keeps the last ones for an hour', async () => {
  const requests: string[][] = []
  let answer = async () => new Map([['ETH', { priceUsd: '3000', priceChange24h: 1 }]])
  const source = server.ctx.prices.prices
  server.ctx.prices.prices = async (symbols) => {
    requests.push([...symbols])
    return answer()
  }
  const prices = priceBoard(server.ctx)
  const ofEth = async () => (await prices(['ETH', 'SCAM'])).get('ETH')?.priceUsd

  await Promise.all([ofEth(), ofEth()])
  server.clock.advance(59_999)
  await ofEth()
  expect(requests).toEqual([['ETH', 'SCAM']])

  answer = () => Promise.reject(new Error('down'))
  server.clock.advance(30 * 60_000)
  const stale = await ofEth()
  server.clock.advance(30 * 60_000)
  const tooOld = await ofEth()
  server.ctx.prices.prices = source

  expect([stale, tooOld]).toEqual(['3000', undefined])
})

describe('operators', () => {
  const set = (chainId: number, body: object) =>
    owner.call('network.set', {
      params: { chainId },
      body: { ...COMMON, rpcUrl: `http://solstice.test/rpc/${chainId}`, ...body },
    })

  test('change a network after its node has confirmed the chain id', async () => {
    const changed = await set(31_338, { networkName: 'Local two', enabled: false })
    const members = await visitor.call('network.list', {})
    const contracts = await visitor.call('network.allContracts', { query: {} })
    const bookmarked = await visitor.call('network.contracts', { params: { networkId: 2 } })
    await set(31_338, { networkName: 'Local two' })

    expect(changed.data).toMatchObject({
      chainId: 31_338,
      networkName: 'Local two',
      enabled: false,
    })
    expect(members.data?.list.map(({ chainId }) => chainId)).toEqual([31_337])
    expect(contracts.data?.list.map(({ chainId }) => chainId)).toEqual([31_337, 31_337])
    expect(bookmarked.code).toBe(Code.NOT_FOUND)
    expect((await visitor.call('network.list', {})).data?.list).toHaveLength(2)
  })

  test('cannot set a node of another chain or one that does not respond', async () => {
    const { node } = chainOf(server)
    node.setFault('eth_chainId', { kind: 'result', result: '0x1' })
    const wrong = await set(31_337, {})
    node.clearFaults()
    const silent = await set(5, { rpcUrl: 'http://127.0.0.1:9/' })
    const file = await set(5, { rpcUrl: 'file:///etc/passwd' })

    expect([wrong.code, silent.code, file.code]).toEqual([
      Code.INVALID_REQUEST,
      Code.INVALID_REQUEST,
      Code.INVALID_REQUEST,
    ])
  })

  test('cannot set an unencrypted node on another machine in production', async () => {
    const plain = { rpcUrl: 'HTTP://rpc.harbor.example', enabled: false }
    server.ctx.settings.refusePlainNodes = true

    const elsewhere = await set(31_338, plain)
    const seeded = seedNetworks(server.ctx, [{ ...COMMON, ...plain, chainId: 5, contracts: [] }])
    await expect(seeded).rejects.toThrow(
      'NETWORKS: the node of chain 5 must be https in production',
    )
    const here = await set(31_338, { rpcUrl: 'http://127.0.0.1:9/', enabled: false })

    server.ctx.settings.refusePlainNodes = false
    await set(31_338, { networkName: 'Local two' })
    expect([elsewhere.code, here.code]).toEqual([Code.INVALID_REQUEST, Code.SUCCESS])
  })

  test('allow the app to call the node of a network until it is disabled', async () => {
    const policy = async () => {
      server.clock.advance(10_000)
      const { headers } = await server.app.inject('/healthz/live')
      return String(headers['content-security-policy'])
    }
    const before = await policy()
    const network = {
      ...COMMON,
      chainId: 11_155_111,
      rpcUrl: 'https://rpc.example/key',
      contracts: [],
    }
    await seedNetworks(server.ctx, [{ ...network, enabled: true }])
    const during = await policy()
    await seedNetworks(server.ctx, [{ ...network, enabled: false }])

    expect(before).not.toContain('rpc.example')
    expect(during).toContain("connect-src 'self' https://rpc.example;")
    expect(await policy()).not.toContain('rpc.example')
  })

  test('keep their second node and agreement limits through a restart with an older file', async () => {
    const coin = { name: 'Ether', symbol: 'BaseETH', decimals: 18, logoUrl: null, enabled: true }
    const chainId = 84_532
    const settings = { ...COMMON, rpcUrl: 'https://base.example/key', enabled: false }
    const contracts = [{ ...coin, address: null, agreeAbove: null }]
    const file = { ...settings, chainId, contracts }
    await seedNetworks(server.ctx, [file])
    const secondRpcUrl = 'https://second.example/key'
    await owner.call('network.set', { params: { chainId }, body: { ...settings, secondRpcUrl } })
    const params = { chainId, contract: 'native' }
    await owner.call('network.setContract', { params, body: { ...coin, agreeAbove: '2' } })
    await seedNetworks(server.ctx, [{ ...file, confirmations: 9 }])
    const networks = await owner.call('network.showAll', {})
    const tokens = await owner.call('network.showContracts', {})

    const network = networks.data?.list.find((each) => each.chainId === chainId)
    const token = tokens.data?.list.find((each) => each.chainId === chainId)
    expect(network).toMatchObject({ secondRpcUrl, confirmations: 9 })
    expect(token).toMatchObject({ agreeAbove: '2' })
  })

  test('can save a token only with the decimals of its contract', async () => {
    const token = (contract: string, decimals: number, symbol = 'USDX') =>
      owner.call('network.setContract', {
        params: { chainId: 31_337, contract },
        body: { name: 'Other Dollar', symbol, decimals },
      })

    expect((await token(TOKEN, 18)).code).toBe(Code.INVALID_REQUEST)
    expect((await token('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 6)).code).toBe(
      Code.INVALID_REQUEST,
    )
    expect((await token('xyz', 6)).code).toBe(Code.WALLET_ADDRESS_INVALID)
    expect((await token('native', 6)).code).toBe(Code.INVALID_REQUEST)
    const elsewhere = await owner.call('network.setContract', {
      params: { chainId: 99, contract: TOKEN },
      body: { name: 'x', symbol: 'X', decimals: 6 },
    })
    expect(elsewhere.code).toBe(Code.NOT_FOUND)
    expect((await token(TOKEN.toLowerCase(), 6)).data).toMatchObject({
      address: TOKEN,
      symbol: 'USDX',
      priceUsd: null,
      enabled: true,
    })
    await token(TOKEN, 6, 'USDS')
  })

  test('set a manual price and remove it', async () => {
    const price = async () =>
      (await visitor.call('network.contracts', { params: { networkId: 1 } })).data?.list[1]
    const set = (priceUsd: string | null, symbol = 'USDS') =>
      owner.call('network.setPrice', { params: { symbol }, body: { priceUsd } })

    await set('0.97')
    expect(await price()).toMatchObject({ priceUsd: '0.97', priceChange24h: null })
    expect((await owner.call('network.showPrices', {})).data?.list).toContainEqual({
      symbol: 'USDS',
      priceUsd: '0.97',
      priceChange24h: null,
      byHand: true,
      at: server.clock.now.toISOString(),
      sourceUsd: '1.00',
      deviation: -3,
    })
    await set(null)
    expect(await price()).toMatchObject({ priceUsd: '1.00', priceChange24h: 0 })
    expect((await set('1', 'NOPE')).code).toBe(Code.NOT_FOUND)
  })

  test('need the right role, and their changes are audited', async () => {
    const support = await anOperator(server, 'SUPPORT')
    const programme = await anOperator(server, 'PROGRAMME')
    const params = { symbol: 'ETH' }

    expect((await support.call('network.showAll', {})).code).toBe(0)
    const refused = await programme.call('network.set', {
      params: { chainId: 31_337 },
      body: { ...COMMON, rpcUrl: 'http://solstice.test/rpc/31337' },
    })
    expect(refused.code).toBe(Code.ACCESS_DENIED)
    expect((await support.call('network.setPrice', { params, body: { priceUsd: '1' } })).code).toBe(
      Code.ACCESS_DENIED,
    )
    expect(
      (await programme.call('network.setPrice', { params, body: { priceUsd: null } })).code,
    ).toBe(0)
    const { data } = await owner.call('operator.listAudit', { query: { subject: 'price:ETH' } })
    expect(data?.list[0]).toMatchObject({ action: 'price.set', after: { priceUsd: null } })
  })
})
