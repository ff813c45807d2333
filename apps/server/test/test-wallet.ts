import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { DevnetChain } from '@solstice/devnet/devnet'
import type { TestApp } from './test-app.ts'
import type { Browser, Reply } from './test-member.ts'
import { enrolPin, PIN, pinHeader } from './test-pin.ts'
import type { CallData } from '@solstice/contract/wire'

/** Creates a new key, as the vault of a device stores it. */
export function aWallet(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** Moves the security events into the past, so that no pause applies. */
export async function endPauses({ ctx }: Pick<TestApp, 'ctx'>, memberId: number): Promise<void> {
  await ctx.db.execute(sql`update security_events set created_at = created_at - interval '3 days'
    where member_id = ${memberId}`)
}

/** A key in this process or in the vault of a device. */
type WalletOwner = {
  address: `0x${string}`
  signMessage: (of: { message: string }) => Promise<`0x${string}`>
}

/** Returns the signed challenge that the app sends to register a wallet. */
export async function signedChallenge(
  browser: Browser,
  wallet: WalletOwner,
  method: 'CREATE' | 'IMPORT' = 'CREATE',
) {
  const { address } = wallet
  const challenge = await browser.call('wallet.challenge', { body: { address } })
  const message = challenge.data?.message ?? ''
  const signature = await wallet.signMessage({ message })
  return { address, method, message, signature }
}

/** Requests the challenge, signs it, enters the PIN and registers the wallet, as the app does. */
export async function registerWallet(
  browser: Browser,
  wallet: WalletOwner,
  method: 'CREATE' | 'IMPORT' = 'CREATE',
  pin = PIN,
): Promise<Reply<CallData<'wallet.register'>>> {
  const { data } = await browser.call('pin.state', {})
  if (data?.hasPin === false) await enrolPin(browser, pin)
  const headers = await pinHeader(browser, pin, 'WALLET_REGISTER')
  const body = await signedChallenge(browser, wallet, method)
  return browser.call('wallet.register', { body }, headers)
}

export function chainOf({ devnet }: Pick<TestApp, 'devnet'>, chainId = 31_337): DevnetChain {
  const chain = devnet?.chains.get(chainId)
  if (!chain) throw new Error(`The test has no chain ${chainId}`)
  return chain
}

const GWEI = 1_000_000_000n

type Sent = {
  nonce?: number
  /** Undefined creates a contract. */
  to?: `0x${string}`
  value?: bigint
  data?: `0x${string}`
  gas?: bigint
  maxFeePerGas?: bigint
}

/** Signs and sends a transaction, which is included when the test mines a block. */
export async function sendFrom(
  wallet: PrivateKeyAccount,
  chain: DevnetChain,
  sent: Sent,
): Promise<`0x${string}`> {
  const count = await chain.node.call('eth_getTransactionCount', [wallet.address, 'pending'])
  const raw = await wallet.signTransaction({
    type: 'eip1559',
    chainId: chain.network.chainId,
    nonce: Number(count),
    gas: 3_000_000n,
    maxFeePerGas: 4n * GWEI,
    maxPriorityFeePerGas: (sent.maxFeePerGas ?? 4n * GWEI) / 4n,
    ...sent,
  })
  return (await chain.node.call('eth_sendRawTransaction', [raw])) as `0x${string}` // The method returns a hash.
}
