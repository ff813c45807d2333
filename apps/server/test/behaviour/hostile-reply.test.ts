import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  readBalance,
  readFullBlock,
  readLogs,
  readTokenBalance,
} from '#/modules/chain/chain-reading.service.ts'
import { describeFault } from '#/platform/process/logger.ts'
import { longestStallMs, STALL_MAX_MS } from '#test/stall.ts'
import { etherscanExplorer } from '#/adapters/etherscan-explorer.ts'
import { jsonRpcChains } from '#/adapters/json-rpc-chains.ts'
import { priceApi } from '#/adapters/price-sources.ts'
import { smtpMailer } from '#/adapters/smtp-mailer.ts'

/**
 * Just below the 5 MB that an adapter reads at most; outside.test.ts covers an endless response.
 */
const SIZE = 4_900_000
const many = (text: string, size = SIZE) => text.repeat(Math.floor(size / text.length))
const listOf = (item: string) => `[${many(`${item},`)}${item}]`

/** These responses take the JSON parser, or the schema after it, the longest. */
const VALUES: readonly (readonly [string, string])[] = [
  ['open brackets', many('[')],
  ['nested lists', `${many('[', SIZE / 2)}${many(']', SIZE / 2)}`],
  ['nested objects', `${many('{"a":', SIZE / 2)}1${many('}', SIZE / 12)}`],
  ['empty objects', listOf('{}')],
  ['empty texts', listOf('""')],
  ['numbers', listOf('1')],
  ['sixty thousand wrong items', `[${many('{},', 90_000)}{}]`],
  ['sixty thousand wrong texts', `["x"${',"x"'.repeat(59_000)}]`],
  ['many fields', `{${Array.from({ length: 350_000 }, (_, at) => `"k${at}":1`).join()}}`],
  [
    'fifty thousand wrong fields',
    `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":[]`).join()}}`,
  ],
  ['a long text', `"${many('a')}"`],
  ['a long hexadecimal number', `"0x${many('9')}"`],
  ['a long decimal number', `"${many('9')}"`],
  ['blanks', `"${many(' ')}"`],
  ['escaped signs', `"${many('\\u0041')}"`],
  ['a long key', `{"${many('k')}":1}`],
]

let body = Buffer.alloc(0)
const server = createHttpServer((_request, response) => void response.end(body))
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${portOf(server)}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const portOf = (listening: Pick<Server, 'address'>) => (listening.address() as AddressInfo).port

/** A rejected call is acceptable here; formatting its error must not stall the server either. */
const settle = (response: Promise<unknown>): Promise<unknown> => response.catch(describeFault)

const node = () =>
  jsonRpcChains({ devnet: undefined, localOrigin: url }).node({ chainId: 1, rpcUrl: url })
const ADDRESS = `0x${'a'.repeat(40)}`
const READERS = {
  'a balance of a node': () => readBalance(node(), ADDRESS).then(String),
  'a token balance of a node': () => readTokenBalance(node(), ADDRESS, ADDRESS).then(String),
  'logs of a node': () => readLogs(node(), {}),
  'a full block of a node': () => readFullBlock(node(), 1),
}

describe.each(VALUES)('5 MB of %s', (_label, value) => {
  test.each(Object.entries(READERS))(
    'does not stall the server when returned as %s',
    async (_name, read) => {
      body = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${value}}`)
      expect(await longestStallMs(() => settle(read()))).toBeLessThan(STALL_MAX_MS)
    },
  )

  test('does not stall the server when returned as an error of a node', async () => {
    body = Buffer.from(`{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":${value}}}`)
    const read = READERS['a balance of a node']
    expect(await longestStallMs(() => settle(read()))).toBeLessThan(STALL_MAX_MS)
  })

  test('does not stall the server when returned by the explorer', async () => {
    const request = () => etherscanExplorer({ url, apiKey: undefined }).query({})
    for (const reply of [
      `{"status":"1","message":"OK","result":${value}}`,
      `{"status":"0","message":${value},"result":"NOTOK"}`,
    ]) {
      body = Buffer.from(reply)
      expect(await longestStallMs(() => settle(request()))).toBeLessThan(STALL_MAX_MS)
    }
  })

  test('does not stall the server when returned by the price source', async () => {
    body = Buffer.from(`{"eth":${value}}`)
    const request = () => priceApi({ url, apiKey: undefined }).prices(['ETH'])
    expect(await longestStallMs(() => settle(request()))).toBeLessThan(STALL_MAX_MS)
  })
})

test.each([
  ['a single unterminated line', many('a')],
  ['continuation lines', many('220-a\r\n')],
  ['unsolicited responses', many('220 a\r\n')],
])('a mail server that sends 5 MB of %s does not stall the server', async (_label, output) => {
  const mailServer = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume().end(output)
  }).listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  const mailer = smtpMailer(`smtp://127.0.0.1:${portOf(mailServer)}`, 'a@harbor.example')
  const mail = { to: 'b@harbor.example', subject: 'a', text: 'a', html: 'a' }

  const stall = await longestStallMs(() => settle(mailer.send(mail)))
  await new Promise((resolve) => mailServer.close(resolve))

  expect(stall).toBeLessThan(STALL_MAX_MS)
})
