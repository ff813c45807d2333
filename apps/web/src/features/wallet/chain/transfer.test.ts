import { parseTransaction, recoverTransactionAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSignOutTasks } from '#/lib/sign-out.ts'
import type { UnsignedTransaction } from '#/vault/vault.ts'
import { NonceTakenError, UnsureError } from './broadcast.ts'
import { toNetwork } from './networks.ts'
import type { FeeCeiling } from './fees.ts'
import { discardAccepted, loadSent, useSent } from './sent.ts'
import type { Sent } from './sent.ts'
import { readSignedTransaction } from './signed-transaction.ts'
import { replaceSent, report, sendCall, sendTransfer } from './transfer.ts'

const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)

// Replaces the worker, which needs a browser, and signs and decodes with the same library.
vi.mock('#/vault/vault.ts', () => ({
  vault: {
    signTransaction: async (_: string, __: object, transaction: UnsignedTransaction) => {
      const raw = await account.signTransaction({ ...transaction, type: 'eip1559' })
      return { raw, hash: keccak256(raw) }
    },
    decodeSigned: async (serializedTransaction: `0x02${string}`) => ({
      value: 0n,
      data: '0x',
      ...parseTransaction(serializedTransaction),
      from: await recoverTransactionAddress({ serializedTransaction }),
      hash: keccak256(serializedTransaction),
    }),
  },
}))

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const network = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node', confirmations: 3 })
const coin = {
  contractId: 1,
  networkId: 1,
  chainId: 31337,
  address: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  priceUsd: null,
  logoUrl: null,
  priceChange24h: null,
}
const transfer = { network, asset: coin, from: account.address, to: FRIEND, amount: 5n }
const fee = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n, expectedPerGas: 16n }
const cost = { gas: 21_000n, fee }
const token = { ...coin, contractId: 2, address: TOKEN, symbol: 'USDS', decimals: 6 }
const expected = { network, own: account.address, assets: [coin, token] }
const owner = {
  userId: '7',
  opening: { kind: 'pin', pinKeyId: 'k', key: new Uint8Array(32) },
} as const

type Handler = (params: unknown[]) => object
type Answer = object | Handler
const isHandler = (given: Answer): given is Handler => typeof given === 'function'

let answers: Record<string, Answer>
let requests: { method: string; params: unknown[] }[]

beforeEach(() => {
  const memory = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
      removeItem: (key: string) => memory.delete(key),
    },
  })
  useSent.setState({ userId: undefined, list: [] })
  requests = []
  answers = {
    eth_chainId: { result: '0x7a69' },
    eth_getTransactionCount: { result: '0x4' },
    eth_sendRawTransaction: { result: '0x1' },
    eth_getTransactionByHash: { result: null },
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url !== 'http://node') return Response.json({}, { status: 500 })
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    requests.push({ method, params })
    const given = answers[method] ?? {}
    const answer = isHandler(given) ? given(params) : given
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
})

afterEach(() => vi.unstubAllGlobals())

const broadcasts = () =>
  requests.flatMap(({ method, params }) =>
    method === 'eth_sendRawTransaction' ? [parseTransaction(params[0] as `0x02${string}`)] : [],
  )

test.each<[string, Answer]>([
  ['a gateway error', Response.json({ message: 'busy' }, { status: 503 })],
  ['no result', { result: null }],
  ['an internal error', { error: { code: -32_603, message: 'Internal error' } }],
  ['too many requests', { error: { code: -32_005, message: 'limit exceeded' } }],
  [
    'a known message from a gateway',
    Response.json({ error: { code: -32_000, message: 'nonce too low' } }, { status: 502 }),
  ],
  ['a known message without a code', { error: { message: 'insufficient funds' } }],
  ['silence', new TypeError('failed to fetch')],
])(
  'stores a transfer that meets %s and reports it as unsure, because it may have arrived',
  async (_, answer) => {
    answers['eth_sendRawTransaction'] = answer

    const failed = await sendTransfer(transfer, cost, owner).catch((cause: unknown) => cause)

    expect(failed).toBeInstanceOf(UnsureError)
    const [kept] = loadSent('7')
    expect((failed as UnsureError).sent.hash).toBe(kept?.hash)
  },
)

test('discards a transfer that the node rejects with a known phrase and does not know', async () => {
  const refusal = {
    error: { code: -32_000, message: 'insufficient funds for gas * price + value' },
  }
  answers['eth_sendRawTransaction'] = refusal

  const failed = sendTransfer(transfer, cost, owner)

  await expect(failed).rejects.toMatchObject({ problem: 'refused' })
  await expect(failed).rejects.not.toBeInstanceOf(UnsureError)
  expect(loadSent('7')).toEqual([])
})

test('accepts a node that adds a null error to its responses', async () => {
  answers['eth_getTransactionCount'] = { result: '0x9', error: null }
  answers['eth_sendRawTransaction'] = { result: '0x1', error: null }

  const sent = await sendTransfer(transfer, cost, owner)

  expect(sent.nonce).toBe(9)
})

test('treats a refused transfer that the node knows as arrived', async () => {
  answers['eth_sendRawTransaction'] = { error: { code: -32_000, message: 'nonce too low' } }
  answers['eth_getTransactionByHash'] = ([hash]) => ({
    result: {
      hash,
      from: account.address,
      to: FRIEND,
      value: '0x5',
      nonce: '0x4',
      gas: '0x5208',
      input: '0x',
    },
  })

  const sent = await sendTransfer(transfer, cost, owner)

  expect(loadSent('7')).toMatchObject([{ hash: sent.hash }])
})

test('does not confuse a transfer that fails before signing with the one before it', async () => {
  await sendTransfer(transfer, cost, owner)
  answers['eth_chainId'] = new TypeError('failed to fetch')

  const failed = sendTransfer({ ...transfer, amount: 6n }, cost, owner)

  await expect(failed).rejects.toMatchObject({ problem: 'unreachable' })
  await expect(failed).rejects.not.toBeInstanceOf(UnsureError)
  expect(loadSent('7')).toHaveLength(1)
})

test('sends a dropped transfer again before the next one gets its nonce', async () => {
  const pool = new Set<unknown>()
  answers['eth_sendRawTransaction'] = new TypeError('failed to fetch')
  await sendTransfer(transfer, cost, owner).catch(() => undefined)
  answers['eth_sendRawTransaction'] = ([raw]) => {
    pool.add(raw)
    return { result: '0x1' }
  }
  answers['eth_getTransactionCount'] = () => ({ result: `0x${(4 + pool.size).toString(16)}` })

  const second = await sendTransfer({ ...transfer, amount: 6n }, cost, owner)

  expect(second.nonce).toBe(5)
  expect(broadcasts().map(({ nonce, value }) => [nonce, value])).toEqual([
    [4, 5n],
    [4, 5n],
    [5, 6n],
  ])
})

test('does not send a cancelled transfer again, although the network dropped both', async () => {
  const first = await sendTransfer(transfer, cost, owner)
  const cancel = { kind: 'cancel', from: account.address, nonce: first.nonce } as const
  await replaceSent(network, cancel, { maxFeePerGas: 60n, maxPriorityFeePerGas: 4n }, owner)
  expect(loadSent('7').map(({ kind, wasTakenOver }) => [kind, wasTakenOver])).toEqual([
    ['cancel', undefined],
    ['send', true],
  ])
  requests = []

  await sendTransfer({ ...transfer, amount: 6n }, cost, owner)

  expect(broadcasts().map(({ to, value }) => [to, value ?? 0n])).toEqual([
    [account.address.toLowerCase(), 0n],
    [FRIEND.toLowerCase(), 6n],
  ])
})

async function speedUp(sent: Sent, shown: FeeCeiling) {
  const signed = await readSignedTransaction(sent, expected)
  if (!signed) throw new Error('The transfer is not the signed one')
  return replaceSent(network, { kind: 'speed-up', signed }, shown, owner)
}

test('speeds up with the bytes that this device signed before, at the fee that was shown', async () => {
  const sent = await sendTransfer({ ...transfer, asset: token }, { gas: 60_000n, fee }, owner)
  // The node's version of the pending transaction must not be used.
  answers['eth_getTransactionByHash'] = { result: { to: FRIEND, value: '0xffff', input: '0xdead' } }

  const shown = { maxFeePerGas: 34n, maxPriorityFeePerGas: 3n }
  const faster = await speedUp(sent, shown)

  const [before, after] = broadcasts()
  expect(after).toEqual({
    ...before,
    ...shown,
    r: after?.r,
    s: after?.s,
    yParity: after?.yParity,
    v: after?.v,
  })
  expect(faster).toMatchObject({
    kind: 'speed-up',
    to: FRIEND,
    amount: '5',
    contract: TOKEN,
    nonce: 4,
  })
})

test('speeds up to the recipient in the signature, even if storage was edited', async () => {
  const sent = await sendTransfer({ ...transfer, asset: token }, { gas: 60_000n, fee }, owner)
  const edited = { to: TOKEN, amount: '200', contract: null, nonce: 9, gas: '9', from: FRIEND }

  const signed = await readSignedTransaction({ ...sent, ...edited }, expected)
  await speedUp({ ...sent, ...edited }, { maxFeePerGas: 34n, maxPriorityFeePerGas: 3n })

  expect(signed).toMatchObject({ to: FRIEND, amount: 5n, asset: token, nonce: 4, gas: 60_000n })
  const [before, after] = broadcasts()
  expect(after).toMatchObject({ ...callOf(before), maxFeePerGas: 34n })
})

const callOf = (sent: ReturnType<typeof broadcasts>[number] | undefined) => {
  const { to, data, nonce, gas, chainId } = sent ?? {}
  return { to, data, nonce, gas, chainId }
}

test('does not speed up bytes of another hash, wallet or network', async () => {
  const sent = await sendTransfer(transfer, cost, owner)
  const other = await sendTransfer({ ...transfer, amount: 6n }, cost, owner)

  expect(await readSignedTransaction({ ...sent, raw: other.raw }, expected)).toBeNull()
  expect(await readSignedTransaction(sent, { ...expected, own: FRIEND })).toBeNull()
  const elsewhere = { ...network, chainId: 31338 }
  expect(await readSignedTransaction(sent, { ...expected, network: elsewhere })).toBeNull()
})

test('speeds up a call of a contract with the data and the coin of its signature', async () => {
  const data = '0xb3f98adc00' as const
  const call = { network, from: account.address, to: TOKEN, value: 9n, data }
  const sent = await sendCall(call, { gas: 90_000n, fee }, owner)

  const edited: Sent = { ...sent, data: '0xdead', amount: '0' }
  const signed = await readSignedTransaction(edited, expected)
  const faster = await speedUp(edited, { maxFeePerGas: 34n, maxPriorityFeePerGas: 3n })

  expect(signed).toMatchObject({ to: TOKEN, amount: 9n, asset: coin, data, gas: 90_000n })
  const [before, after] = broadcasts()
  expect(after).toMatchObject({ ...callOf(before), value: 9n, maxFeePerGas: 34n })
  expect(faster).toMatchObject({ kind: 'speed-up', nonce: sent.nonce, to: TOKEN, data })
})

/** Records the hashes of the transactions that are reported to our server. */
function recordReports(): string[] {
  const reported: string[] = []
  const answerNode = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    if (url === 'http://node') return answerNode(url, init)
    const { txHash } = JSON.parse(init.body) as { txHash: string }
    reported.push(txHash)
    return Response.json({}, { status: 500 })
  })
  return reported
}

test('never reports a transaction of a site, nor the faster one that replaces it', async () => {
  const reported = recordReports()
  const call = { network, from: account.address, to: FRIEND, value: 1n, data: '0x' } as const
  const sent = await sendCall(call, { gas: 21_000n, fee, isForSite: true }, owner)

  const faster = await speedUp(sent, { maxFeePerGas: 34n, maxPriorityFeePerGas: 3n })
  for (const each of [sent, faster]) await report('7', each).catch(() => undefined)

  expect(loadSent('7')).toMatchObject([{ hash: faster.hash }, { hash: sent.hash }])
  expect(reported).toEqual([])
  const own = await sendTransfer(transfer, cost, owner)
  expect(reported).toEqual([own.hash])
})

test('reads a transfer of an unknown token as the call that it is', async () => {
  const unknown = await sendTransfer({ ...transfer, asset: token }, cost, owner)
  const signed = await readSignedTransaction(unknown, { ...expected, assets: [coin] })

  expect(signed).toMatchObject({ to: TOKEN, amount: 0n, asset: coin })
  expect(signed?.data).toMatch(/^0xa9059cbb/)
})

test('keeps the transfers of another tab beside those of this one', async () => {
  await sendTransfer(transfer, cost, owner)
  const [mine] = loadSent('7')
  const theirs = { ...mine, hash: '0xother' }
  window.localStorage.setItem('wallet_sent_7', JSON.stringify([theirs, mine]))

  const next = await sendTransfer({ ...transfer, amount: 6n }, cost, owner)

  const kept = JSON.parse(window.localStorage.getItem('wallet_sent_7') ?? '') as { hash: string }[]
  expect(kept.map(({ hash }) => hash)).toEqual([next.hash, '0xother', mine?.hash])
})

test('refuses a transfer that would replace one that may still arrive', async () => {
  answers['eth_sendRawTransaction'] = new TypeError('failed to fetch')
  const unsure = await sendTransfer(transfer, cost, owner).catch((cause: unknown) => cause)
  expect(unsure).toBeInstanceOf(UnsureError)

  const next = sendTransfer({ ...transfer, amount: 6n }, cost, owner)

  await expect(next).rejects.toBeInstanceOf(NonceTakenError)
  expect(loadSent('7').map(({ amount }) => amount)).toEqual(['5'])
})

test('does not let a permanently rejected transfer block the next, and does not mark it as taken over', async () => {
  answers['eth_sendRawTransaction'] = new TypeError('failed to fetch')
  await sendTransfer(transfer, cost, owner).catch(() => undefined)
  let isFirst = true
  answers['eth_sendRawTransaction'] = () => {
    const isRefused = isFirst
    isFirst = false
    return isRefused
      ? { error: { code: -32_000, message: 'insufficient funds' } }
      : { result: '0x1' }
  }

  const next = await sendTransfer({ ...transfer, amount: 1n }, cost, owner)

  expect(next.nonce).toBe(4)
  // The flag stays undefined, so that the member is notified of the replacement.
  expect(loadSent('7').map(({ amount, wasTakenOver }) => [amount, wasTakenOver])).toEqual([
    ['1', undefined],
    ['5', undefined],
  ])
})

test('gives concurrent transfers, as from two tabs, different nonces', async () => {
  const both = await Promise.all([
    sendTransfer(transfer, cost, owner),
    sendTransfer({ ...transfer, amount: 6n }, cost, owner),
  ])

  expect(both.map(({ nonce }) => nonce)).toEqual([4, 5])
})

test('removes an accepted transfer at log-out and keeps one that may be lost', async () => {
  await sendTransfer(transfer, cost, owner)
  answers['eth_sendRawTransaction'] = new TypeError('failed to fetch')
  answers['eth_getTransactionCount'] = { result: '0x5' }
  // The first is sent again before the second gets its nonce; its state is now unknown.
  const failed = await sendTransfer(transfer, cost, owner).catch((cause: unknown) => cause)
  expect(failed).toBeInstanceOf(UnsureError)

  discardAccepted('7')
  runSignOutTasks({ wipe: false })

  expect(loadSent('7').map(({ nonce }) => nonce)).toEqual([5])
})
