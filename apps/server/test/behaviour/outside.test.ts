import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { etherscanExplorer } from '#/adapters/etherscan-explorer.ts'
import { jsonRpcChains } from '#/adapters/json-rpc-chains.ts'
import { readNetworksFile } from '#/adapters/networks-file.ts'
import { priceApi } from '#/adapters/price-sources.ts'

/** A real HTTP server that returns what the test configures, or nothing. */
let server: Server
let url: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
const requestedUrls: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requestedUrls.length = 0
})

const json = (body: unknown, status = 200) => {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
const silence = () => {
  answer = () => {}
}
const redirect = () => {
  answer = (_request, response) => {
    response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
  }
}

describe('a JSON-RPC node', () => {
  const call = () => {
    const chains = jsonRpcChains({ devnet: undefined, localOrigin: url, timeoutMs: 300 })
    return chains.node({ chainId: 1, rpcUrl: `${url}/v3/key` }).call('eth_chainId', [])
  }

  test('returns its result, including null', async () => {
    json({ jsonrpc: '2.0', id: 1, result: '0x1' })
    expect(await call()).toBe('0x1')
    json({ jsonrpc: '2.0', id: 1, result: null })
    expect(await call()).toBeNull()
    json({ jsonrpc: '2.0', id: 1, result: '0x1', error: null })
    expect(await call()).toBe('0x1')
    expect(requestedUrls).toEqual(['/v3/key', '/v3/key', '/v3/key'])
  })

  test.each([
    ['an error', () => json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no' } })],
    ['no result', () => json({ jsonrpc: '2.0', id: 1 })],
    ['a status', () => json({ result: '0x1' }, 503)],
    [
      'no JSON',
      () => {
        answer = (_, response) => void response.end('<html>')
      },
    ],
    ['silence', silence],
    ['a redirect', redirect],
    [
      'a response above the size limit',
      () => {
        answer = (_, response) => void response.end('x'.repeat(5_000_001))
      },
    ],
  ])('fails without following or retrying when it returns %s', async (_label, prepare) => {
    prepare()
    await expect(call()).rejects.toThrow('eth_chainId failed on chain 1')
    expect(requestedUrls).toHaveLength(1)
  })

  test('sends calls for a local chain of another process to the server that runs it', async () => {
    json({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    const chains = jsonRpcChains({ devnet: undefined, localOrigin: url })

    await chains.node({ chainId: 31_337, rpcUrl: '/rpc/31337' }).call('eth_chainId', [])

    expect(requestedUrls).toEqual(['/rpc/31337'])
  })
})

describe('the Etherscan API', () => {
  const fetchExplorer = (query: Record<string, string> = { action: 'balance', chainid: '1' }) =>
    etherscanExplorer({ url: `${url}/v2/api`, apiKey: 'secret', timeoutMs: 300 }).query(query)

  test('sends the key and converts every value of the result to text', async () => {
    json({ status: '1', message: 'OK', result: [{ blockNumber: 7, to: null, hash: '0x1' }] })

    expect(await fetchExplorer()).toEqual({
      status: '1',
      message: 'OK',
      result: [{ blockNumber: '7', to: '', hash: '0x1' }],
    })
    expect(requestedUrls).toEqual(['/v2/api?action=balance&chainid=1&apikey=secret'])
  })

  test('accepts an empty list of transactions as a result', async () => {
    const nothing = { status: '0', message: 'No transactions found', result: [] }
    json(nothing)
    expect(await fetchExplorer()).toEqual(nothing)
  })

  test.each([
    [
      'rejects the API key',
      () => json({ status: '0', message: 'NOTOK', result: 'Invalid API Key' }),
    ],
    ['returns an unexpected shape', () => json({ error: 'no' })],
    ['is down', () => json({}, 500)],
    ['is silent', silence],
    ['leads elsewhere', redirect],
  ])('fails when the service %s', async (_label, prepare) => {
    prepare()
    await expect(fetchExplorer()).rejects.toThrow(Error)
    expect(requestedUrls).toHaveLength(1)
  })
})

describe('the price API', () => {
  const fetchPrices = () =>
    priceApi({ url: `${url}/simple/price`, apiKey: undefined, timeoutMs: 300 }).prices([
      'ETH',
      'SCAM',
    ])

  test('derives the rates from the prices of one symbol and ignores unusable ones', async () => {
    json({ eth: { usd: 3200, eur: 2752, krw: 4_448_000, jpy: 0, cny: null, gbp: 'much' } })

    expect((await fetchPrices()).get('ETH')).toEqual({
      priceUsd: '3200',
      priceChange24h: 0,
      rates: { EUR: '0.86', KRW: '1390' },
    })
  })

  test('requests prices by symbol and leaves out unknown symbols', async () => {
    json({ eth: { usd: 3201.456, usd_24h_change: -1.239 } })

    expect(await fetchPrices()).toEqual(
      new Map([['ETH', { priceUsd: '3201.46', priceChange24h: -1.24, rates: {} }]]),
    )
    expect(requestedUrls).toEqual([
      '/simple/price?symbols=eth%2Cscam&vs_currencies=usd%2Ceur%2Cgbp%2Ckrw%2Cjpy%2Ccny%2Caud%2Ccad%2Cchf%2Csgd&include_24hr_change=true',
    ])
  })

  test('returns very small prices without an exponent, and rejects a price of zero', async () => {
    json({ eth: { usd: 0.0000001 } })
    expect((await fetchPrices()).get('ETH')?.priceUsd).toBe('0.0000001')
    json({ eth: { usd: 0 } })
    await expect(fetchPrices()).rejects.toThrow(Error)
  })

  test('fails when the service does not respond', async () => {
    silence()
    await expect(fetchPrices()).rejects.toThrow(Error)
  })
})

describe('the networks file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-networks-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('loads the example that ships with the repository', async () => {
    const path = new URL('../../../../docs/networks.example.json', import.meta.url).pathname
    const networks = await readNetworksFile(path)

    expect(networks.map(({ chainId, networkSymbol }) => [chainId, networkSymbol])).toEqual([
      [1, 'ETH'],
      [56, 'BNB'],
      [137, 'POL'],
    ])
  })

  test.each(['{', '[{"chainId":1}]', '{}'])(
    'is rejected with a readable message when it contains %j',
    async (content) => {
      const path = join(folder, 'networks.json')
      writeFileSync(path, content)
      await expect(readNetworksFile(path)).rejects.toThrow(`NETWORKS: ${path} cannot be used`)
    },
  )
})
