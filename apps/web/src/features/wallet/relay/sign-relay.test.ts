import { SEND_RELAY } from '@solstice/contracts/contracts'
import { permitSeparator, RELAY_CODE_HASH } from '@solstice/rules/relay-intent'
import type { PermitDomain, RelaySend } from '@solstice/rules/relay-intent'
import { createClient, custom, keccak256, numberToHex } from 'viem'
import type { Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { signRelay, verifyTerms } from './sign-relay.ts'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const RELAY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NAMES = { name: 'Dollar', version: '1' }
const NEXT_NONCE = 4n

type Signed = { send: RelaySend; permit: PermitDomain }
const vaultCalls = vi.hoisted(() => new Array<unknown>())
const node = vi.hoisted(() => ({ codes: new Map<string, string>(), chainId: 1 }))

/** The code that the chain stores: the bytecode of the deployment without its constructor. */
function deployedCode(bytecode: Hex): Hex {
  for (let at = 2; at < bytecode.length; at += 2) {
    const code: Hex = `0x${bytecode.slice(at)}`
    if (keccak256(code) === RELAY_CODE_HASH) return code
  }
  throw new Error('The bytecode does not contain the known code')
}

/** A node of a network with the relay and a token with standard permits. */
async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
  const [first] = params as [unknown] // Each of these methods has parameters.
  switch (method) {
    case 'eth_getBlockByNumber':
      return { timestamp: numberToHex(NOW_SECONDS), transactions: [] }
    case 'eth_getCode':
      return node.codes.get(String(first)) ?? '0x'
    default: {
      const { to, data } = first as { to: string; data: string } // It is a call.
      if (to !== TOKEN) return '0x'
      if (data === '0x3644e515') return permitSeparator(NAMES, { chainId: 1, token: TOKEN })
      const isNonce = data === `0x7ecebe00${OWNER.slice(2).padStart(64, '0')}`
      return isNonce ? numberToHex(NEXT_NONCE, { size: 32 }) : '0x'
    }
  }
}

vi.mock('#/features/wallet/chain/rpc.ts', () => ({
  asHex: (text: string) => text,
  expectChain: async ({ chainId }: { chainId: number }) => {
    if (chainId !== node.chainId) throw new Error('Another chain')
  },
  nodeOf: () => createClient({ transport: custom({ request }, { retryCount: 0 }) }),
}))
vi.mock('#/vault/vault.ts', () => ({
  vault: {
    signRelay: async (_userId: string, _opening: unknown, given: unknown) => {
      vaultCalls.push(given)
      return { intent: '0x12', permit: '0x34' }
    },
  },
}))

const asset = {
  contractId: 1,
  networkId: 1,
  chainId: 1,
  address: TOKEN,
  symbol: 'USDS',
  decimals: 6,
  name: 'Dollar',
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}
const transfer = {
  network: toNetwork({ chainId: 1, networkId: 1, rpcUrl: '' }),
  asset,
  from: OWNER,
  to: FRIEND,
  amount: 7n,
}
const TERMS = {
  relay: RELAY,
  permit: { ...NAMES, nonce: String(NEXT_NONCE) },
  deadline: NOW_SECONDS + 600,
  fee: '0',
}
const sign = (terms = TERMS) =>
  signRelay(transfer, terms, {
    userId: '7',
    opening: { kind: 'pin', key: new Uint8Array(32), pinKeyId: 'one' },
  })

beforeEach(() => {
  vaultCalls.length = 0
  node.chainId = 1
  node.codes = new Map([[RELAY, deployedCode(SEND_RELAY.bytecode)]])
})

test('refuses a deadline that is later than the review promises, before anything is signed', async () => {
  const afterADay = sign({ ...TERMS, deadline: NOW_SECONDS + 86_400 })
  await expect(afterADay).rejects.toMatchObject({ detail: 'Not a deadline of minutes' })
  await expect(sign()).resolves.toMatchObject({ deadline: TERMS.deadline })
  expect(vaultCalls).toHaveLength(1)
})

test('signs and submits exactly the transfer of the review, with the verified contract and terms', async () => {
  const body = await sign()

  const [{ send, permit }] = vaultCalls as [Signed] // It was called.
  expect(send).toEqual({
    chainId: 1,
    relay: RELAY,
    owner: OWNER,
    recipient: FRIEND,
    token: TOKEN,
    amount: 7n,
    nonce: BigInt(body.nonce),
    deadline: BigInt(TERMS.deadline),
  })
  expect(permit).toEqual({ ...NAMES, nonce: NEXT_NONCE })
  expect(body).toMatchObject({
    chainId: 1,
    relay: RELAY,
    token: TOKEN,
    recipient: FRIEND,
    amount: '7',
    deadline: TERMS.deadline,
    intent: '0x12',
    permit: '0x34',
  })
})

test('draws another nonce for every send', async () => {
  const [one, other] = [await sign(), await sign()]

  expect(one.nonce).not.toBe(other.nonce)
})

describe('the review and the signature refuse what the server claims', () => {
  test.each([
    ['about a contract with other code', { ...TERMS, relay: FRIEND }, 'Not the relay'],
    [
      'about the domain of the token',
      { ...TERMS, permit: { ...TERMS.permit, name: 'Other' } },
      'Not a standard permit',
    ],
    [
      'about the next permit of the owner',
      { ...TERMS, permit: { ...TERMS.permit, nonce: '5' } },
      'Not the next permit',
    ],
  ])('%s', async (_what, terms, detail) => {
    await expect(verifyTerms(transfer, terms)).rejects.toMatchObject({ detail })
    await expect(sign(terms)).rejects.toMatchObject({ detail })
    expect(vaultCalls).toEqual([])
  })

  test('about the chain', async () => {
    node.chainId = 2

    await expect(sign()).rejects.toThrow('Another chain')
    expect(vaultCalls).toEqual([])
  })
})
