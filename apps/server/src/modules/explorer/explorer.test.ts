import { sql } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { FAUCET_ADDRESS } from '@solstice/devnet/genesis'
import type { DevnetChain } from '@solstice/devnet/devnet'
import { networkByChain } from '#/modules/network/network.service.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { indexHead } from './chain-index.service.ts'
import { queryExplorer, type ExplorerQuery } from '#test/query-explorer.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { longestStallMs, STALL_MAX_MS } from '#test/stall.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'

let server: TestApp
let chain: DevnetChain
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  chain = chainOf(server)
})
afterAll(() => server.close())
beforeEach(() => chain.node.clearFaults())

/**
 * A contract that reverts every call with Error(string) of 100,000 times "a": it writes selector,
 * offset and length, then 32 letters at a time in a loop. The first eleven bytes deploy the rest.
 */
const LONG_REVERT = `0x605080600b6000396000f3${[
  '6308c379a060e01b6000526020600452620186a06024526044',
  `5b7f${'61'.repeat(32)}8152602001`,
  '620186e48110601957620186e46000fd',
].join('')}` as const

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const fetchReply = (query: ExplorerQuery) => queryExplorer(server, query)

async function rowsFor(address: string, query: ExplorerQuery) {
  const { data } = await fetchReply({ address, ...query })
  return (data?.result ?? []) as Record<string, string>[] // List actions return rows.
}

async function aSpender() {
  const wallet = aWallet()
  await chain.faucet.send(wallet.address, { native: '1', token: '100' })
  await chain.control.mine(1)
  return wallet
}

describe('the index of a local chain', () => {
  test('lists sent and received transactions, newest first, in the format of the explorer API', async () => {
    const wallet = await aSpender()
    const sent = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    const failed = await sendFrom(wallet, chain, {
      to: chain.network.token.address,
      data: '0xdeadbeef',
    })
    await chain.control.mine(2)

    const reply = await fetchReply({ action: 'txlist', address: wallet.address.toLowerCase() })

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

  test('lists token transfers with the names of known tokens, optionally of one token', async () => {
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
    const other = await fetchReply({
      action: 'tokentx',
      address: wallet.address,
      contractaddress: FRIEND,
    })
    expect(other.data).toEqual({ status: '0', message: 'No transactions found', result: [] })
  })

  test('supports paging, both sort orders and a range of blocks', async () => {
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

  test('returns balances and three gas prices', async () => {
    const wallet = await aSpender()
    const { token } = chain.network

    expect((await fetchReply({ action: 'balance', address: wallet.address })).data?.result).toBe(
      String(10n ** 18n),
    )
    const tokens = { action: 'tokenbalance', address: wallet.address } as const
    expect((await fetchReply({ ...tokens, contractaddress: token.address })).data?.result).toBe(
      '100000000',
    )
    expect((await fetchReply({ ...tokens, contractaddress: FRIEND })).data?.result).toBe('0')
    expect((await fetchReply({ action: 'gasoracle' })).data?.result).toMatchObject({
      SafeGasPrice: '1.5',
      ProposeGasPrice: '2',
      FastGasPrice: '3',
      suggestBaseFee: '1',
    })
  })

  test('drops rolled-back transactions and lists the ones that replaced them', async () => {
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

  test('keeps no block that was rolled back while the next one was read', async () => {
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
      const isFullBlock = method === 'eth_getBlockByNumber' && params[1] === true
      if (isFullBlock && instead === undefined) {
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

  test('indexes every block once when many callers query it concurrently', async () => {
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

  test('returns 9999 while the chain is unavailable and recovers afterwards', async () => {
    const wallet = await aSpender()
    chain.node.setFault('*', { kind: 'down', status: 503 })
    const silent = await fetchReply({ action: 'txlist', address: wallet.address })
    chain.node.clearFaults()

    expect(silent).toMatchObject({ status: 500, code: Code.SERVER_ERROR })
    expect(await rowsFor(wallet.address, { action: 'txlist' })).toHaveLength(1)
  })

  test('rejects a contract that reverts with 100 KB of text without stalling', async () => {
    const wallet = await aSpender()
    await sendFrom(wallet, chain, { data: LONG_REVERT })
    await chain.control.mine(1)
    const [made] = await rowsFor(wallet.address, { action: 'txlist', offset: 1 })
    const contractaddress = made?.['contractAddress'] ?? ''
    const query = { action: 'tokenbalance', address: FRIEND, contractaddress } as const
    server.log.text = ''

    const stall = await longestStallMs(() => fetchReply(query))
    const reply = await fetchReply(query)

    expect(stall).toBeLessThan(STALL_MAX_MS)
    expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    expect(server.log.text).not.toContain('a'.repeat(2000))
  })

  test('keeps its blocks and adds none while the node serves another chain', async () => {
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
    const wrongResponse = await fetchReply({ action: 'txlist', address: wallet.address })
    const left = await countBlocks()
    chain.node.clearFaults()

    expect(wrongResponse).toMatchObject({ status: 500, code: Code.SERVER_ERROR })
    expect(left).toBe(before)
    expect(await rowsFor(wallet.address, { action: 'txlist' })).toHaveLength(1)
  })
})

test.each([
  ['an unknown action', { action: 'eth_sendRawTransaction' }],
  ['the wrong module', { module: 'gastracker' }],
  ['an unknown network', { chainid: '424242' }],
  ['a host chosen by the caller', { chainid: 'https://evil.example' }],
  ['no address', { address: 'xyz' }],
  ['a page size above the limit', { offset: '101' }],
  ['an unknown field', { url: 'http://169.254.169.254' }],
  ['another block tag', { tag: 'pending' }],
])('rejects %s with 9992', async (_label, change) => {
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

test('returns 429 (2902) when one IP address exceeds its limit', async () => {
  server.ctx.settings.ipLimitFactor = 1
  const url = '/v1/public/block/transactions?module=gastracker&action=gasoracle&chainid=31337'
  const codes = new Set<number>()
  for (let call = 0; call <= 240; call += 1) {
    codes.add((await server.app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode)
  }
  server.ctx.settings.ipLimitFactor = 100

  expect(codes).toEqual(new Set([200, 429]))
})
