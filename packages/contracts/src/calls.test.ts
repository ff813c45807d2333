import fc from 'fast-check'
import {
  encodeDeployData,
  encodeEventTopics,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  claimMany,
  deployDistributor,
  deployLogAnchor,
  deployRelay,
  isCheckpointPosted,
  isRelayed,
  isRootPosted,
  postCheckpoint,
  postRoot,
  readClaimed,
  relay,
} from './calls.ts'
import { LOG_ANCHOR, REWARD_DISTRIBUTOR, SEND_RELAY } from './contracts.ts'
import { createAddress } from './create-address.ts'

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexOf)
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('the calls of our contracts have the bytes of an independent encoder', () => {
  test('for roots and checkpoints', () => {
    fc.assert(
      fc.property(number, hash, address, (size, root, account) => {
        const args = [BigInt(size), hexOf(root)]
        const distributor = { abi: REWARD_DISTRIBUTOR.abi }
        expect(postRoot(size, root)).toBe(
          encodeFunctionData({ ...distributor, functionName: 'postRoot', args }),
        )
        expect(postCheckpoint(size, root)).toBe(
          encodeFunctionData({ abi: LOG_ANCHOR.abi, functionName: 'postCheckpoint', args }),
        )
        expect(readClaimed(account)).toBe(
          encodeFunctionData({ ...distributor, functionName: 'claimed', args: [account] }),
        )
      }),
    )
  })

  test('for claims', () => {
    const claim = fc.record({
      account: address,
      cumulative: amount,
      proof: fc.array(hash, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 4 }), (claims) => {
        const args = [claims.map((each) => ({ ...each, proof: each.proof.map(hexOf) }))]
        const ours = claims.map((each) => ({ ...each, proof: Buffer.concat(each.proof) }))
        expect(claimMany(ours)).toBe(
          encodeFunctionData({ abi: REWARD_DISTRIBUTOR.abi, functionName: 'claimMany', args }),
        )
      }),
    )
  })

  test('for deployments and the addresses of their contracts', () => {
    fc.assert(
      fc.property(address, fc.oneof(number, fc.integer({ min: 0, max: 300 })), (from, nonce) => {
        const token = from
        expect(deployDistributor(token)).toBe(
          encodeDeployData({ ...REWARD_DISTRIBUTOR, args: [token] }),
        )
        const created = getContractAddress({ from, nonce: BigInt(nonce) })
        expect(createAddress(from, nonce)).toBe(created.toLowerCase())
      }),
    )
    expect(deployLogAnchor()).toBe(encodeDeployData({ ...LOG_ANCHOR, args: [] }))
  })

  test('for their events', () => {
    const root = new Uint8Array(32).fill(7)
    const account = `0x${'ab'.repeat(20)}`
    const contract = `0x${'cd'.repeat(20)}`
    const of = { contract, root }
    const topics = (abi: typeof LOG_ANCHOR.abi, eventName: string, args: object): string[] =>
      encodeEventTopics({ abi, eventName, args }).flatMap((topic) => topic ?? [])
    const posted = topics(LOG_ANCHOR.abi, 'CheckpointPosted', { size: 5n })
    const log = { address: contract, topics: posted, data: hexOf(root) }
    expect(isCheckpointPosted(log, { ...of, size: 5 })).toBe(true)
    expect(isCheckpointPosted(log, { ...of, size: 6 })).toBe(false)
    expect(isCheckpointPosted({ ...log, address: account }, { ...of, size: 5 })).toBe(false)
    expect(isRootPosted(log, { ...of, number: 5 })).toBe(false)
    const rooted = topics(REWARD_DISTRIBUTOR.abi, 'RootPosted', { number: 5n })
    expect(isRootPosted({ ...log, topics: rooted }, { ...of, number: 5 })).toBe(true)
    expect(isRootPosted({ ...log, topics: rooted, data: '0x' }, { ...of, number: 5 })).toBe(false)
  })

  test('and nothing that is no address, no hash and no number', () => {
    expect(() => deployDistributor('0x12')).toThrow(RangeError)
    expect(() => postRoot(-1, new Uint8Array(32))).toThrow(RangeError)
    expect(() => postRoot(1, new Uint8Array(31))).toThrow(RangeError)
    expect(() => createAddress(`0x${'ab'.repeat(20)}`, -1)).toThrow(RangeError)
    const proof = new Uint8Array(33)
    expect(() => claimMany([{ account: `0x${'ab'.repeat(20)}`, cumulative: 1n, proof }])).toThrow(
      RangeError,
    )
  })
})

describe('a relayed send', () => {
  const signature = fc.uint8Array({ minLength: 65, maxLength: 65 })
  const words = { owner: address, recipient: address, token: address }
  const numbers = { amount, nonce: amount, deadline: amount }
  const anySend = fc.record({ ...words, ...numbers, intent: signature, permit: signature })

  test('has the bytes of an independent encoder', () => {
    const parts = (bytes: Uint8Array) => ({
      v: bytes[64] ?? 0,
      r: hexOf(bytes.subarray(0, 32)),
      s: hexOf(bytes.subarray(32, 64)),
    })
    fc.assert(
      fc.property(anySend, ({ intent, permit, ...send }) => {
        const args = [send, parts(intent), parts(permit)]
        expect(relay({ ...send, intent, permit })).toBe(
          encodeFunctionData({ abi: SEND_RELAY.abi, functionName: 'relay', args }),
        )
      }),
    )
  })

  test('rejects a signature of another length', () => {
    const [send] = fc.sample(anySend, 1)
    if (!send) throw new Error('There is no sample')
    expect(() => relay({ ...send, permit: new Uint8Array(64) })).toThrow('65 bytes')
  })

  test('is recognised by its log, and no other send is', () => {
    fc.assert(
      fc.property(address, address, amount, amount, (contract, owner, nonce, other) => {
        const topics = encodeEventTopics({
          abi: SEND_RELAY.abi,
          eventName: 'Relayed',
          args: { owner, nonce },
        })
        const log = { address: contract, topics: topics.map(String), data: '0x' }
        expect(isRelayed(log, { contract, owner, nonce })).toBe(true)
        expect(isRelayed(log, { contract, owner, nonce: other })).toBe(nonce === other)
        expect(isRelayed(log, { contract: owner, owner, nonce })).toBe(contract === owner)
      }),
    )
  })

  test('is executed by a contract that is deployed without arguments', () => {
    expect(deployRelay()).toBe(encodeDeployData({ ...SEND_RELAY, args: [] }))
  })
})
