import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { transferCall } from '@solstice/rules/transfer'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { aWallet, chainOf, registerWallet, sendFrom } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

describe('transactions sent from the app', () => {
  async function spender() {
    const member = await signUpMember(server)
    const wallet = aWallet()
    await registerWallet(member, wallet)
    const chain = chainOf(server)
    await chain.control.mine(1)
    const remember = (txHash: string, change: object = {}) =>
      member.call('wallet.addTransaction', {
        body: {
          txHash,
          chainId: 31_337,
          from: wallet.address,
          to: FRIEND,
          value: '0.5',
          symbol: 'ETH',
          ...change,
        },
      })
    const status = async () =>
      (await member.call('wallet.transactions', { query: {} })).data?.list[0]?.status
    return { member, wallet, chain, remember, status }
  }

  test('are stored, listed newest first, and returned unchanged when they are reported again', async () => {
    const { member, wallet, chain, remember } = await spender()
    const first = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    const second = await sendFrom(wallet, chain, { to: FRIEND, value: 6n })

    const kept = await remember(first)
    const again = await remember(first, { value: '99' })
    await remember(second, { contractAddress: chain.network.token.address.toLowerCase() })

    expect(kept.data).toMatchObject({
      txHash: first,
      chainId: 31_337,
      from: wallet.address,
      to: FRIEND,
      value: '0.5',
      symbol: 'ETH',
      contractAddress: null,
      status: 'PENDING',
      createdAt: server.clock.now.toISOString(),
    })
    expect(again.data).toEqual(kept.data)
    const list = await member.call('wallet.transactions', { query: { size: 1 } })
    expect(list.data).toMatchObject({ totalCount: 2, hasNext: true, page: 1, size: 1 })
    expect(list.data?.list[0]).toMatchObject({
      txHash: second,
      contractAddress: chain.network.token.address,
    })
    const elsewhere = await member.call('wallet.transactions', { query: { chainId: 31_338 } })
    expect(elsewhere.data?.list).toEqual([])
    const both = await member.call('wallet.transactions', { query: { chainId: [31_337, 31_338] } })
    expect(both.data?.totalCount).toBe(2)
    await chain.control.mine(1)
  })

  test('are listed by cursor, which a new one does not shift', async () => {
    const { member, wallet, chain, remember } = await spender()
    const reported = async (value: bigint) => {
      const txHash = await sendFrom(wallet, chain, { to: FRIEND, value })
      await remember(txHash)
      return txHash
    }
    const oldest = await reported(5n)
    const older = await reported(6n)
    const read = async (query: { before?: string; size: number; chainId?: number }) => {
      const { data } = await member.call('wallet.transactions', { query })
      return { ...data, hashes: data?.list.map(({ txHash }) => txHash) }
    }
    const first = await read({ before: 'latest', size: 1, chainId: 31_337 })
    const newest = await reported(7n)

    const second = await read({ before: first.nextCursor ?? '', size: 1, chainId: 31_337 })

    expect(first).toMatchObject({ hashes: [older], totalCount: null, hasNext: true })
    expect(second).toMatchObject({ hashes: [oldest], nextCursor: null, hasNext: false })
    expect(await read({ before: 'latest', size: 1, chainId: 31_338 })).toMatchObject({ hashes: [] })
    const numbered = await read({ size: 2 })
    expect(numbered).toMatchObject({ hashes: [newest, older], totalCount: 3 })
    expect(await read({ before: numbered.nextCursor ?? '', size: 2 })).toMatchObject({
      hashes: [oldest],
      hasNext: false,
    })
  })

  test('succeed, become pending again when their block is rolled back, and are final in the end', async () => {
    const { wallet, chain, remember, status } = await spender()
    const txHash = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    await remember(txHash)

    await chain.control.mine(1)
    const seen = await status()
    await chain.control.rollBack(1, 'requeue')
    const rolledBack = await status()
    await chain.control.mine(3)
    const final = await status()
    await chain.control.rollBack(3, 'drop')

    expect([seen, rolledBack, final]).toEqual(['SUCCESS', 'PENDING', 'SUCCESS'])
    // A transaction is final at three blocks and is not checked again.
    expect(await status()).toBe('SUCCESS')
  })

  test('fail when the chain reports a failure, and when another transaction replaced them', async () => {
    const { wallet, chain, remember, member } = await spender()
    const reverted = await sendFrom(wallet, chain, {
      to: chain.network.token.address,
      data: '0xdeadbeef',
    })
    await remember(reverted)
    const count = Number(
      await chain.node.call('eth_getTransactionCount', [wallet.address, 'pending']),
    )
    const slow = await sendFrom(wallet, chain, { to: FRIEND, value: 5n, nonce: count })
    await remember(slow)
    const fast = { to: FRIEND, value: 0n, nonce: count, maxFeePerGas: 8_000_000_000n } as const
    await remember(await sendFrom(wallet, chain, fast), { value: '0' })

    await chain.control.mine(3)

    const { data } = await member.call('wallet.transactions', { query: {} })
    expect(data?.list.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED', 'FAILED'])
  })

  test('keep their state while the chain is unreachable, slow or a different one', async () => {
    const { wallet, chain, remember, status } = await spender()
    await remember(await sendFrom(wallet, chain, { to: FRIEND, value: 5n }))
    await chain.control.mine(1)

    chain.node.setFault('*', { kind: 'down', status: 503 })
    const silent = await status()
    chain.node.clearFaults()
    chain.node.setFault('*', { kind: 'slow', delayMs: 60_000 })
    const slow = await status()
    chain.node.clearFaults()

    chain.node.setFault('eth_chainId', { kind: 'result', result: '0x1' })
    chain.node.setFault('eth_getTransactionReceipt', { kind: 'result', result: null })
    chain.node.setFault('eth_getTransactionByHash', { kind: 'result', result: null })
    const ofAnotherChain = await status()
    chain.node.clearFaults()

    expect([silent, slow, ofAnotherChain]).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(await status()).toBe('SUCCESS')
  })

  test('count as sent only if the chain shows this wallet paying this recipient', async () => {
    const { member, wallet, chain, remember } = await spender()
    const thief = aWallet().address
    const token = chain.network.token.address
    const paid = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    const empty = await sendFrom(wallet, chain, { to: FRIEND, value: 0n })
    const reverted = await sendFrom(wallet, chain, { to: token, data: '0xdeadbeef' })
    await chain.control.mine(1)

    const reports = [
      await remember(`0x${'1'.repeat(64)}`, { to: thief }),
      await remember(paid, { to: thief }),
      await remember(empty),
      await remember(reverted, { to: thief, contractAddress: token }),
    ]
    expect(reports.map(({ data }) => data?.isOnChain)).toEqual([false, false, false, false])

    const other = await spender()
    const theirs = await other.remember(paid)
    expect(theirs.data).toMatchObject({ isOnChain: false })

    const again = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    const waiting = await remember(again)
    await chain.control.mine(1)
    const { data } = await member.call('wallet.transactions', { query: { size: 1 } })
    expect([waiting.data?.isOnChain, data?.list[0]?.isOnChain]).toEqual([false, true])
  })

  test('count for a token if its contract transferred it to this recipient', async () => {
    const { wallet, chain, remember } = await spender()
    const token = chain.network.token.address
    const callFor = (amount: bigint) => transferCall({ payee: FRIEND, contract: token, amount })
    const sent = await sendFrom(wallet, chain, callFor(7n))
    const beyond = await sendFrom(wallet, chain, callFor(10n ** 30n))
    const empty = await sendFrom(wallet, chain, callFor(0n))
    await chain.control.mine(1)

    const asSent = await remember(sent, { contractAddress: token })
    const tooMuch = await remember(beyond, { contractAddress: token })
    const nothing = await remember(empty, { contractAddress: token })
    const other = await spender()
    const theirs = await other.remember(sent, { contractAddress: token })

    const reports = [asSent, tooMuch, nothing, theirs]
    expect(reports.map(({ data }) => data?.isOnChain)).toEqual([true, false, false, false])
    expect(nothing.data?.status).toBe('SUCCESS')
  })

  test('do not count if a contract only logs a transfer to the recipient', async () => {
    const { wallet, chain, remember } = await spender()
    const made = await sendFrom(wallet, chain, { data: lyingContract(FRIEND) })
    await chain.control.mine(1)
    const receipt = await chain.node.call('eth_getTransactionReceipt', [made])
    const { contractAddress } = receipt as { contractAddress: `0x${string}` }
    const approval = await sendFrom(wallet, chain, { to: contractAddress, data: '0x095ea7b3' })
    await chain.control.mine(1)

    const { data } = await remember(approval, { contractAddress })

    expect(data).toMatchObject({ status: 'SUCCESS', isOnChain: false })
  })

  test('are checked once if they became final before the comparison with the chain existed', async () => {
    const { member, wallet, chain, remember } = await spender()
    const paid = await sendFrom(wallet, chain, { to: FRIEND, value: 5n })
    await chain.control.mine(3)
    await remember(paid)
    await remember(`0x${'3'.repeat(64)}`)
    await server.ctx.db.execute(sql`update wallet_transactions
      set final = true, status = 'SUCCESS', on_chain = null where member_id = ${member.userId}`)
    const list = async () =>
      (await member.call('wallet.transactions', { query: {} })).data?.list.map(
        ({ status, isOnChain }) => [status, isOnChain],
      )

    const compared = await list()
    chain.node.setFault('*', { kind: 'down', status: 503 })
    const kept = await list()
    chain.node.clearFaults()

    expect(compared).toEqual([
      ['SUCCESS', false],
      ['SUCCESS', true],
    ])
    expect(kept).toEqual(compared)
  })

  test('are rejected from another wallet, on an unknown chain and without an amount', async () => {
    const { remember } = await spender()
    const hash = `0x${'1'.repeat(64)}`

    expect((await remember(hash, { from: FRIEND })).code).toBe(Code.INVALID_REQUEST)
    expect((await remember(hash, { chainId: 424_242 })).code).toBe(Code.INVALID_REQUEST)
    for (const value of ['-1', '1e3', '', 'NaN', '9'.repeat(90)]) {
      expect((await remember(hash, { value })).code).toBe(Code.INVALID_REQUEST)
    }
    expect((await remember(hash, { to: 'xyz' })).code).toBe(Code.WALLET_ADDRESS_INVALID)
    const walletless = await signUpMember(server)
    const body = {
      txHash: hash,
      chainId: 31_337,
      from: FRIEND,
      to: FRIEND,
      value: '1',
      symbol: 'ETH',
    }
    expect((await walletless.call('wallet.addTransaction', { body })).code).toBe(
      Code.INVALID_REQUEST,
    )
  })
})

const TRANSFERRED = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Returns a contract that logs a transfer of 1 to the payee on every call, and transfers nothing.
 */
function lyingContract(payee: string): `0x${string}` {
  const emit = `600160005273${payee.slice(2)}337f${TRANSFERRED}60206000a300`
  const size = (emit.length / 2).toString(16).padStart(2, '0')
  return `0x60${size}8060093d393df3${emit}`
}
