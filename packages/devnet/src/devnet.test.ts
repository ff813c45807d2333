import { encodeFunctionData, erc20Abi, keccak256, parseSignature, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { openChain } from './chain.ts'
import { LOCAL_NETWORKS, STABLE_TOKEN } from './genesis.ts'
import { openJournal, type Journal } from './journal.ts'
import {
  BEN,
  GWEI,
  NEVER_MS,
  aDevnet,
  ada,
  balance,
  chainOf,
  closeAll,
  head,
  receipt,
  sent,
  tokens,
} from './test-devnet.ts'

afterEach(closeAll)

describe('the devnet', () => {
  test('runs two chains with their own ids, each with a stable token of different decimals', async () => {
    const devnet = await aDevnet()

    const found = await Promise.all(
      Array.from(devnet.chains.values(), async (chain) => {
        const read = async (functionName: 'decimals' | 'symbol') =>
          chain.node.call('eth_call', [
            {
              to: chain.network.token.address,
              data: encodeFunctionData({ abi: erc20Abi, functionName }),
            },
            'latest',
          ])
        return [await chain.node.call('eth_chainId', []), Number(await read('decimals'))]
      }),
    )

    expect(found).toEqual([
      ['0x7a69', 6],
      ['0x7a6a', 18],
    ])
  })

  test('gives a new wallet coins and tokens on both chains once', async () => {
    const devnet = await aDevnet()

    await devnet.welcome(ada.address)
    await devnet.welcome(ada.address)
    for (const chain of devnet.chains.values()) await chain.control.mine(1)
    await devnet.welcome(ada.address)
    for (const chain of devnet.chains.values()) await chain.control.mine(1)

    const [first, second] = [chainOf(devnet), chainOf(devnet, 31_338)]
    expect(await balance(first, ada.address)).toBe(10n ** 18n / 4n)
    expect(await balance(second, ada.address)).toBe((3n * 10n ** 18n) / 2n)
    expect(await tokens(first, ada.address)).toBe(250n * 10n ** 6n)
    expect(await tokens(second, ada.address)).toBe(250n * 10n ** 18n)
  })

  test('gives an account that pays others its funds in a block, once', async () => {
    const devnet = await aDevnet()

    await devnet.fundPayer(ada.address)
    await devnet.fundPayer(ada.address)

    for (const chain of devnet.chains.values()) {
      expect(await balance(chain, ada.address)).toBe(1000n * 10n ** 18n)
      expect(await chain.node.call('eth_blockNumber', [])).toBe('0x2')
    }
  })

  test('accepts a permit signed by the owner and rejects any other', async () => {
    const devnet = await aDevnet()
    const chain = chainOf(devnet)
    await devnet.welcome(ada.address)
    await chain.control.mine(1)
    const deadline = 4_000_000_000n
    const message = { owner: ada.address, spender: BEN, value: 7n, nonce: 0n, deadline }
    const signature = await ada.signTypedData({
      domain: {
        name: chain.network.token.name,
        version: '1',
        chainId: chain.network.chainId,
        verifyingContract: chain.network.token.address,
      },
      primaryType: 'Permit',
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      message,
    })
    const { r, s, yParity } = parseSignature(signature)
    const permit = (value: bigint) =>
      encodeFunctionData({
        abi: STABLE_TOKEN.abi,
        functionName: 'permit',
        args: [ada.address, BEN, value, deadline, 27 + yParity, r, s],
      })
    const to = chain.network.token.address
    const wrong = await sent(chain, 0, { to, value: 0n, data: permit(8n) })
    const right = await sent(chain, 1, { to, value: 0n, data: permit(7n) })
    await chain.control.mine(1)

    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [ada.address, BEN],
    })
    expect((await receipt(chain, wrong))?.status).toBe('0x0')
    expect((await receipt(chain, right))?.status).toBe('0x1')
    expect(BigInt(String(await chain.node.call('eth_call', [{ to, data }, 'latest'])))).toBe(7n)
  })

  test('mines on its own until a transaction is final and then pauses', async () => {
    const devnet = await aDevnet({ blockMs: 5 })
    const chain = chainOf(devnet)
    const before = Number((await head(chain)).number)

    await chain.faucet.send(BEN, { native: '1' })
    const after = before + 1 + 4
    await expect.poll(async () => Number((await head(chain)).number)).toBe(after)
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect(Number((await head(chain)).number)).toBe(after)
    expect(await balance(chain, BEN)).toBe(10n ** 18n)
  })

  test('replaces a pending transaction by one with higher fees', async () => {
    const devnet = await aDevnet()
    const chain = chainOf(devnet)
    await chain.faucet.send(ada.address, { native: '1' })
    await chain.control.mine(1)

    const slow = await sent(chain, 0)
    const refused = sent(chain, 0, { value: 6n })
    await expect(refused).rejects.toThrow('Replacement')
    const fast = await sent(chain, 0, {
      value: 6n,
      maxFeePerGas: 6n * GWEI,
      maxPriorityFeePerGas: 2n * GWEI,
    })
    await chain.control.mine(1)

    expect(await receipt(chain, slow)).toBeNull()
    expect((await receipt(chain, fast))?.status).toBe('0x1')
    expect(await balance(chain, BEN)).toBe(6n)
  })

  test('stops mining while a transaction waits for an earlier nonce', async () => {
    const devnet = await aDevnet({ blockMs: 5 })
    const chain = chainOf(devnet)
    const blockNumber = async () => Number((await head(chain)).number)
    const before = await blockNumber()
    await chain.faucet.send(ada.address, { native: '1' })
    await expect.poll(blockNumber).toBe(before + 5)
    await sent(chain, 1)
    // One block is mined, but it cannot include the transaction.
    await expect.poll(blockNumber).toBe(before + 6)
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect(await blockNumber()).toBe(before + 6)
    await sent(chain, 0)
    await expect.poll(() => balance(chain, BEN)).toBe(10n)
  })
})

describe('chain control', () => {
  test('replaces blocks on a roll-back and mines the requeued transactions again', async () => {
    const chain = chainOf(await aDevnet())
    const [hash] = await chain.faucet.send(BEN, { native: '2' })
    await chain.control.mine(1)
    const before = await head(chain)

    await chain.control.rollBack(1, 'requeue')
    expect(await receipt(chain, hash)).toBeNull()
    await chain.control.mine(1)

    const after = await head(chain)
    expect(after.number).toBe(before.number)
    expect(after.hash).not.toBe(before.hash)
    expect(after.transactions).toEqual(before.transactions)
  })

  test('keeps transactions pending while the chain is stalled', async () => {
    const chain = chainOf(await aDevnet({ blockMs: 5 }))
    chain.control.stall(true)
    const [hash] = await chain.faucet.send(BEN, { native: '2' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const waiting = await receipt(chain, hash)

    chain.control.stall(false)

    expect(waiting).toBeNull()
    await expect.poll(() => receipt(chain, hash)).toMatchObject({ status: '0x1' })
  })

  test('simulates wrong, failing, slow and unavailable nodes until the faults are cleared', async () => {
    const { node } = chainOf(await aDevnet())
    const request = (method: string, params: unknown[] = []) =>
      node.answer({ jsonrpc: '2.0', id: 7, method, params })

    node.setFault('eth_chainId', { kind: 'result', result: '0x1' })
    node.setFault('eth_gasPrice', { kind: 'error', code: -32_000, message: 'not now' })
    node.setFault('eth_getBlockByNumber', { kind: 'lie', change: { hash: '0xabc' } })
    node.setFault('eth_blockNumber', { kind: 'slow', delayMs: 1 })
    node.setFault('net_version', { kind: 'down', status: 503 })

    expect(await request('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x1' })
    expect(await request('eth_gasPrice')).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_000, message: 'not now' },
    })
    expect(await request('eth_getBlockByNumber', ['latest', false])).toMatchObject({
      result: { number: '0x1', hash: '0xabc' },
    })
    expect(await request('eth_blockNumber')).toMatchObject({ result: '0x1' })
    await expect(request('net_version')).rejects.toThrow('503')
    node.clearFaults()
    expect(await request('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })

  test('answers batches, rejects invalid requests and offers no administrative methods', async () => {
    const { node } = chainOf(await aDevnet())
    const order = { jsonrpc: '2.0', id: 2, method: 'hardhat_setBalance', params: [BEN, '0x1'] }

    expect(
      await node.answer([{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }, order, 'nonsense']),
    ).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x7a69' },
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: -32_601, message: 'The method hardhat_setBalance does not exist' },
      },
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } },
    ])
    expect(await node.answer([])).toMatchObject({ error: { code: -32_600 } })
  })

  test('hides a block that cannot be written and mines its transactions later', async () => {
    const [network] = LOCAL_NETWORKS
    if (!network) throw new Error('There is no network')
    const kept = await openJournal(undefined)
    let full = true
    const journal: Journal = {
      ...kept,
      append: async (block) => {
        if (full) throw new Error('No space left on device')
        await kept.append(block)
      },
    }
    const now = () => new Date('2026-06-23T08:00:00.000Z')
    const chain = await openChain({ network, journal, now, blockMs: NEVER_MS, onFault: () => {} })
    const deployer = privateKeyToAccount(keccak256(toBytes('solstice local faucet')))
    const raw = await deployer.signTransaction({
      chainId: network.chainId,
      nonce: 1,
      to: BEN,
      value: 3n,
      gas: 21_000n,
      maxFeePerGas: 3n * GWEI,
      maxPriorityFeePerGas: GWEI,
    })
    const hash = await chain.call('eth_sendRawTransaction', [raw])

    await expect(chain.mine(1)).rejects.toThrow('No space left')
    expect(await chain.call('eth_getTransactionReceipt', [hash])).toBeNull()
    full = false
    await chain.mine(1)

    expect(await chain.call('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    await chain.close()
  })
})
