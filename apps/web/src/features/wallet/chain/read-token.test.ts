import { encodeAbiParameters, stringToHex, toHex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shortAddress } from '#/features/wallet/address.ts'
import { toNetwork } from './networks.ts'
import type { Asset } from './networks.ts'
import { readToken } from './read-token.ts'
import { RpcError } from './rpc-error.ts'

const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const NETWORK = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node.example' })
const listed: Asset = {
  contractId: 2,
  networkId: 1,
  chainId: 31337,
  address: TOKEN.toLowerCase(),
  symbol: 'USDS',
  name: 'Solstice Dollar',
  decimals: 6,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const uint = (value: number) => toHex(value, { size: 32 })
const reverted = { error: { code: 3, message: 'execution reverted' } }

type Responses = Record<'code' | 'name' | 'symbol' | 'decimals', string | object>
let responses: Responses
const CALLS = { '0x06fdde03': 'name', '0x95d89b41': 'symbol', '0x313ce567': 'decimals' } as const

beforeEach(() => {
  responses = { code: '0x6080', name: text('Tide Token'), symbol: text('TIDE'), decimals: uint(18) }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: [{ data: string }] }
    const answer = answerTo(method, params)
    return Response.json(typeof answer === 'string' ? { result: answer } : answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

function answerTo(method: string, [call]: [{ data: string }]): string | object {
  if (method === 'eth_chainId') return '0x7a69'
  if (method === 'eth_getCode') return responses.code
  return responses[CALLS[call.data as keyof typeof CALLS]]
}

test('reads name, symbol and decimals of a contract', async () => {
  expect(await readToken(NETWORK, TOKEN.toLowerCase(), [])).toEqual({
    address: TOKEN,
    name: 'Tide Token',
    symbol: 'TIDE',
    decimals: 18,
  })
})

test('cleans and truncates the name of a contract', async () => {
  responses.name = text(`\u202EUSD\u200B Coin\n${'x'.repeat(5000)}`)
  responses.symbol = stringToHex('OLD', { size: 32 })
  const token = await readToken(NETWORK, TOKEN, [])

  expect(token).toMatchObject({ symbol: 'OLD' })
  expect(token).toHaveProperty('name', `USD Coin ${'x'.repeat(30)}…`)
})

test.each([
  ['refuses', reverted],
  ['reverts without a reason', { error: { code: -32000, message: 'Transaction reverted' } }],
  ['answers nothing', '0x'],
  ['returns an offset beyond its end', `0x${'f'.repeat(192)}`],
])('uses the address as the name of a contract that %s', async (_, answer) => {
  responses.name = answer
  responses.symbol = answer

  expect(await readToken(NETWORK, TOKEN, [])).toMatchObject({
    name: shortAddress(TOKEN),
    symbol: '?',
  })
})

test('refuses an address without a contract', async () => {
  responses.code = '0x'

  expect(await readToken(NETWORK, TOKEN, [])).toBe('not-contract')
})

test.each([
  ['reverts', reverted],
  ['answers nothing', '0x'],
  ['returns more than a number', text('18')],
  ['has 255', uint(255)],
])('refuses a contract whose decimals call %s', async (_, answer) => {
  responses.decimals = answer

  expect(await readToken(NETWORK, TOKEN, [])).toBe('no-decimals')
})

test.each([
  [{ code: -32015, message: 'VM execution error.' }],
  [{ code: -32603, message: 'Internal JSON-RPC error: execution reverted' }],
  [{ code: -32000, message: 'invalid opcode: INVALID' }],
  [{ code: -32000, message: 'invalid jump destination' }],
])('treats %j from a node as a missing contract function', async (error) => {
  responses.decimals = { error }

  expect(await readToken(NETWORK, TOKEN, [])).toBe('no-decimals')
})

test('refuses a token that is known on this network, but not on another', async () => {
  expect(await readToken(NETWORK, TOKEN, [listed])).toBe('known')
  expect(await readToken(NETWORK, TOKEN, [{ ...listed, chainId: 1 }])).toMatchObject({
    symbol: 'TIDE',
  })
})

test('does not treat an unresponsive node as a contract without decimals', async () => {
  vi.stubGlobal('fetch', async () => new Response('gateway', { status: 502 }))

  await expect(readToken(NETWORK, TOKEN, [])).rejects.toBeInstanceOf(RpcError)
})

test.each([
  [{ code: -32005, message: 'limit exceeded' }],
  [{ code: -32603, message: 'internal error' }],
  [{ code: -32000, message: 'header not found' }],
])('does not treat %j from a node as a missing contract function', async (error) => {
  responses.symbol = { error }
  await expect(readToken(NETWORK, TOKEN, [])).rejects.toBeInstanceOf(RpcError)

  responses.decimals = { error }
  await expect(readToken(NETWORK, TOKEN, [])).rejects.toBeInstanceOf(RpcError)
})
