import { expect } from '@playwright/test'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { PIN_ITERATIONS } from '@solstice/rules/pin'
import type { RunningServer } from '../../tools/server.ts'
import { blindPin } from '../../apps/web/src/lib/pin-oprf.ts'
import { accountOf, newSecret, readSecret } from '../../apps/web/src/vault/secret.ts'
import { ApiSession } from './api.ts'
import { callAsMachine } from './console-operators.ts'
import { type TestMember, createMember } from './members.ts'
import { PIN_SALT } from './pin-stretch.ts'
import { ETH_CHAIN } from './wallet-steps.ts'

/** The key of the treasury of these journeys, which they also use behind the server's back. */
export const TREASURY_KEY = `0x${'5e'.repeat(32)}` as const
const USDS_UNIT = 1_000_000n
const GWEI = 1_000_000_000n

async function enterPin({ api, pin }: TestMember, purpose: PinPurpose) {
  const entry = await blindPin(pin, { salt: PIN_SALT, iterations: PIN_ITERATIONS })
  const { evaluationId, evaluated } = await api.call('pin.evaluate', {
    body: { blinded: entry.blinded },
  })
  const { proof } = await entry.finish(evaluated)
  const { pinToken = '' } = await api.call('pin.verify', { body: { evaluationId, proof, purpose } })
  return { 'x-pin-token': pinToken }
}

/** Creates a member with a wallet and 10 USDS of referral rewards, given in steps that one person may. */
export async function withdrawingMember(server: RunningServer): Promise<TestMember> {
  const member = await createMember(server.url)
  const { userId } = await member.api.call('users.me')
  for (const part of [1, 2]) {
    const { code } = await callAsMachine(server, 'operator.adjustBalance', {
      params: { userId },
      body: { asset: 'REFERRAL', amount: '5000000', reason: `FIN-${part}` },
    })
    expect(code).toBe(0)
  }
  await registerWallet(member)
  return member
}

async function registerWallet(member: TestMember): Promise<void> {
  const account = accountOf(newSecret())
  const { address } = account
  const { message } = await member.api.call('wallet.challenge', { body: { address } })
  const signature = await account.signMessage({ message })
  await member.api.call(
    'wallet.register',
    { body: { address, method: 'CREATE', message, signature } },
    await enterPin(member, 'WALLET_REGISTER'),
  )
}

/** Withdraws referral rewards; the session is new, because the clock may have ended the last one. */
export async function withdraw(
  { url }: RunningServer,
  member: TestMember,
  amount: string,
): Promise<void> {
  const api = new ApiSession(url)
  await api.call('auth.login', { body: { email: member.email, password: member.password } })
  await api.call(
    'invite.withdraw',
    { body: { amount, chainId: ETH_CHAIN } },
    await enterPin({ ...member, api }, 'WITHDRAW'),
  )
}

async function askNode(
  { url }: RunningServer,
  method: string,
  params: readonly unknown[],
): Promise<string> {
  const reply = await fetch(`${url}/rpc/${ETH_CHAIN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await reply.json()) as { result?: string; error?: unknown }
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

const word = (value: bigint | string) =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')

/**
 * Moves all but this many whole USDS out of the treasury with its own key, past the server: the chain
 * then has a transaction that the database does not know.
 */
export async function takePastServer(
  server: RunningServer,
  { token, leave }: { token: `0x${string}`; leave: bigint },
): Promise<void> {
  const account = accountOf(readSecret(TREASURY_KEY))
  const balance = BigInt(
    await askNode(server, 'eth_call', [
      { to: token, data: `0x70a08231${word(account.address)}` },
      'latest',
    ]),
  )
  const nonce = await askNode(server, 'eth_getTransactionCount', [account.address, 'pending'])
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: ETH_CHAIN,
    nonce: Number(nonce),
    gas: 100_000n,
    maxFeePerGas: 4n * GWEI,
    maxPriorityFeePerGas: GWEI,
    to: token,
    value: 0n,
    data: `0xa9059cbb${word(accountOf(newSecret()).address)}${word(balance - leave * USDS_UNIT)}`,
  })
  await askNode(server, 'eth_sendRawTransaction', [raw])
}

/** Mines blocks on the local chain until the server has reached a state. */
export async function mineUntil(
  { url }: RunningServer,
  isReached: () => Promise<boolean>,
): Promise<void> {
  await expect
    .poll(async () => {
      await fetch(`${url}/dev/chains/${ETH_CHAIN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mine: 1 }),
      })
      return isReached()
    })
    .toBe(true)
}
