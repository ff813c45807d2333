import { verifyTypedData } from 'ethers'
import { expect } from 'vitest'
import { queueRelays } from '../../apps/server/src/modules/relay/relay.jobs.ts'
import type { TestApp } from '../../apps/server/test/test-app.ts'
import type { signUpMember } from '../../apps/server/test/test-member.ts'
import { advanceChains } from '../../apps/server/test/test-treasury.ts'
import { asHex, type VaultWallet } from './vault-wallet.ts'

type Sender = {
  call: Awaited<ReturnType<typeof signUpMember>>['call']
  wallet: Pick<VaultWallet, 'address' | 'signRelay'>
}
type Sending = { chainId: number; token: `0x${string}`; recipient: string; amount: bigint }

const address = (name: string) => ({ name, type: 'address' })
const uint256 = (name: string) => ({ name, type: 'uint256' })
const SEND = [
  ...['owner', 'recipient', 'token'].map(address),
  ...['amount', 'nonce', 'deadline'].map(uint256),
]
const PERMIT = [
  ...['owner', 'spender'].map(address),
  ...['value', 'nonce', 'deadline'].map(uint256),
]

/** Lets the treasury pay the fees of sends on these chains. */
export async function offerRelays(server: TestApp, chainIds: readonly number[]): Promise<void> {
  const { ctx } = server
  ctx.settings.relayFeesPerDay = new Map(chainIds.map((chainId) => [chainId, 10n ** 18n]))
  await queueRelays(ctx, ctx.now())
  await advanceChains(server, 8)
}

/**
 * Sends tokens whose fee the treasury pays, as the app does. The outside client reads the owner of both
 * messages, and that its coin did not pay.
 */
export async function sendRelayed(
  server: TestApp,
  { call, wallet }: Sender,
  { chainId, token, recipient, amount }: Sending,
): Promise<string> {
  const { data: offered } = await call('relay.offer', { query: { chainId, token } })
  const terms = offered?.signed
  if (!terms) throw new Error(`Nothing is offered: ${offered?.offer}`)
  const { relay } = terms
  const nonce = BigInt(server.ctx.now().getTime()) * 2n ** 200n + BigInt(chainId)
  const deadline = BigInt(terms.deadline)
  const send = { chainId, relay, owner: wallet.address, recipient, token, amount, nonce, deadline }
  const permit = { ...terms.permit, nonce: BigInt(terms.permit.nonce) }
  const { intent, permit: permitted } = await wallet.signRelay(send, permit)

  const contract = { name: 'Solstice Relay', version: '1', chainId, verifyingContract: relay }
  expect(verifyTypedData(contract, { Send: SEND }, send, intent)).toBe(wallet.address)
  const { name, version } = permit
  const ofToken = { name, version, chainId, verifyingContract: token }
  const allowed = { ...send, spender: relay, value: amount, nonce: permit.nonce }
  expect(verifyTypedData(ofToken, { Permit: PERMIT }, allowed, permitted)).toBe(wallet.address)

  const body = {
    chainId,
    relay,
    token,
    recipient,
    amount: String(amount),
    nonce: String(nonce),
    deadline: terms.deadline,
    intent: asHex(intent),
    permit: asHex(permitted),
  }
  expect((await call('relay.send', { body })).code).toBe(0)
  await advanceChains(server, 8)
  const { data } = await call('relay.sends', { query: {} })
  const sent = data?.list.find((each) => each.nonce === body.nonce)
  expect(sent?.state).toBe('DONE')
  return sent?.txHash ?? ''
}
