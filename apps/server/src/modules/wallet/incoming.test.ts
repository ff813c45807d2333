import { sql } from 'drizzle-orm'
import { encodeDeployData, type Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '@solstice/contract/messages'
import { LOCAL_CONFIRMATIONS, STABLE_TOKEN } from '@solstice/devnet/genesis'
import { HOUR_MS } from '@solstice/rules/duration'
import { listAlerts } from '#/modules/alert/alert.service.ts'
import { payMembers } from '#/modules/payout/payout.jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { aPayer, payTokens, type Payer } from '#test/test-shop.ts'
import { fundTreasury, advanceChains } from '#test/test-treasury.ts'
import { chainOf, endPauses, sendFrom } from '#test/test-wallet.ts'
import { notifyIncoming, queueIncoming } from './incoming.jobs.ts'
import { watchIncoming } from './incoming.service.ts'

let server: TestApp
let worker: TestApp['worker']
/** This worker lacks the job that funds new wallets on local chains. */
let chainWorker: TestApp['worker']
let sender: Payer
let member: Payer
const { purposes, request, shown } = payoutFixtures(() => server)
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  ;({ worker } = server)
  chainWorker = createWorker(server.ctx, [notifyIncoming, payMembers(purposes)])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.worker = worker
  sender = await aPayer(server)
  member = await aPayer(server)
  await settle()
  // Clears earlier alerts and deposits, so that only those of the test are new.
  await server.ctx.db.execute(sql`delete from alerts`)
  await server.ctx.db.execute(sql`delete from incoming_deposits`)
  await server.ctx.db.execute(sql`delete from jobs`)
  server.worker = chainWorker
})

const CHAIN = 31_337

/** Mines until everything sent before is final, then polls. */
async function settle(): Promise<void> {
  for (const [chainId, { control }] of server.devnet?.chains ?? []) {
    await control.mine(LOCAL_CONFIRMATIONS + 1)
    await watchIncoming(server.ctx, chainId)
  }
}

/** Reads the service directly, because the clock moves further than a session lasts. */
const received = async ({ userId }: Payer, language: Language = 'en') => {
  const { list } = await listAlerts(server.ctx, userId, { page: 1, size: 100 }, language)
  return list.filter(({ code }) => code === 'FUNDS_RECEIVED')
}

/** An amount of the local chain's stable token, whose price is one dollar. */
const SEVEN_DOLLARS = 7_000_000n
const ETHER = 10n ** 18n

describe('the deposit alert', () => {
  test('names amount, symbol and network, and is sent once to the recipient only', async () => {
    const { name } = chainOf(server).network
    await payTokens(server, sender.wallet, member.wallet.address, 123_450_000n)
    await settle()
    await settle()

    expect(await received(member)).toMatchObject([
      {
        title: 'Funds received',
        content: `123.45 USDS arrived in your wallet on ${name}.`,
        data: {
          deposit: { amount: '123.45', symbol: 'USDS', network: name, more: 0 },
        },
      },
    ])
    expect(await received(sender)).toEqual([])
  })

  test('is sent for coin too, in the language of the screen', async () => {
    await sendFrom(sender.wallet, chainOf(server), {
      to: member.wallet.address,
      value: ETHER / 2n,
    })
    await settle()

    const [alert] = await received(member, 'ko')
    expect(alert?.content).toMatch(/^0\.5 ETH 입금이 확인됐어요\. 네트워크: /)
  })

  test('is sent at most once an hour, and later deposits share the next alert', async () => {
    const pay = () => payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await pay()
    await settle()
    await pay()
    await pay()
    await settle()
    server.clock.advance(HOUR_MS - 1)
    await settle()
    const withinTheHour = await received(member)
    server.clock.advance(1)
    await settle()
    server.clock.advance(HOUR_MS)
    await settle()

    expect(withinTheHour).toHaveLength(1)
    expect((await received(member)).map(({ data }) => data.deposit?.more)).toEqual([1, 0])
  })

  test('is sent at most six times a day, and covers the remaining deposits on the next day', async () => {
    for (let hour = 0; hour < 8; hour += 1) {
      await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
      await settle()
      server.clock.advance(HOUR_MS)
    }
    const onTheFirstDay = await received(member)
    server.clock.advance(16 * HOUR_MS)
    await settle()

    expect(onTheFirstDay).toHaveLength(6)
    expect((await received(member)).map(({ data }) => data.deposit?.more)).toEqual([
      1, 0, 0, 0, 0, 0, 0,
    ])
  })

  test('is sent for ten dollars or more even after six alerts in a day', async () => {
    for (let hour = 0; hour < 7; hour += 1) {
      await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
      await settle()
      server.clock.advance(HOUR_MS)
    }
    await payTokens(server, sender.wallet, member.wallet.address, 10_000_000n)
    await settle()

    const alerts = await received(member)
    expect(alerts).toHaveLength(7)
    expect(alerts[0]?.data.deposit).toMatchObject({ amount: '10', more: 1 })
  })

  test('names the most valuable of the deposits that share it', async () => {
    const pay = () => payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await pay()
    await settle()
    await sendFrom(sender.wallet, chainOf(server), { to: member.wallet.address, value: ETHER })
    await settle()
    await pay()
    await settle()
    server.clock.advance(HOUR_MS)
    await settle()

    expect((await received(member))[0]?.data.deposit).toMatchObject({ symbol: 'ETH', more: 1 })
  })

  test('is sent by the job that the server queues when it starts', async () => {
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)

    await queueIncoming(server.ctx)
    await advanceChains(server, LOCAL_CONFIRMATIONS + 3)

    expect(await received(member)).toHaveLength(1)
  })

  test('is sent once the block is final, and not for a transaction that a reorganisation dropped', async () => {
    const { control } = chainOf(server)
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await control.mine(1)
    const early = await watchIncoming(server.ctx, CHAIN)
    const notifiedEarly = await received(member)
    await control.rollBack(1, 'drop')
    await settle()

    expect([early, notifiedEarly]).toEqual(['busy', []])
    expect(await received(member)).toEqual([])
  })

  test('is sent once for a transaction that a deep reorganisation mined again in a later block', async () => {
    const { control } = chainOf(server)
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await settle()
    const before = await received(member)
    server.clock.advance(HOUR_MS)
    await control.rollBack(LOCAL_CONFIRMATIONS + 1, 'drop')
    await control.mine(LOCAL_CONFIRMATIONS + 3)
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await settle()

    expect(before).toHaveLength(1)
    expect(await received(member)).toHaveLength(1)
  })

  test('is not sent for a pending deposit that a deep reorganisation dropped', async () => {
    const { control } = chainOf(server)
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await settle()
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await settle()
    await control.rollBack(LOCAL_CONFIRMATIONS + 1, 'drop')
    server.clock.advance(HOUR_MS)
    await control.mine(LOCAL_CONFIRMATIONS + 3)
    await settle()

    expect(await received(member)).toHaveLength(1)
  })

  test('is not sent for a pending deposit to a wallet the member no longer has', async () => {
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await settle()
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await sendFrom(sender.wallet, chainOf(server), { to: member.wallet.address, value: ETHER })
    await settle()
    await server.ctx.db.execute(
      sql`update members set wallet_address = null where id = ${member.userId}`,
    )
    server.clock.advance(HOUR_MS)
    await settle()

    expect(await received(member)).toHaveLength(1)
  })
})

describe('the deposit alert filter', () => {
  test('ignores dust: a wei of coin, and a token amount below ten cents', async () => {
    const { address } = member.wallet
    await sendFrom(sender.wallet, chainOf(server), { to: address, value: 1n })
    await payTokens(server, sender.wallet, address, 99_999n)
    await settle()

    expect(await received(member)).toEqual([])
  })

  test('ignores amounts of zero, transfers to oneself and failed transfers', async () => {
    const chain = chainOf(server)
    const { address } = member.wallet
    await sendFrom(sender.wallet, chain, { to: address, value: 0n })
    await payTokens(server, sender.wallet, address, 0n)
    await payTokens(server, sender.wallet, address, 10n ** 30n, {
      gas: 200_000n,
    })
    await payTokens(server, member.wallet, address, SEVEN_DOLLARS)
    await sendFrom(member.wallet, chain, { to: address, value: ETHER })
    await settle()

    expect(await received(member)).toEqual([])
  })

  test('does not keep the job busy because of amounts of zero', async () => {
    const chain = chainOf(server)
    await sendFrom(sender.wallet, chain, { to: member.wallet.address, value: 0n })
    await payTokens(server, sender.wallet, member.wallet.address, 0n)
    await chain.control.mine(1)

    expect(await watchIncoming(server.ctx, CHAIN)).toBe('idle')
  })

  test('ignores a token that is not listed', async () => {
    const chain = chainOf(server)
    const abi = STABLE_TOKEN.abi as Abi // The compiler wrote it.
    const args = ['Solstice Dollar', 'USDS', 6, 10n ** 12n]
    const data = encodeDeployData({ ...STABLE_TOKEN, abi, args })
    const hash = await sendFrom(sender.wallet, chain, { data })
    await chain.control.mine(1)
    const receipt = (await chain.node.call('eth_getTransactionReceipt', [hash])) as {
      contractAddress: `0x${string}`
    } // The return type of the method.
    const token = receipt.contractAddress
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS, {
      token,
    })
    await settle()

    expect(await received(member)).toEqual([])
  })

  test('ignores a payout of the programme, which has its own alert', async () => {
    await fundTreasury(server)
    await endPauses(server, member.userId)
    const { address } = member.wallet
    const payout = await request({ memberId: member.userId, address })
    await advanceChains(server, 8)
    await settle()

    expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
    expect(await received(member)).toEqual([])
  })

  test('ignores a network whose history only a public explorer has', async () => {
    const network = sql`update networks set explorer = `
    await server.ctx.db.execute(sql`${network} 'ETHERSCAN' where chain_id = ${CHAIN}`)
    await payTokens(server, sender.wallet, member.wallet.address, SEVEN_DOLLARS)
    await chainOf(server).control.mine(LOCAL_CONFIRMATIONS + 1)
    await queueIncoming(server.ctx)
    const jobs = await rowsOf(
      server.ctx.db,
      sql`select 1 from jobs where kind = 'wallet.incoming' and done_at is null
        and payload = ${JSON.stringify({ chainId: CHAIN })}::jsonb`,
    )
    const found = await watchIncoming(server.ctx, CHAIN)
    await server.ctx.db.execute(sql`${network} 'OWN_INDEX' where chain_id = ${CHAIN}`)

    expect([found, jobs]).toEqual(['idle', []])
    expect(await received(member)).toEqual([])
  })
})
