import { sql } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '@solstice/rules/duration'
import {
  readCount,
  readHeadNumber,
  readTokenBalance,
} from '#/modules/chain/chain-reading.service.ts'
import { reopenFrom } from '#/modules/payout/payout.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { enrolPin, PIN, pinHeader } from '#test/test-pin.ts'
import {
  aRelayMember,
  failedSends,
  listedSends,
  offerOf,
  signSend,
  startRelayApp,
  tokenOn,
  type RelayMember,
  type SendBody,
} from '#test/test-relay.ts'
import type { TestApp } from '#test/test-app.ts'
import { advanceChains, setTreasuryStopped } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import { listBudgets } from './relay-offer.service.ts'

let server: TestApp
let member: RelayMember
beforeAll(async () => {
  server = await startRelayApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  member = await aRelayMember(server)
})

async function accept(body: SendBody): Promise<void> {
  const { code } = await member.browser.call('relay.send', { body })
  if (code !== 0) throw new Error(`The send was refused with ${code}`)
}

/** Returns the sends of the member with their payouts, oldest first. */
const stored = () =>
  rowsOf<{
    state: string
    failure: string | null
    isSigned: boolean
    payout: string
    nonce: number | null
    chainId: number
    account: string
  }>(
    server.ctx.db,
    sql`select s.state, s.failure, s.intent is not null or s.permit is not null as "isSigned",
        p.state as payout, p.nonce::int as nonce, p.chain_id::int as "chainId", p.account
      from relay_sends s join payouts p on p.id = s.payout_id
      where s.member_id = ${member.memberId} order by s.id`,
  )

const balance = (address: string, chainId = 31_337) =>
  readTokenBalance(chainOf(server, chainId).node, tokenOn(server, chainId).address, address)

/** Counts the transactions of the treasury, which pays the fee of each. */
async function transactions(): Promise<number> {
  const { node } = chainOf(server)
  return readCount(node, server.treasuryKey.address, await readHeadNumber(node))
}

/** Moves all tokens of the member away, with coin of a friend. */
async function spendTokens(): Promise<void> {
  const { node, faucet, control, network } = chainOf(server)
  const { wallet } = member
  await faucet.send(wallet.address, { native: '1' })
  await control.mine(1)
  const args = [aWallet().address, await balance(wallet.address)] as const
  const raw = await wallet.signTransaction({
    chainId: 31_337,
    nonce: 0,
    to: network.token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
    gas: 200_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  await node.call('eth_sendRawTransaction', [raw])
  await control.mine(1)
}

describe('a send that can no longer succeed', () => {
  test('because its tokens have left is ended without a fee and returns its quota', async () => {
    const body = await signSend(server, member)
    await setTreasuryStopped(server, true)
    await accept(body)
    await spendTokens()
    const before = await transactions()
    await setTreasuryStopped(server, false)
    await advanceChains(server, 8)

    const [send] = await listedSends(member)
    expect(send).toMatchObject({ state: 'FAILED', failure: 'WOULD_FAIL', txHash: null })
    expect(await stored()).toMatchObject([{ payout: 'FAILED', nonce: null, isSigned: false }])
    expect(await transactions()).toBe(before)
    expect(await offerOf(server, member)).toMatchObject({ offer: 'READY', used: 0 })
  })

  test('because its deadline is near is ended unsigned instead of failing on chain', async () => {
    const body = await signSend(server, member)
    await setTreasuryStopped(server, true)
    await accept(body)
    server.clock.advance(9.7 * MINUTE_MS)
    const before = await transactions()
    await setTreasuryStopped(server, false)
    await advanceChains(server, 2)

    expect(await stored()).toMatchObject([{ failure: 'EXPIRED', payout: 'FAILED', nonce: null }])
    expect(await transactions()).toBe(before)
    expect(await offerOf(server, member)).toMatchObject({ used: 0 })
  })
})

test('a send that is mined after its deadline has expired, which is no failure of its member', async () => {
  await accept(await signSend(server, member))
  expect(await stored()).toMatchObject([{ state: 'SENT' }])
  server.clock.advance(11 * MINUTE_MS)
  await advanceChains(server, 8)

  const [row] = await stored()
  expect(row).toMatchObject({ state: 'FAILED', failure: 'EXPIRED', payout: 'FAILED' })
  expect(row?.nonce).not.toBeNull()
  expect(await offerOf(server, member)).toMatchObject({ offer: 'READY', used: 0 })
})

describe('the signatures of a send', () => {
  test('are erased when it is final, and a lost block does not make it a failure', async () => {
    await accept(await signSend(server, member))
    expect(await stored()).toMatchObject([{ state: 'SENT', isSigned: true }])
    await advanceChains(server, 8)

    const [row] = await stored()
    expect(row).toMatchObject({ state: 'DONE', isSigned: false, payout: 'CONFIRMED' })
    // A treasury that is recovered confirms its last payouts once more.
    const { chainId = 0, account = '', nonce } = row ?? {}
    await reopenFrom(server.ctx.db, { chainId, account, nonce: nonce ?? 0 })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 3)
    expect(await stored()).toMatchObject([{ state: 'DONE', payout: 'CONFIRMED' }])
  })

  test('are erased with the account, which stops the sends that have no nonce', async () => {
    const sent = await signSend(server, member, { chainId: 31_338 })
    const waiting = await signSend(server, member)
    await accept(sent)
    await setTreasuryStopped(server, true)
    await accept(waiting)
    await enrolPin(member.browser, PIN)
    const header = await pinHeader(member.browser, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const
    const deleted = await member.browser.call('account.delete', { body }, header)

    expect(deleted.code).toBe(0)
    expect(await stored()).toMatchObject([
      { state: 'SENT', isSigned: true },
      { state: 'FAILED', failure: 'STOPPED', isSigned: false, payout: 'FAILED' },
    ])
    await setTreasuryStopped(server, false)
    await advanceChains(server, 8)
    expect(await stored()).toMatchObject([
      { state: 'DONE', isSigned: false },
      { state: 'FAILED', isSigned: false },
    ])
    expect(await balance(sent.recipient, 31_338)).toBe(5n)
    expect(await balance(waiting.recipient)).toBe(0n)
  })
})

test('a failed send whose paid fee is unknown counts with its highest fee', async () => {
  const feesToday = async () => {
    const { list } = await listBudgets(server.ctx)
    return list.find(({ chainId }) => chainId === 31_337)?.feesToday
  }
  const before = Number(await feesToday())
  await failedSends(server, member, 1)
  await server.ctx.db.execute(sql`update relay_sends set fee_max = 1e18
    where member_id = ${member.memberId}`)

  expect(Number(await feesToday())).toBeCloseTo(before + 1)
})
