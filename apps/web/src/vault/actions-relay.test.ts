import { hashTypedData, recoverAddress, toHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { intentDigest, permitDigest, permitSeparator } from '@solstice/rules/relay-intent'
import { actions } from './actions.ts'
import { toBase64url } from '#/lib/base64url.ts'
import { accountOf, readSecret } from './secret.ts'

/** Replaces the device database, which exists only in a browser. */
const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  changeDevice: async (key: string, change: (kept: unknown) => unknown) => {
    device.set(key, change(device.get(key)))
  },
}))

const PHRASE = 'test test test test test test test test test test test junk'
const ADDRESS = accountOf(readSecret(PHRASE)).address

const send = {
  chainId: 31_337,
  relay: '0x00000000000000000000000000000000000000a1',
  owner: ADDRESS,
  recipient: '0x00000000000000000000000000000000000000b2',
  token: '0x00000000000000000000000000000000000000c3',
  amount: 20_000_000n,
  nonce: 2n ** 255n + 7n,
  deadline: 1_782_204_600n,
} as const
const permit = { name: 'Solstice Dollar', version: '1', nonce: 4n }

describe('the digests of a send', () => {
  test('are those of an independent implementation of EIP-712', () => {
    const { chainId, relay, owner, recipient, token, amount, nonce, deadline } = send
    const intent = hashTypedData({
      domain: { name: 'Solstice Relay', version: '1', chainId, verifyingContract: relay },
      primaryType: 'Send',
      types: {
        Send: [
          { name: 'owner', type: 'address' },
          { name: 'recipient', type: 'address' },
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      message: { owner, recipient, token, amount, nonce, deadline },
    })
    const { name, version } = permit
    const ofPermit = hashTypedData({
      domain: { name, version, chainId, verifyingContract: token },
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
      message: { owner, spender: relay, value: amount, nonce: permit.nonce, deadline },
    })

    expect(toHex(intentDigest(send))).toBe(intent)
    expect(toHex(permitDigest(send, permit))).toBe(ofPermit)
    expect(permitSeparator(permit, send)).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('differ for every changed part, and reject values that are no words', () => {
    const changes = [
      { chainId: 1 },
      { relay: send.token },
      { owner: send.token },
      { recipient: send.token },
      { token: send.relay },
      { amount: 1n },
      { nonce: 1n },
      { deadline: 1n },
    ]
    const digests = changes.map((change) => toHex(intentDigest({ ...send, ...change })))

    expect(new Set([...digests, toHex(intentDigest(send))]).size).toBe(changes.length + 1)
    expect(() => intentDigest({ ...send, amount: 2n ** 256n })).toThrow('not a word')
    expect(() => intentDigest({ ...send, token: '0x12' })).toThrow('not an address')
  })
})

describe('the vault', () => {
  const userId = '7'
  const key = () => new Uint8Array(32).fill(5)
  const opening = () => ({ kind: 'pin', pinKeyId: 'key-1', key: key() }) as const
  async function sealed(): Promise<void> {
    await actions.draftFromSecret({ secret: PHRASE })
    const salt = toBase64url(new Uint8Array(32))
    const pin = { pinKeyId: 'key-1', salt, iterations: 1_200_000, key: key() }
    await actions.sealDraft({ userId, pin, method: 'IMPORT' }).catch(() => undefined)
    await actions.activate({ userId })
  }

  test('signs the permit and the intent of a send with its own key', async () => {
    await sealed()

    const signed = await actions.signRelay({ userId, opening: opening(), send, permit })

    const owners = await Promise.all([
      recoverAddress({ hash: intentDigest(send), signature: toSignature(signed.intent) }),
      recoverAddress({ hash: permitDigest(send, permit), signature: toSignature(signed.permit) }),
    ])
    expect(owners).toEqual([ADDRESS, ADDRESS])
  })

  test.each([
    ['another owner', { owner: send.token }],
    ['the zero address as recipient', { recipient: `0x${'0'.repeat(40)}` }],
    ['the token as recipient', { recipient: send.token }],
    ['the owner as recipient', { recipient: ADDRESS }],
    ['the relay as token', { token: send.relay }],
    ['an empty amount', { amount: 0n }],
  ])('refuses %s', async (_what, change) => {
    await sealed()
    const input = { userId, opening: opening(), send: { ...send, ...change }, permit }

    await expect(actions.signRelay(input)).rejects.toMatchObject({ problem: 'fault' })
  })
})

const toSignature = (text: string): `0x${string}` => `0x${text.slice(2)}`
