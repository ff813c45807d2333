import { sql } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { FAUCET_ADDRESS } from '@solstice/devnet/genesis'
import type { DevnetChain } from '@solstice/devnet/devnet'
import type { CallInput } from '@solstice/contract/wire'
import { seedNetworks } from '#/modules/network/network-operator.service.ts'
import { networkByChain } from '#/modules/network/network.service.ts'
import type { ChainNode, ExplorerReply } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { indexHead } from './chain-index.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { longestStallMs, STALL_MAX_MS } from '#test/stall.ts'
import { openBrowser } from '#test/test-member.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'

type Query = CallInput<'explorer.query'>['query']

let server: TestApp
let chain: DevnetChain
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  chain = chainOf(server)
})
afterAll(() => server.close())
beforeEach(() => chain.node.clearFaults())

/**
 * A contract that answers every call with revert Error(string) of 100,000 times "a": writes selector,
 * offset and length, then 32 letters at a time in a loop. The first eleven bytes deploy the rest.
 */
const LONG_REVERT = `0x605080600b6000396000f3${[
  '6308c379a060e01b6000526020600452620186a06024526044',
  `5b7f${'61'.repeat(32)}8152602001`,
  '620186e48110601957620186e46000fd',
].join('')}` as const

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const ask = (query: Partial<Query> & Pick<Query, 'action'>) =>
  openBrowser(server).call('explorer.query', {
    query: {
      module: query.action === 'gasoracle' ? 'gastracker' : 'account',
      chainid: 31_337,
      ...query,
    },
  })

async function rowsFor(address: string, query: Partial<Query> & Pick<Query, 'action'>) {
  const { data } = await ask({ address, ...query })
  return (data?.result ?? []) as Record<string, string>[] // Lists are lists of rows.
}

async function aSpender() {
  const wallet = aWallet()
  await chain.faucet.send(wallet.address, { native: '1', token: '100' })
  await chain.control.mine(1)
  return wallet
}

describe('our own index of a local chain', () => {
  test('lists transactions of both directions, newest first, as the explorer API does', async () => {
    const wallet = await aSpender()
    const sent = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    const failed = await sendFrom(wallet, chain, {
      to: chain.network.token.address,
      data: '0xdeadbeef',
    })
    await chain.control.mine(2)

    const reply = await ask({ action: 'txlist', address: wallet.address.toLowerCase() })

    expect(reply.data).toMatchObject({ status: '1', message: 'OK' })
    const rows = reply.data?.result as Record<string, string>[]
    expect(rows.map(({ hash, isError }) => [hash, isError])).toEqual([
      [failed, '1'],
      [sent, '0'],
      [expect.any(String), '0'],
    ])
    expect(rows[1]).toMatchObject({
      from: wallet.address,
      to: FRIEND,
      value: '5',
      nonce: '0',
      gasUsed: '21000',
      txreceipt_status: '1',
      confirmations: '2',
    })
    expect(rows[1]?.['timeStamp']).toMatch(/^\d{10}$/)
    expect(rows[2]).toMatchObject({ from: FAUCET_ADDRESS, value: String(10n ** 18n) })
  })

  test('lists token transfers with the names of known tokens, and of one token if asked', async () => {
    const wallet = await aSpender()
    const args = [FRIEND, 7_000_000n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    const hash = await sendFrom(wallet, chain, { to: chain.network.token.address, data })
    await chain.control.mine(1)

    const rows = await rowsFor(wallet.address, { action: 'tokentx' })

    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      hash,
      from: wallet.address,
      to: FRIEND,
      value: '7000000',
      contractAddress: chain.network.token.address,
      tokenName: 'Solstice Dollar',
      tokenSymbol: 'USDS',
      tokenDecimal: '6',
    })
    const other = await ask({ action: 'tokentx', address: wallet.address, contractaddress: FRIEND })
    expect(other.data).toEqual({ status: '0', message: 'No transactions found', result: [] })
  })

  test('pages, turns around and keeps to the blocks that were asked for', async () => {
    const wallet = await aSpender()
    const hashes: string[] = []
    for (let value = 1n; value <= 3n; value += 1n) {
      hashes.push(await sendFrom(wallet, chain, { to: FRIEND, value }))
      await chain.control.mine(1)
    }
    const list = async (query: object) =>
      (await rowsFor(wallet.address, { action: 'txlist', ...query })).map(({ hash }) => hash)

    const all = await list({})
    expect(all.slice(0, 3)).toEqual(hashes.toReversed())
    expect(await list({ page: 2, offset: 1 })).toEqual([hashes[1]])
    expect((await list({ sort: 'asc' })).slice(1)).toEqual(hashes)
    const [newest] = await rowsFor(wallet.address, { action: 'txlist', offset: 1 })
    const endblock = Number(newest?.['blockNumber']) - 1
    expect((await list({ endblock })).slice(0, 2)).toEqual([hashes[1], hashes[0]])
    expect(await list({ startblock: endblock + 1 })).toEqual([hashes[2]])
  })

  test('tells balances and three gas prices', async () => {
    const wallet = await aSpender()
    const { token } = chain.network

    expect((await ask({ action: 'balance', address: wallet.address })).data?.result).toBe(
      String(10n ** 18n),
    )
    const tokens = { action: 'tokenbalance', address: wallet.address } as const
    expect((await ask({ ...tokens, contractaddress: token.address })).data?.result).toBe(
      '100000000',
    )
    expect((await ask({ ...tokens, contractaddress: FRIEND })).data?.result).toBe('0')
    expect((await ask({ action: 'gasoracle' })).data?.result).toMatchObject({
      SafeGasPrice: '1.5',
      ProposeGasPrice: '2',
      FastGasPrice: '3',
      suggestBaseFee: '1',
    })
  })

  test('knows nothing any more of what was rolled back, and everything of what came instead', async () => {
    const wallet = await aSpender()
    const hash = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    await chain.control.mine(2)
    const before = await rowsFor(wallet.address, { action: 'txlist' })

    await chain.control.rollBack(2, 'drop')
    const gone = await rowsFor(wallet.address, { action: 'txlist' })
    const instead = await sendFrom(wallet, chain, { to: FRIEND, value: 6n })
    await chain.control.mine(1)
    const after = await rowsFor(wallet.address, { action: 'txlist' })

    expect(before[0]?.['hash']).toBe(hash)
    expect(gone).toHaveLength(1)
    expect(after[0]).toMatchObject({ hash: instead, value: '6' })
  })

  test('keeps no block that was rolled back while the next one was being read', async () => {
    const wallet = await aSpender()
    const taken = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    await chain.control.mine(1)
    const before = await rowsFor(wallet.address, { action: 'txlist' })
    await chain.control.mine(1)
    let instead: string | undefined
    const network = await networkByChain(server.ctx, 31_337)
    if (!network) throw new Error('No network')
    const node = server.ctx.chains.node(network)
    const call: ChainNode['call'] = async (method, params) => {
      const isWhole = method === 'eth_getBlockByNumber' && params[1] === true
      if (isWhole && instead === undefined) {
        await chain.control.rollBack(2, 'drop')
        instead = await sendFrom(wallet, chain, { to: FRIEND, value: 6n })
        await chain.control.mine(3)
      }
      return node.call(method, params)
    }

    await indexHead({ ...server.ctx, chains: { node: () => ({ call }) } }, network)
    const after = await rowsFor(wallet.address, { action: 'txlist' })

    expect(before[0]?.['hash']).toBe(taken)
    expect(after).toHaveLength(2)
    expect(after[0]).toMatchObject({ hash: instead, value: '6' })
  })

  test('is asked by many at once and counts every block once', async () => {
    const wallet = await aSpender()
    await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    await chain.control.mine(1)

    const lists = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        rowsFor(wallet.address, { action: 'txlist', offset: 10 + at }),
      ),
    )

    expect(new Set(lists.map(({ length }) => length))).toEqual(new Set([2]))
  })

  test('answers 9999 while its chain is silent, and is right again afterwards', async () => {
    const wallet = await aSpender()
    chain.node.setFault('*', { kind: 'down', status: 503 })
    const silent = await ask({ action: 'txlist', address: wallet.address })
    chain.node.clearFaults()

    expect(silent).toMatchObject({ status: 500, code: Code.SERVER_ERROR })
    expect(await rowsFor(wallet.address, { action: 'txlist' })).toHaveLength(1)
  })

  test('refuses a contract that reverts with 100 KB of text, without stalling over it', async () => {
    const wallet = await aSpender()
    await sendFrom(wallet, chain, { data: LONG_REVERT })
    await chain.control.mine(1)
    const [made] = await rowsFor(wallet.address, { action: 'txlist', offset: 1 })
    const contractaddress = made?.['contractAddress'] ?? ''
    const query = { action: 'tokenbalance', address: FRIEND, contractaddress } as const
    server.log.text = ''

    const stall = await longestStallMs(() => ask(query))
    const reply = await ask(query)

    expect(stall).toBeLessThan(STALL_MAX_MS)
    expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    expect(server.log.text).not.toContain('a'.repeat(2000))
  })

  test('forgets nothing and learns nothing while another chain answers in its place', async () => {
    const wallet = await aSpender()
    expect(await rowsFor(wallet.address, { action: 'txlist' })).toHaveLength(1)
    const countBlocks = async () =>
      (await rowsOf(server.ctx.db, sql`select number from chain_blocks`)).length
    const before = await countBlocks()

    chain.node.setFault('eth_chainId', { kind: 'result', result: '0x1' })
    chain.node.setFault('eth_getBlockByNumber', {
      kind: 'lie',
      change: { hash: `0x${'ab'.repeat(32)}` },
    })
    const lied = await ask({ action: 'txlist', address: wallet.address })
    const left = await countBlocks()
    chain.node.clearFaults()

    expect(lied).toMatchObject({ status: 500, code: Code.SERVER_ERROR })
    expect(left).toBe(before)
    expect(await rowsFor(wallet.address, { action: 'txlist' })).toHaveLength(1)
  })
})

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

test.each([
  ['an unknown action', { action: 'eth_sendRawTransaction' }],
  ['the wrong module', { module: 'gastracker' }],
  ['an unknown network', { chainid: '424242' }],
  ['a host of the own choice', { chainid: 'https://evil.example' }],
  ['no address', { address: 'xyz' }],
  ['too long a page', { offset: '101' }],
  ['a field that does not exist', { url: 'http://169.254.169.254' }],
  ['an older state', { tag: 'pending' }],
])('refuses %s with 9992', async (_what, change) => {
  const query = {
    module: 'account',
    action: 'balance',
    address: FRIEND,
    chainid: '31337',
    ...change,
  }
  const url = `/v1/public/block/transactions?${new URLSearchParams(query).toString()}`

  const response = await server.app.inject(url)

  expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
})

test('is asked so often from one place, and then answers 2902', async () => {
  server.ctx.settings.ipLimitFactor = 1
  const url = '/v1/public/block/transactions?module=gastracker&action=gasoracle&chainid=31337'
  const codes = new Set<number>()
  for (let call = 0; call <= 240; call += 1) {
    codes.add((await server.app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode)
  }
  server.ctx.settings.ipLimitFactor = 100

  expect(codes).toEqual(new Set([200, 429]))
})
