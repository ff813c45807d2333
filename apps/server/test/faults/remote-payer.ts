import { encodeFunctionData, erc20Abi } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import type { Envelope } from '@solstice/contract/envelope'
import { endpoints } from '@solstice/contract/catalogue'
import { urlOf } from '#test/call-url.ts'
import { signUpRemotely } from '#test/sign-up-remotely.ts'
import type { Browser } from '#test/test-member.ts'
import { registerWallet } from '#test/test-wallet.ts'

export const CHAIN_ID = 31_337
const GWEI = 1_000_000_000n
const PASSWORD = 'Abcdef1!'
export const PIN = '135790'

const [LOCAL] = LOCAL_NETWORKS
export const TOKEN = LOCAL?.token.address ?? '0x'

type Method = 'GET' | 'POST' | 'PATCH'

/** A member with a wallet who uses servers in other processes and outlives each of them. */
export type RemotePayer = {
  email: string
  userId: number
  wallet: PrivateKeyAccount
  /** Signed payments by hash; those that the chain lost with its process are sent again. */
  sent: Map<string, `0x${string}`>
  nonce: number
}

export async function rpc<Result>(
  address: string,
  method: string,
  params: readonly unknown[],
): Promise<Result> {
  const reply = await fetch(`${address}/rpc/${CHAIN_ID}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await reply.json()) as { result?: Result; error?: { message: string } } // A JSON-RPC response.
  if (result === undefined) throw new Error(error?.message ?? 'No result')
  return result
}

export async function devOrder(address: string, path: string, body: object): Promise<void> {
  await fetch(`${address}/dev/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** A session on one server; after a restart a new one is opened. */
export type Session = <Data>(
  method: Method,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Envelope<Data>>

/** Adapts a session to the interface that the PIN helpers expect. */
export function remoteBrowser(session: Session): Browser {
  return {
    cookies: new Map(),
    deviceKey: undefined,
    call: async (id, input, headers) => {
      const { method, path } = endpoints[id]
      const url = urlOf(path, input).replace('/v1/private', '')
      const reply = await session<never>(method as Method, url, input.body as object, headers)
      return { status: 200, headers: {}, ...reply }
    },
  }
}

export async function logInRemotely(address: string, email: string): Promise<Session> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const reply = await fetch(`${address}/v1/public/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  await reply.text()
  return async (method, path, body, more = {}) => {
    const response = await fetch(`${address}/v1/private${path}`, {
      method,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as Envelope<never> // Every response under /v1 is an envelope.
  }
}

/** Signs up, registers a wallet and funds it with enough test money for the whole run. */
export async function aRemotePayer(address: string, email: string): Promise<RemotePayer> {
  const userId = await signUpRemotely(address, email)
  const wallet = privateKeyToAccount(generatePrivateKey())
  const session = await logInRemotely(address, email)
  const registered = await registerWallet(remoteBrowser(session), wallet, 'CREATE', PIN)
  if (registered.code !== 0) throw new Error(`The wallet was refused with ${registered.code}`)
  const fund = { fund: wallet.address, native: '10', token: '100000' }
  await devOrder(address, `chains/${CHAIN_ID}`, fund)
  await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
  return { email, userId, wallet, sent: new Map(), nonce: 0 }
}

/**
 * Signs the payment before sending it, as a wallet does, so that it stays the same payment after a
 * crash.
 */
export async function payRemotely(
  address: string,
  payer: RemotePayer,
  to: string,
  amount: bigint,
): Promise<string> {
  const args = [to as `0x${string}`, amount] as const // The address comes from the server.
  const raw = await payer.wallet.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce: payer.nonce,
    gas: 100_000n,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
    to: TOKEN,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  })
  payer.nonce += 1
  const { keccak256 } = await import('viem')
  const hash = keccak256(raw)
  payer.sent.set(hash, raw)
  await rpc(address, 'eth_sendRawTransaction', [raw])
  return hash
}

/** Sends transactions that the chain does not know to it again, in order. */
export async function sendAgain(address: string, payer: RemotePayer): Promise<void> {
  for (const [hash, raw] of payer.sent) {
    const known = await rpc<object | null>(address, 'eth_getTransactionByHash', [hash])
    if (known === null) await rpc(address, 'eth_sendRawTransaction', [raw])
  }
}
