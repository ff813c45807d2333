import {
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  keccak256,
  toBytes,
  toHex,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ada,
  aDevnet,
  BEN,
  chainOf,
  closeAll,
  head,
  receipt,
  sent,
  tokens,
} from '@solstice/devnet/test-devnet'
import type { DevnetChain } from '@solstice/devnet/devnet'
import { compileContract } from './build.ts'
import { relay } from './calls.ts'

/** Ada deploys the contract, so that she is its treasury. */
const owner = privateKeyToAccount(keccak256(toBytes('owner of the relayed send')))
const CARA = '0x00000000000000000000000000000000000000c0'
const GWEI = 1_000_000_000n
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** No permit: the allowance suffices. */
const NO_PERMIT = new Uint8Array(65)

type RelaySend = {
  chainId: number
  relay: Hex
  owner: Hex
  recipient: Hex
  token: Hex
  amount: bigint
  nonce: bigint
  deadline: bigint
}

const SEND_TYPES = {
  Send: [
    { name: 'owner', type: 'address' },
    { name: 'recipient', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

let chain: DevnetChain
let contract: Hex
let nonce: number
let now: bigint
let bytecode: Hex

beforeAll(() => {
  ;({ bytecode } = compileContract('SendRelay'))
})
beforeEach(async () => {
  const devnet = await aDevnet()
  chain = chainOf(devnet)
  await devnet.fundPayer(ada.address)
  await devnet.welcome(owner.address)
  await chain.control.mine(1)
  nonce = 0
  contract = getContractAddress({ from: ada.address, nonce: 0n })
  await asTreasury({ to: undefined, data: bytecode })
  await allowEverything()
  now = BigInt((await head(chain)).timestamp)
})
afterEach(closeAll)

async function asTreasury(change: object): Promise<string | undefined> {
  const hash = await sent(chain, nonce++, { value: 0n, gas: 2_000_000n, ...change })
  await chain.control.mine(1)
  return (await receipt(chain, hash))?.status
}

/** With this allowance nothing but the checks of the contract protects the owner. */
async function allowEverything(): Promise<void> {
  const { token, chainId } = chain.network
  const args = [contract, 2n ** 256n - 1n] as const
  const raw = await owner.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: 0,
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
    gas: 200_000n,
    maxFeePerGas: 3n * GWEI,
    maxPriorityFeePerGas: GWEI,
  })
  await chain.node.call('eth_sendRawTransaction', [raw])
  await chain.control.mine(1)
}

const sendOf = (change: Partial<RelaySend> = {}): RelaySend => ({
  chainId: chain.network.chainId,
  relay: contract,
  owner: owner.address,
  recipient: BEN,
  token: chain.network.token.address,
  amount: 7n,
  nonce: 1n,
  deadline: now + 600n,
  ...change,
})

async function sign({ chainId, relay: verifyingContract, ...message }: RelaySend) {
  const domain = { name: 'Solstice Relay', version: '1', chainId, verifyingContract }
  const signature = await owner.signTypedData({
    domain,
    types: SEND_TYPES,
    primaryType: 'Send',
    message,
  })
  return toBytes(signature)
}

const callOf = (send: RelaySend, intent: Uint8Array): Hex =>
  relay({ ...send, intent, permit: NO_PERMIT })

/** Tries the call as the treasury on the newest block. */
const attempt = (data: Hex, from: string = ada.address): Promise<unknown> =>
  chain.node.call('eth_call', [{ from, to: contract, data }, 'latest'])

describe('the relay reverts', () => {
  test('a send that was executed before', async () => {
    const send = sendOf()
    const data = callOf(send, await sign(send))
    expect(await asTreasury({ to: contract, data })).toBe('0x1')
    expect(await tokens(chain, BEN)).toBe(7n)

    await expect(attempt(data)).rejects.toThrow('revert')
    expect(await asTreasury({ to: contract, data })).toBe('0x0')
    expect(await tokens(chain, BEN)).toBe(7n)
    const next = sendOf({ nonce: 2n })
    await expect(attempt(callOf(next, await sign(next)))).resolves.toBe('0x')
  })

  test('a send after its deadline', async () => {
    const [late, inTime] = [sendOf({ deadline: now - 1n }), sendOf()]

    await expect(attempt(callOf(late, await sign(late)))).rejects.toThrow('revert')
    await expect(attempt(callOf(inTime, await sign(inTime)))).resolves.toBe('0x')
  })

  test('a call of anybody else than the treasury', async () => {
    const send = sendOf()
    const data = callOf(send, await sign(send))

    await expect(attempt(data, owner.address)).rejects.toThrow('revert')
    await expect(attempt(data, CARA)).rejects.toThrow('revert')
    await expect(attempt(data)).resolves.toBe('0x')
  })

  test('an intent that the owner signed for other contents', async () => {
    const send = sendOf()
    const intent = await sign(send)

    for (const change of [
      { recipient: CARA },
      { amount: 8n },
      { nonce: 2n },
      { deadline: send.deadline + 1n },
      { owner: CARA },
    ] as const) {
      await expect(attempt(callOf({ ...send, ...change }, intent))).rejects.toThrow('revert')
    }
    await expect(attempt(callOf(send, intent))).resolves.toBe('0x')
  })

  test('an intent for another contract or another chain', async () => {
    const send = sendOf()

    for (const change of [{ relay: CARA }, { chainId: 1 }] as const) {
      await expect(attempt(callOf(send, await sign({ ...send, ...change })))).rejects.toThrow(
        'revert',
      )
    }
  })

  test('the second form of a signature', async () => {
    const send = sendOf()
    const intent = await sign(send)
    const other = Uint8Array.from(intent)
    const s = BigInt(toHex(intent.subarray(32, 64)))
    other.set(toBytes(ORDER - s, { size: 32 }), 32)
    other[64] = intent[64] === 27 ? 28 : 27

    await expect(attempt(callOf(send, other))).rejects.toThrow('revert')
    await expect(attempt(callOf(send, intent))).resolves.toBe('0x')
  })
})
