import { encodeDeployData, encodeFunctionData, erc20Abi, type Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STABLE_TOKEN } from '@solstice/devnet/genesis'
import type { DevnetChain } from '@solstice/devnet/devnet'
import { networkByChain, type Network } from '#/modules/network/network.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'
import { headNumber } from './chain.service.ts'
import { NO_LOG, usePayment, verifyPayment, type ExpectedPayment } from './payment.service.ts'

let server: TestApp
let chain: DevnetChain
let network: Network
let payer: PrivateKeyAccount
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  chain = chainOf(server)
  payer = aWallet()
  await chain.faucet.send(payer.address, { native: '10', token: '1000' })
  await chain.control.mine(1)
  const found = await networkByChain(server.ctx, 31_337)
  if (!found) throw new Error('There is no network')
  network = found
})
afterAll(() => server.close())
beforeEach(() => chain.node.clearFaults())

const TREASURY = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ELSEWHERE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const PRICE = 25_000_000n

/** Returns an order for tokens that opens now. */
async function anOrder(change: Partial<ExpectedPayment> = {}): Promise<ExpectedPayment> {
  const afterBlock = await headNumber(server.ctx, network)
  const contract = chain.network.token.address
  return { contract, payer: payer.address, payee: TREASURY, amount: PRICE, afterBlock, ...change }
}

const transfer = (to: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

const pay = (
  to: `0x${string}`,
  amount: bigint,
  token: `0x${string}` = chain.network.token.address,
) => sendFrom(payer, chain, { to: token, data: transfer(to, amount) })

const verify = (order: ExpectedPayment, txHash: string) =>
  verifyPayment(server.ctx, network, order, txHash)

describe('a token payment', () => {
  test('waits for its block and for the blocks above it, and is verified at a depth of three', async () => {
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE)

    const unmined = await verify(order, txHash)
    const states = []
    for (let block = 0; block < 3; block += 1) {
      await chain.control.mine(1)
      states.push(await verify(order, txHash))
    }

    expect(unmined).toEqual({ kind: 'waiting', confirmations: 0 })
    expect(states).toMatchObject([
      { kind: 'waiting', confirmations: 1 },
      { kind: 'waiting', confirmations: 2 },
      { kind: 'verified', blockNumber: order.afterBlock + 1, logIndex: 0 },
    ])
  })

  test('waits if the transaction does not exist', async () => {
    expect(await verify(await anOrder(), `0x${'7'.repeat(64)}`)).toEqual({
      kind: 'waiting',
      confirmations: 0,
    })
  })

  test('is refused when the payee, payer, amount or token differs', async () => {
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE)
    await chain.control.mine(3)
    const refused = { kind: 'refused', reason: 'not-this-payment' }

    for (const change of [
      { payee: ELSEWHERE },
      { payer: ELSEWHERE },
      { amount: PRICE + 1n },
      { amount: PRICE - 1n },
      { contract: ELSEWHERE },
      { contract: null },
    ] as const) {
      expect(await verify({ ...order, ...change }, txHash)).toEqual(refused)
    }
  })

  test('is refused when another token with the same name and symbol was paid', async () => {
    const data = encodeDeployData({
      abi: STABLE_TOKEN.abi as Abi, // The ABI as the compiler wrote it.
      bytecode: STABLE_TOKEN.bytecode,
      args: ['Solstice Dollar', 'USDS', 6, 1000n],
    })
    const deployment = await sendFrom(payer, chain, { data })
    await chain.control.mine(1)
    const receipt = await chain.node.call('eth_getTransactionReceipt', [deployment])
    const { contractAddress } = receipt as { contractAddress: `0x${string}` }
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE, contractAddress)
    await chain.control.mine(3)

    expect(await verify(order, txHash)).toEqual({ kind: 'refused', reason: 'not-this-payment' })
    // The transfer succeeded, but with the worthless token.
    expect(await verify({ ...order, contract: contractAddress }, txHash)).toMatchObject({
      kind: 'verified',
    })
  })

  test('is refused when it precedes the order, also in the newest block at that time', async () => {
    const txHash = await pay(TREASURY, PRICE)
    await chain.control.mine(1)
    const order = await anOrder()
    await chain.control.mine(3)

    expect(await verify(order, txHash)).toEqual({ kind: 'refused', reason: 'before-the-order' })
  })

  test('is refused when the transaction was reverted', async () => {
    const order = await anOrder({ amount: 10n ** 30n })
    const txHash = await pay(TREASURY, 10n ** 30n)
    await chain.control.mine(3)

    expect(await verify(order, txHash)).toEqual({ kind: 'refused', reason: 'reverted' })
  })

  test('is never verified when it is rolled back before it is final', async () => {
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE)
    await chain.control.mine(2)
    const seen = await verify(order, txHash)
    await chain.control.rollBack(2, 'drop')
    await chain.control.mine(5)

    expect(seen).toEqual({ kind: 'waiting', confirmations: 2 })
    expect(await verify(order, txHash)).toEqual({ kind: 'waiting', confirmations: 0 })
  })

  test('is verified in its new block when it is mined again after a rollback', async () => {
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE)
    await chain.control.mine(3)
    const first = await verify(order, txHash)
    await chain.control.rollBack(3, 'requeue')
    await chain.control.mine(3)
    const second = await verify(order, txHash)

    expect([first.kind, second.kind]).toEqual(['verified', 'verified'])
    expect(second).not.toEqual(first)
  })

  test('is used once, regardless of who submits it again', async () => {
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE)
    await chain.control.mine(3)
    const state = await verify(order, txHash)
    if (state.kind !== 'verified') throw new Error('The payment was not verified')
    const { logIndex } = state
    const used = (usedFor: string, hash = txHash as string) =>
      usePayment(server.ctx.db, server.ctx, { chainId: 31_337, txHash: hash, logIndex, usedFor })

    expect([
      await used('order:1'),
      await used('order:1'),
      await used('order:2'),
      await used('order:3', txHash.toUpperCase().replace('0X', '0x')),
    ]).toEqual([true, false, false, false])
  })
})

test('verifies a coin payment by its exact value', async () => {
  const order = await anOrder({ contract: null, amount: 7n })
  const txHash = await sendFrom(payer, chain, { to: TREASURY, value: 7n })
  const wrong = await sendFrom(payer, chain, { to: TREASURY, value: 8n })
  await chain.control.mine(3)

  expect(await verify(order, txHash)).toMatchObject({ kind: 'verified', logIndex: NO_LOG })
  expect(await verify(order, wrong)).toEqual({ kind: 'refused', reason: 'not-this-payment' })
  expect(await verify({ ...order, payee: ELSEWHERE }, txHash)).toMatchObject({ kind: 'refused' })
})

describe('verifyPayment with an unreliable node', () => {
  async function paid() {
    const order = await anOrder()
    const txHash = await pay(TREASURY, PRICE)
    await chain.control.mine(3)
    return { order, txHash }
  }

  test('rejects when the node serves another chain', async () => {
    const { order, txHash } = await paid()
    chain.node.setFault('eth_chainId', { kind: 'result', result: '0x1' })

    await expect(verify(order, txHash)).rejects.toThrow('reports chain ID 1')
  })

  test('rejects when the node is down or returns invalid data', async () => {
    const { order, txHash } = await paid()
    chain.node.setFault('*', { kind: 'down', status: 502 })
    await expect(verify(order, txHash)).rejects.toThrow('eth_chainId failed on chain 31337')

    chain.node.clearFaults()
    chain.node.setFault('eth_getTransactionReceipt', {
      kind: 'lie',
      change: { blockNumber: 'soon' },
    })
    await expect(verify(order, txHash)).rejects.toThrow(
      'Invalid response to eth_getTransactionReceipt',
    )
  })

  test('rejects when the node returns the receipt of another transaction', async () => {
    const { order } = await paid()
    const other = await pay(ELSEWHERE, 1n)
    await chain.control.mine(3)
    const { txHash } = await paid()
    const receipt = await chain.node.call('eth_getTransactionReceipt', [txHash])
    chain.node.setFault('eth_getTransactionReceipt', { kind: 'result', result: receipt })

    await expect(verify(order, other)).rejects.toThrow(
      'returned the receipt of another transaction',
    )
  })

  test('keeps waiting when the receipt names a block that is not in the chain', async () => {
    const { order, txHash } = await paid()
    const change = { blockHash: `0x${'9'.repeat(64)}` }
    chain.node.setFault('eth_getTransactionReceipt', { kind: 'lie', change })

    expect(await verify(order, txHash)).toEqual({ kind: 'waiting', confirmations: 0 })
  })

  test('rejects when the block does not contain the transaction of the receipt', async () => {
    const { order, txHash } = await paid()
    chain.node.setFault('eth_getBlockByNumber', { kind: 'lie', change: { transactions: [] } })

    await expect(verify(order, txHash)).rejects.toThrow('does not contain its transaction')
  })
})
