import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  decodeFunctionResult,
  getContractAddress,
  type Hex,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  ada,
  aDevnet,
  aFolder,
  BEN,
  chainOf,
  closeAll,
  head,
  receipt,
  sent,
  tokens,
} from '@solstice/devnet/test-devnet'
import type { DevnetChain } from '@solstice/devnet/devnet'
import {
  buildContracts,
  buildPartnerContracts,
  committedContracts,
  committedPartnerContracts,
} from './build.ts'
import { LOG_ANCHOR, REWARD_DISTRIBUTOR } from './contracts.ts'
import { distributionTree, type Share } from './distribution-tree.ts'

afterEach(closeAll)

test('the committed contracts match their compiled sources', async () => {
  expect(JSON.parse(buildContracts())).toEqual(JSON.parse(committedContracts()))
  expect(JSON.parse(await buildPartnerContracts())).toEqual(JSON.parse(committedPartnerContracts()))
})

let chain: DevnetChain
let nonce = 0
beforeEach(async () => {
  chain = chainOf(await aDevnet())
  nonce = 0
  await chain.faucet.fundPayer(ada.address)
})

/** Sends a transaction of the treasury and returns whether it succeeded. */
async function call(to: Hex | undefined, data: Hex): Promise<boolean> {
  const hash = await sent(chain, nonce++, { to, data, value: 0n, gas: 2_000_000n })
  await chain.control.mine(1)
  return (await receipt(chain, hash))?.status === '0x1'
}

async function deploy(contract: typeof LOG_ANCHOR, args: unknown[]): Promise<Hex> {
  const address = getContractAddress({ from: ada.address, nonce: BigInt(nonce) })
  expect(await call(undefined, encodeDeployData({ ...contract, args }))).toBe(true)
  return address
}

async function read(
  address: Hex,
  contract: typeof LOG_ANCHOR,
  functionName: string,
  args: unknown[] = [],
) {
  const data = encodeFunctionData({ abi: contract.abi, functionName, args })
  const result = (await chain.node.call('eth_call', [{ to: address, data }, 'latest'])) as Hex
  return decodeFunctionResult({ abi: contract.abi, functionName, data: result })
}

const CARA = '0x00000000000000000000000000000000000000c0'
const first: Share[] = [
  { account: BEN, cumulative: 100n },
  { account: CARA, cumulative: 40n },
]
const second: Share[] = [
  { account: BEN, cumulative: 130n },
  { account: CARA, cumulative: 40n },
]

describe('the distributor', () => {
  let distributor: Hex
  const encode = (functionName: string, args: unknown[]) =>
    encodeFunctionData({ abi: REWARD_DISTRIBUTOR.abi, functionName, args })
  const post = (number: bigint, shares: readonly Share[]) =>
    call(distributor, encode('postRoot', [number, distributionTree(shares).root]))
  const claimData = (shares: readonly Share[], share: Share) =>
    encode('claim', [
      share.account,
      share.cumulative,
      distributionTree(shares).proofOf(share) ?? [],
    ])
  const claim = (shares: readonly Share[], share: Share) =>
    call(distributor, claimData(shares, share))
  const [ben, cara] = first as [Share, Share]
  const [later] = second as [Share]

  beforeEach(async () => {
    distributor = await deploy(REWARD_DISTRIBUTOR, [chain.network.token.address])
    const fund = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [distributor, 1_000n],
    })
    await call(chain.network.token.address, fund)
  })

  test('pays each account what the root says, whoever submits the claim', async () => {
    expect(await post(1n, first)).toBe(true)
    expect(await claim(first, ben)).toBe(true)

    expect(await tokens(chain, BEN)).toBe(100n)
    expect(await tokens(chain, CARA)).toBe(0n)
    expect(await read(distributor, REWARD_DISTRIBUTOR, 'claimed', [BEN])).toBe(100n)
  })

  test('pays nothing for a claim that is repeated', async () => {
    await post(1n, first)
    await claim(first, ben)

    expect(await claim(first, ben)).toBe(false)
    expect(await tokens(chain, BEN)).toBe(100n)
  })

  test('pays with a later root only what was added since', async () => {
    await post(1n, first)
    await claim(first, ben)
    expect(await post(2n, second)).toBe(true)
    expect(await claim(second, later)).toBe(true)

    expect(await tokens(chain, BEN)).toBe(130n)
  })

  test('rejects another amount, another account and a proof of the root before', async () => {
    await post(1n, first)
    const proof = distributionTree(first).proofOf(ben) ?? []
    const attempts = [
      encode('claim', [BEN, 101n, proof]),
      encode('claim', [CARA, 100n, proof]),
      encode('claim', [BEN, 100n, []]),
      encode('claim', [BEN, 100n, [...proof, proof[0]]]),
    ]
    for (const data of attempts) expect(await call(distributor, data)).toBe(false)
    await post(2n, second)

    expect(await claim(first, ben)).toBe(false)
    expect(await tokens(chain, BEN)).toBe(0n)
  })

  test('pays many with one transaction and leaves out those who have claimed', async () => {
    await post(1n, first)
    await claim(first, ben)
    const tree = distributionTree(first)
    const many = first.map((share) => ({ ...share, proof: tree.proofOf(share) ?? [] }))
    expect(await call(distributor, encode('claimMany', [many]))).toBe(true)

    expect([await tokens(chain, BEN), await tokens(chain, CARA)]).toEqual([100n, 40n])
    expect(cara.cumulative).toBe(40n)
  })

  test('pays the others of a transaction if the token refuses one account', async () => {
    const tooMuch: Share = { account: BEN, cumulative: 1_001n }
    const shares = [tooMuch, cara]
    await post(1n, shares)
    const tree = distributionTree(shares)
    const many = shares.map((share) => ({ ...share, proof: tree.proofOf(share) ?? [] }))
    expect(await call(distributor, encode('claimMany', [many]))).toBe(true)
    expect(await claim(shares, tooMuch)).toBe(false)

    expect([await tokens(chain, BEN), await tokens(chain, CARA)]).toEqual([0n, 40n])
    expect(await read(distributor, REWARD_DISTRIBUTOR, 'claimed', [BEN])).toBe(0n)
    expect(await read(distributor, REWARD_DISTRIBUTOR, 'claimed', [CARA])).toBe(40n)
  })

  test('pays with little gas either everybody or nobody', async () => {
    await post(1n, first)
    const tree = distributionTree(first)
    const many = first.map((share) => ({ ...share, proof: tree.proofOf(share) ?? [] }))
    const data = encode('claimMany', [many])
    const from = ada.address
    const gas = (await chain.node.call('eth_estimateGas', [{ from, to: distributor, data }])) as Hex
    const hash = await sent(chain, nonce++, { to: distributor, data, value: 0n, gas: BigInt(gas) })
    await chain.control.mine(1)

    expect((await receipt(chain, hash))?.status).toBe('0x1')
    expect([await tokens(chain, BEN), await tokens(chain, CARA)]).toEqual([100n, 40n])
  })

  test('takes roots in their order and from the treasury only', async () => {
    expect(await post(2n, first)).toBe(false)
    expect(await post(1n, first)).toBe(true)
    expect(await post(1n, second)).toBe(false)
    expect(await read(distributor, REWARD_DISTRIBUTOR, 'rootNumber')).toBe(1n)

    const data = encode('postRoot', [2n, distributionTree(second).root])
    const stranger = { from: BEN, to: distributor, data }
    await expect(chain.node.call('eth_call', [stranger, 'latest'])).rejects.toThrow('revert')
    await expect(
      chain.node.call('eth_call', [{ ...stranger, from: ada.address }, 'latest']),
    ).resolves.toBe('0x')
  })
})

describe('the anchor of the log', () => {
  const post = (anchor: Hex, size: bigint, root: Hex) =>
    call(
      anchor,
      encodeFunctionData({
        abi: LOG_ANCHOR.abi,
        functionName: 'postCheckpoint',
        args: [size, root],
      }),
    )
  const root = (digit: string): Hex => `0x${digit.repeat(64)}`

  test('keeps the newest checkpoint and refuses a tree that shrank or changed', async () => {
    const anchor = await deploy(LOG_ANCHOR, [])
    expect(await post(anchor, 5n, root('a'))).toBe(true)
    expect(await post(anchor, 4n, root('b'))).toBe(false)
    expect(await post(anchor, 5n, root('b'))).toBe(false)
    expect(await post(anchor, 5n, root('a'))).toBe(true)
    expect(await post(anchor, 9n, root('c'))).toBe(true)

    expect(await read(anchor, LOG_ANCHOR, 'checkpoint')).toEqual([9n, root('c')])
  })
})

test('a chain from before our contracts replays to the same head, also after one is deployed', async () => {
  const folder = aFolder()
  const earlier = fileURLToPath(new URL('./earlier-chain.journal', import.meta.url))
  copyFileSync(earlier, join(folder, '31337.journal'))
  const first = await aDevnet({ folder })
  chain = chainOf(first)
  const HEAD = '0xdc3081ac9eebe6e9b63e34cd3e6aec715ffd5749ad2e5f849418ff20ef3cdef7'
  expect((await head(chain)).hash).toBe(HEAD)
  nonce = 1
  const anchor = await deploy(LOG_ANCHOR, [])
  const after = await head(chain)
  await first.close()

  chain = chainOf(await aDevnet({ folder }))
  expect(await head(chain)).toEqual(after)
  expect(await chain.node.call('eth_getBlockByNumber', ['0x3', false])).toMatchObject({
    hash: HEAD,
  })
  expect(await read(anchor, LOG_ANCHOR, 'size')).toBe(0n)
})
