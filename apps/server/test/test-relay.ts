import type { PrivateKeyAccount } from 'viem'
import { sql } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { queueRelays } from '#/modules/relay/relay.jobs.ts'
import { relaySends } from '#/modules/relay/relay.table.ts'
import { aSendRow } from './relay-rows.ts'
import { signRelaySend, type SendBody } from './relay-signature.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { giveWallet } from './test-distribution.ts'
import { signUpMember, type Browser } from './test-member.ts'
import { advanceChains, fundTreasury } from './test-treasury.ts'
import { aWallet, chainOf } from './test-wallet.ts'

/** The fees per day that the tests allow: enough for hundreds of sends. */
const BUDGET = 10n ** 18n

/** Starts a server whose treasury relays sends on both local chains. */
export async function startRelayApp(): Promise<TestApp> {
  const server = await startTestApp({ withChains: true })
  server.ctx.settings.relayFeesPerDay = new Map([
    [31_337, BUDGET],
    [31_338, BUDGET],
  ])
  await fundTreasury(server)
  await queueRelays(server.ctx, server.ctx.now())
  await advanceChains(server, 8)
  return server
}

export type { SendBody } from './relay-signature.ts'

export type RelayMember = {
  memberId: number
  browser: Browser
  wallet: PrivateKeyAccount
}

/** Creates a member whose wallet has 100 tokens on both chains and no coin at all. */
export async function aRelayMember(server: TestApp): Promise<RelayMember> {
  const browser = await signUpMember(server)
  const me = await browser.call('users.me', {})
  const memberId = me.data?.userId ?? 0
  const wallet = aWallet()
  await giveWallet(server, memberId, wallet.address)
  for (const { faucet, control } of server.devnet?.chains.values() ?? []) {
    await faucet.send(wallet.address, { token: '100' })
    await control.mine(1)
  }
  return { memberId, browser, wallet }
}

export const tokenOn = (server: TestApp, chainId: number) => chainOf(server, chainId).network.token

export const offerOf = async (
  server: TestApp,
  { browser }: RelayMember,
  chainId = 31_337,
): Promise<CallData<'relay.offer'>> => {
  const token = tokenOn(server, chainId).address
  const { data } = await browser.call('relay.offer', { query: { chainId, token } })
  if (!data) throw new Error('The server returned no offer')
  return data
}

let nonces = 0n

/** Signs a send like the vault of a phone. */
export async function signSend(
  server: TestApp,
  member: RelayMember,
  change: { chainId?: number; recipient?: string; amount?: bigint; deadline?: number } = {},
): Promise<SendBody> {
  const { chainId = 31_337, recipient = aWallet().address, amount = 5n } = change
  const { signed } = await offerOf(server, member, chainId)
  if (!signed) throw new Error('Nothing is offered')
  nonces += 1n
  const token = tokenOn(server, chainId).address
  const terms = { ...signed, deadline: change.deadline ?? signed.deadline }
  return signRelaySend(member.wallet, terms, { chainId, token, recipient, amount, nonce: nonces })
}

export const listedSends = async ({ browser }: RelayMember) => {
  const { data } = await browser.call('relay.sends', { query: {} })
  return data?.list ?? []
}

/** Moves the sends of a member into the past, so that they use no quota. */
export const forgetSends = ({ ctx }: TestApp, { memberId }: RelayMember) =>
  ctx.db.execute(sql`update relay_sends set month = '2000-01' where member_id = ${memberId}`)

/** Adds sends of this month that failed on chain. */
export const failedSends = (server: TestApp, member: RelayMember, count: number): Promise<void> =>
  endedSends(server, member, count, { state: 'FAILED', failure: 'REJECTED' })

/** Adds sends of this month that have arrived. */
export const arrivedSends = (server: TestApp, member: RelayMember, count: number): Promise<void> =>
  endedSends(server, member, count, { state: 'DONE', failure: null })

async function endedSends(
  { ctx }: TestApp,
  { memberId, wallet }: RelayMember,
  count: number,
  end: { state: 'DONE' | 'FAILED'; failure: 'REJECTED' | null },
): Promise<void> {
  const fields = aSendRow(memberId, ctx.now())
  const erased = { txHash: `0x${'5'.repeat(64)}`, intent: null, permit: null }
  const owner = wallet.address.toLowerCase()
  for (let at = 0; at < count; at += 1) {
    nonces += 1n
    await ctx.db.insert(relaySends).values({ ...fields, ...end, ...erased, owner, nonce: nonces })
  }
}
