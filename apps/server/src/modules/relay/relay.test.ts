import { sql } from 'drizzle-orm'
import { encodeFunctionData, keccak256, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { relay } from '@solstice/contracts/calls'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { RELAY_CODE_HASH } from '@solstice/rules/relay-intent'
import { jobKinds } from '#/job-kinds.ts'
import { readBalance, readCode, readTokenBalance } from '#/modules/chain/chain-reading.service.ts'
import { treasuryPayouts } from '#/modules/payout/payout.service.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { RELAY_POINTS, type FaultPoint } from '#/platform/process/fault-points.ts'
import {
  aRelayMember,
  forgetSends,
  listedSends,
  offerOf,
  signSend,
  startRelayApp,
  tokenOn,
  type RelayMember,
} from '#test/test-relay.ts'
import type { TestApp } from '#test/test-app.ts'
import { advanceChains, setTreasuryStopped } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import { listBudgets } from './relay-offer.service.ts'
import { prepareSend, sendRelayed } from './relay.service.ts'

const CHAINS = [31_337, 31_338] as const

let server: TestApp
let member: RelayMember
beforeAll(async () => {
  server = await startRelayApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  member = await aRelayMember(server)
})

const balance = (address: string, chainId = 31_337) =>
  readTokenBalance(chainOf(server, chainId).node, tokenOn(server, chainId).address, address)
const setStopped = (isStopped: boolean) => setTreasuryStopped(server, isStopped)
const post = (body: Awaited<ReturnType<typeof signSend>>) =>
  member.browser.call('relay.send', { body })

describe.each(CHAINS)('on chain %i', (chainId) => {
  test('a wallet without any coin sends tokens, and the treasury pays the fee', async () => {
    const { node } = chainOf(server, chainId)
    const recipient = aWallet().address
    const body = await signSend(server, member, { chainId, recipient, amount: 7n })
    const before = await balance(member.wallet.address, chainId)

    const sent = await post(body)
    await advanceChains(server, 8)

    expect(sent).toMatchObject({ code: 0, data: { state: 'QUEUED' } })
    expect(await balance(recipient, chainId)).toBe(7n)
    expect(await balance(member.wallet.address, chainId)).toBe(before - 7n)
    expect(await readBalance(node, member.wallet.address)).toBe(0n)
    const [send] = await listedSends(member)
    expect(send?.state).toBe('DONE')
    expect(send?.txHash).toMatch(/^0x/)
    expect(await offerOf(server, member, chainId)).toMatchObject({ used: 1 })
  })

  test('the deployed contract has the code that the app recognises', async () => {
    const { signed } = await offerOf(server, member, chainId)
    const code = await readCode(chainOf(server, chainId).node, signed?.relay ?? '')

    expect(keccak256(code as Hex)).toBe(RELAY_CODE_HASH)
  })
})

describe('the server refuses', () => {
  test('a recipient, an amount or a nonce that the owner did not sign', async () => {
    const body = await signSend(server, member)
    for (const change of [
      { recipient: aWallet().address },
      { amount: '6' },
      { nonce: '99999999' },
      { deadline: body.deadline - 1 },
      { intent: body.permit },
    ]) {
      expect((await post({ ...body, ...change })).code).toBe(Code.RELAY_NOT_SIGNED)
    }
    expect(await listedSends(member)).toEqual([])
  })

  test('a permit that the owner did not sign, and an amount above the balance', async () => {
    const body = await signSend(server, member)
    expect((await post({ ...body, permit: body.intent })).code).toBe(Code.RELAY_WOULD_FAIL)
    const tooMuch = await signSend(server, member, { amount: 10n ** 12n })
    expect((await post(tooMuch)).code).toBe(Code.RELAY_WOULD_FAIL)
    expect(await listedSends(member)).toEqual([])
  })

  test('an expired deadline, and one that is too far away', async () => {
    const body = await signSend(server, member)
    server.clock.advance(9.5 * MINUTE_MS)
    expect((await post(body)).code).toBe(Code.RELAY_EXPIRED)
    const nowSeconds = Math.floor(server.clock.now.getTime() / 1000)
    const far = await signSend(server, member, { deadline: nowSeconds + 3600 })
    expect((await post(far)).code).toBe(Code.INVALID_REQUEST)
  })

  test('a wallet that is not the one of the member', async () => {
    const other = await aRelayMember(server)
    const body = await signSend(server, other)

    expect((await post(body)).code).toBe(Code.RELAY_NOT_SIGNED)
  })

  test('more sends than the quota of the month, which the next month renews', async () => {
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await post(await signSend(server, member))).code).toBe(0)
      await advanceChains(server, 5)
    }
    const body = await signSend(server, await aRelayMember(server))
    const { offer, used, quota, resetsAt } = await offerOf(server, member)
    expect({ offer, used, quota }).toEqual({ offer: 'QUOTA', used: 2, quota: 2 })
    expect(body.chainId).toBe(31_337)

    await forgetSends(server, member)
    const third = await signSend(server, member)
    await server.ctx.db.execute(sql`update relay_sends set month = '2026-06'
      where member_id = ${member.memberId}`)

    expect((await post(third)).code).toBe(Code.RELAY_QUOTA_SPENT)
    expect(resetsAt).toBe('2026-06-30T20:00:00.000Z')
  })

  test('a member whose payouts are paused, who is told until when', async () => {
    const body = await signSend(server, member)
    const { memberId } = member
    await recordSecurityEvent(server.ctx.db, server.ctx, { memberId, kind: 'PASSWORD_RESET' })

    expect((await post(body)).code).toBe(Code.WITHDRAWALS_PAUSED)
    const { offer, heldUntil } = await offerOf(server, member)
    expect(offer).toBe('HELD')
    expect(heldUntil).toContain('2026-06-2')
  })

  test('a send above the fees of the day, which operators see', async () => {
    const body = await signSend(server, member)
    const { settings } = server.ctx
    const { relayFeesPerDay } = settings
    settings.relayFeesPerDay = new Map([[31_337, 1000n]])
    try {
      expect((await post(body)).code).toBe(Code.RELAY_UNAVAILABLE)
      expect(await offerOf(server, member)).toMatchObject({ offer: 'BUDGET', signed: null })
      const { list } = await listBudgets(server.ctx)
      expect(list).toMatchObject([{ chainId: 31_337, feesPerDay: '0.000000000000001' }])
    } finally {
      settings.relayFeesPerDay = relayFeesPerDay
    }
  })

  test('a token without standard permits, and a network without a budget', async () => {
    const chain = chainOf(server)
    const token = chain.network.token.address
    const { chainId } = chain.network
    const { settings } = server.ctx
    const { relayFeesPerDay } = settings
    settings.relayFeesPerDay = new Map()
    expect(await offerOf(server, member)).toMatchObject({ offer: 'NOT_OFFERED' })
    settings.relayFeesPerDay = relayFeesPerDay
    const { signed } = await offerOf(server, member)
    // The relay is a contract without permits; a listing of it stands for such a token.
    await server.ctx.db.execute(sql`update contracts set address = ${signed?.relay}
      where address = ${token}`)
    const query = { chainId, token: signed?.relay ?? '' }
    const { data } = await member.browser.call('relay.offer', { query })
    await server.ctx.db.execute(sql`update contracts set address = ${token}
      where address = ${signed?.relay}`)

    expect(data).toMatchObject({ offer: 'TOKEN', signed: null })
  })
})

describe('a send', () => {
  test('that arrives twice is stored and executed once', async () => {
    const recipient = aWallet().address
    const body = await signSend(server, member, { recipient })
    const first = await post(body)
    const again = await post(body)
    await advanceChains(server, 8)
    const later = await post(body)

    expect([first.code, again.code, later.code]).toEqual([0, 0, 0])
    expect(again.data?.sendId).toBe(first.data?.sendId)
    expect(later.data).toMatchObject({ sendId: first.data?.sendId, state: 'DONE' })
    expect(await balance(recipient)).toBe(5n)
    expect((await post({ ...body, amount: '6' })).code).toBe(Code.INVALID_REQUEST)
  })

  test('whose permit somebody used before is executed, because the allowance suffices', async () => {
    const recipient = aWallet().address
    const body = await signSend(server, member, { recipient })
    const chain = chainOf(server)
    const stranger = aWallet()
    await chain.faucet.send(stranger.address, { native: '1' })
    await chain.control.mine(1)
    const signature = body.permit
    const data = encodeFunctionData({
      abi: PERMIT_ABI,
      functionName: 'permit',
      args: [
        member.wallet.address,
        body.relay as Hex,
        5n,
        BigInt(body.deadline),
        Number.parseInt(signature.slice(130), 16),
        signature.slice(0, 66) as Hex,
        `0x${signature.slice(66, 130)}`,
      ],
    })
    const raw = await stranger.signTransaction({
      chainId: 31_337,
      nonce: 0,
      to: chain.network.token.address,
      data,
      gas: 200_000n,
      maxFeePerGas: 4_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    await chain.node.call('eth_sendRawTransaction', [raw])
    await chain.control.mine(1)

    expect((await post(body)).code).toBe(0)
    await advanceChains(server, 8)
    expect(await balance(recipient)).toBe(5n)
  })

  test('that waits past its deadline is given up, and returns its quota', async () => {
    const body = await signSend(server, member)
    await setStopped(true)
    expect((await post(body)).code).toBe(0)
    await advanceChains(server, 3)
    expect(await offerOf(server, member)).toMatchObject({ used: 1 })
    server.clock.advance(11 * MINUTE_MS)
    await advanceChains(server, 8)
    await setStopped(false)
    await advanceChains(server, 8)

    const [send] = await listedSends(member)
    expect(send).toMatchObject({ state: 'FAILED', failure: 'EXPIRED', txHash: null })
    expect(await offerOf(server, member)).toMatchObject({ used: 0 })
    expect(await balance(body.recipient)).toBe(0n)
  })

  test('that fails on chain says so and returns its quota, but not without end', async () => {
    const { memberId } = member
    const body = await signSend(server, member)
    expect((await post(body)).code).toBe(0)
    await server.ctx.db.execute(sql`update relay_sends set failure = 'REJECTED', state = 'FAILED'
      where member_id = ${memberId}`)
    expect(await offerOf(server, member)).toMatchObject({ offer: 'READY', used: 0 })
    await server.ctx.db.execute(sql`insert into relay_sends (member_id, chain_id, relay, owner,
        recipient, token, symbol, decimals, amount, nonce, deadline, intent, permit, month, fee_max,
        state, failure, created_at)
      select member_id, chain_id, relay, owner, recipient, token, symbol, decimals, amount,
        nonce + extra * 1000000, deadline, intent, permit, month, fee_max, state, failure, created_at
      from relay_sends, generate_series(1, 2) as extra where member_id = ${memberId}`)
    expect(await offerOf(server, member)).toMatchObject({ offer: 'FAILURES' })
  })

  test('whose row is changed afterwards is not signed', async () => {
    const body = await signSend(server, member)
    const thief = aWallet().address.toLowerCase()
    await setStopped(true)
    expect((await post(body)).code).toBe(0)
    await server.ctx.db.execute(sql`update relay_sends set recipient = ${thief}
      where member_id = ${member.memberId}`)
    await setStopped(false)
    await advanceChains(server, 5)

    expect(await balance(thief)).toBe(0n)
    const [payout] = await rowsOf<{ heldFor: string }>(
      server.ctx.db,
      sql`select held_for as "heldFor" from payouts where purpose = 'RELAY'
        and member_id = ${member.memberId}`,
    )
    expect(payout).toEqual({ heldFor: 'SIGNER_INVALID' })
  })
})

describe('a server that dies', () => {
  const POINTS: readonly FaultPoint[] = [
    ...RELAY_POINTS,
    'call-requested',
    'payout-reserved',
    'payout-signed',
    'payout-stored',
    'payout-broadcast',
    'payout-confirming',
    'payout-confirmed',
  ]

  test.each(POINTS)('at %s neither loses nor repeats a send', async (deadly) => {
    const fate = { isDead: false }
    const die = (point: FaultPoint) => {
      if (point !== deadly || fate.isDead) return
      fate.isDead = true
      throw new Error(`died at ${point}`)
    }
    const { ctx } = server
    const payouts = treasuryPayouts({ now: ctx.now, atFaultPoint: die })
    const dying = { ...ctx, payouts, atFaultPoint: die }
    const recipient = aWallet().address
    const body = await signSend(server, member, { recipient })
    const session = { memberId: member.memberId, walletAddress: member.wallet.address }
    const attempt = async () => {
      const prepared = await prepareSend(dying, session, body)
      return ctx.db.transaction((tx) => sendRelayed(tx, dying, member.memberId, prepared))
    }

    await attempt().catch(() => undefined)
    const worker = createWorker(dying, jobKinds)
    for (let round = 0; round < 4 && !fate.isDead; round += 1) {
      for (const { control } of server.devnet?.chains.values() ?? []) await control.mine(1)
      server.clock.advance(2000)
      await worker.runDue()
    }
    // The phone repeats the request, and another worker continues.
    const { state } = await attempt()
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 10)

    expect(fate.isDead).toBe(true)
    expect(['QUEUED', 'SENT', 'DONE']).toContain(state)
    expect(await balance(recipient)).toBe(5n)
    expect(await listedSends(member)).toMatchObject([{ state: 'DONE' }])
  })
})

test('the deployed contract accepts a send only from the treasury and with the contents that its owner signed', async () => {
  const body = await signSend(server, member)
  const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')
  const call = (change: object = {}) =>
    relay({
      owner: member.wallet.address,
      recipient: body.recipient,
      token: body.token,
      amount: BigInt(body.amount),
      nonce: BigInt(body.nonce),
      deadline: BigInt(body.deadline),
      intent: bytes(body.intent),
      permit: bytes(body.permit),
      ...change,
    })
  const { node } = chainOf(server)
  const attempt = (data: Hex, from: string = server.treasuryKey.address) =>
    node.call('eth_call', [{ from, to: body.relay, data }, 'latest'])

  await expect(attempt(call({ recipient: aWallet().address }))).rejects.toThrow('revert')
  await expect(attempt(call({ amount: 4n }))).rejects.toThrow('revert')
  await expect(attempt(call(), aWallet().address)).rejects.toThrow('revert')
  await expect(attempt(call())).resolves.toBe('0x')
})

const PERMIT_ABI = [
  {
    type: 'function',
    name: 'permit',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'v', type: 'uint8' },
      { name: 'r', type: 'bytes32' },
      { name: 's', type: 'bytes32' },
    ],
    outputs: [],
  },
] as const
