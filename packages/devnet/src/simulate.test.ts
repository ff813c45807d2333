import { encodeFunctionData, erc20Abi } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { BEN, aDevnet, ada, chainOf, closeAll, tokens, type SimulatedReply } from './test-devnet.ts'

afterEach(closeAll)

const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

async function simulated(call: object, given: object = { traceTransfers: true }) {
  const devnet = await aDevnet()
  const chain = chainOf(devnet)
  await devnet.welcome(ada.address)
  await chain.control.mine(1)
  const { token } = chain.network
  const request = { ...given, blockStateCalls: [{ calls: [{ from: ada.address, ...call }] }] }
  const reply = await chain.node.call('eth_simulateV1', [request, 'latest'])
  const [block] = reply as SimulatedReply // The result of the method.
  return { chain, token: token.address.toLowerCase(), call: block?.calls[0] }
}

test('reports the transfer of a token without moving it', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BEN, 5n] })
  const { chain, token, call } = await simulated({
    to: chainOf(await aDevnet()).network.token.address,
    data,
  })

  expect(call).toMatchObject({ status: '0x1', logs: [{ address: token }] })
  expect(BigInt(call?.logs[0]?.data ?? '0x0')).toBe(5n)
  expect(await tokens(chain, BEN)).toBe(0n)
})

test('reports the coin only when transfers are traced', async () => {
  const coin = { to: BEN, value: '0x7' }

  expect((await simulated(coin)).call?.logs).toMatchObject([{ address: COIN }])
  expect((await simulated(coin, {})).call?.logs).toEqual([])
})

test('reports a call that fails with its reason and without logs', async () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [BEN, ada.address, 1n],
  })
  const to = chainOf(await aDevnet()).network.token.address

  expect((await simulated({ to, data })).call).toMatchObject({
    status: '0x0',
    logs: [],
    error: { message: 'execution reverted' },
  })
})

test('refuses to simulate more than one call', async () => {
  const { node } = chainOf(await aDevnet())
  const calls = [{ to: BEN }, { to: BEN }]

  await expect(
    node.call('eth_simulateV1', [{ blockStateCalls: [{ calls }] }, 'latest']),
  ).rejects.toThrow('exactly one call')
})
