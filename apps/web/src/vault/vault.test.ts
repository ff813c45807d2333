import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { blindPin } from '#/lib/pin-oprf.ts'
import type { PinStretch } from '#/lib/pin-oprf.ts'
import { fromBase64url, toBase64url } from '#/lib/base64url.ts'
import {
  openKey,
  openFullSecret,
  sealSecret,
  withDataKey,
  withPasskeyWrap,
  withPinWrap,
  wrapForPasskey,
  wrapForPin,
} from './record-store.ts'
import type { VaultError } from './problem.ts'
import type { Opening, PinKey } from './protocol.ts'
import { isWalletRecord } from './record.ts'
import { accountOf, newSecret, readSecret } from './secret.ts'

/** The standard BIP-39 test phrase and the address that every EVM wallet derives from it. */
const PHRASE = 'test test test test test test test test test test test junk'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const { oprf } = ristretto255_oprf

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

function aPinKey(pinKeyId = 'key-1'): PinKey {
  return { pinKeyId, salt: toBase64url(random(32)), iterations: 1_200_000, key: random(32) }
}

const opening = ({ pinKeyId, key }: PinKey): Opening => ({
  kind: 'pin',
  pinKeyId,
  key: key.slice(),
})

const problem = (code: string) =>
  expect.objectContaining({ name: 'VaultError', problem: code }) as unknown as VaultError

describe('a secret', () => {
  test('of a phrase has the first address that every wallet derives', () => {
    expect(accountOf(readSecret(`  ${PHRASE.toUpperCase()}\n`)).address).toBe(ADDRESS)
  })

  test.each([KEY, KEY.slice(2), ` ${KEY.toUpperCase().replace('0X', '0x')} `])(
    'is read from the private key %j',
    (typed) => {
      expect(accountOf(readSecret(typed)).address).toBe(ADDRESS)
      expect(readSecret(typed).phrase).toBeUndefined()
    },
  )

  test('has twelve words and is unique when it is new', () => {
    const [one, other] = [newSecret(), newSecret()]
    expect(one.phrase?.split(' ')).toHaveLength(12)
    expect(one.phrase).not.toBe(other.phrase)
    expect(accountOf(readSecret(one.phrase ?? '')).address).toBe(accountOf(one).address)
  })

  test.each([
    ['test test test', 'invalid-phrase'],
    [PHRASE.replace('junk', 'test'), 'invalid-phrase'],
    [`${PHRASE} test`, 'invalid-phrase'],
    ['abandon', 'invalid-phrase'],
    ['0x1234', 'invalid-key'],
    [`0x${'0'.repeat(64)}`, 'invalid-key'],
    [`0x${'f'.repeat(64)}`, 'invalid-key'],
  ])('cannot be read from %j: %s', (typed, expected) => {
    expect(() => readSecret(typed)).toThrow(problem(expected))
  })
})

describe('a sealed wallet', () => {
  const owner = (pin: PinKey) => ({ userId: '42', pin, method: 'CREATE' as const })

  test('uses AES-GCM with 256 bits, an IV of 12 bytes and a salt of 32 bytes, new for each record', async () => {
    const [pin, otherPin] = [aPinKey(), aPinKey()]
    const record = await sealSecret(readSecret(PHRASE), owner(pin))
    const other = await sealSecret(readSecret(PHRASE), owner(otherPin))

    expect(isWalletRecord(record)).toBe(true)
    expect(record).toMatchObject({ version: 1, cipher: 'AES-GCM-256', state: 'pending' })
    const sealed = [record, other].flatMap((each) => [
      each.encryptedPrivateKey,
      each.encryptedMnemonic,
      ...each.pinWraps.map(({ wrapped }) => wrapped),
    ])
    const ivs = sealed.map((part) => part?.iv ?? '')
    expect(ivs.map((iv) => fromBase64url(iv).length)).toEqual(ivs.map(() => 12))
    expect(new Set(ivs).size).toBe(ivs.length)
    // The key has 32 bytes and the tag has 16.
    expect(fromBase64url(record.pinWraps[0]?.wrapped.data ?? '')).toHaveLength(48)
    expect(fromBase64url(record.pinWraps[0]?.salt ?? '')).toHaveLength(32)
    expect(record.pinWraps[0]?.salt).not.toBe(other.pinWraps[0]?.salt)
    expect(record.pinWraps[0]?.kdf).toEqual({ name: 'PBKDF2-HMAC-SHA-256', iterations: 1_200_000 })
  })

  test('opens with its PIN key and reveals nothing without it', async () => {
    const pin = aPinKey()
    const record = await sealSecret(readSecret(PHRASE), owner(pin))

    const opened = await withDataKey(record, opening(pin), (dataKey) =>
      openFullSecret(record, dataKey),
    )

    expect(opened.phrase).toBe(PHRASE)
    expect(accountOf(opened).address).toBe(ADDRESS)
    const text = JSON.stringify(record)
    for (const word of new Set(PHRASE.split(' '))) expect(text).not.toContain(`"${word}`)
    expect(text).not.toContain(KEY.slice(2))
    await expect(
      withDataKey(record, opening({ ...pin, key: random(32) }), async () => undefined),
    ).rejects.toEqual(problem('wrong-opening'))
    await expect(
      withDataKey(record, opening(aPinKey('key-2')), async () => undefined),
    ).rejects.toEqual(problem('wrong-opening'))
  })

  test('does not open for another member or address because it is bound to both', async () => {
    const pin = aPinKey()
    const record = await sealSecret(readSecret(PHRASE), owner(pin))

    for (const changed of [
      { ...record, userId: '43' },
      { ...record, ethAddress: `0x${'1'.repeat(40)}` },
    ]) {
      await expect(withDataKey(changed, opening(pin), async () => undefined)).rejects.toEqual(
        problem('wrong-opening'),
      )
    }
  })

  test('opens with the old PIN, the new PIN and a passkey during a PIN change', async () => {
    const [pin, next] = [aPinKey(), aPinKey('key-2')]
    const passkey = { credentialId: 'credential', salt: 'c2FsdA', key: random(32) }
    const record = await sealSecret(readSecret(KEY), owner(pin))
    expect(record.encryptedMnemonic).toBeUndefined()

    const nextWrap = await withDataKey(record, opening(pin), (dataKey) =>
      wrapForPin(record, dataKey, next),
    )
    const both = withPinWrap(record, nextWrap)
    const passkeyWrap = await withDataKey(both, opening(next), (dataKey) =>
      wrapForPasskey(both, dataKey, passkey),
    )
    const all = withPasskeyWrap(both, passkeyWrap)

    const ways: Opening[] = [
      opening(pin),
      opening(next),
      { kind: 'passkey', credentialId: 'credential', key: passkey.key.slice() },
    ]
    for (const way of ways) {
      const opened = await withDataKey(all, way, (dataKey) => openKey(all, dataKey))
      expect(accountOf(opened).address).toBe(ADDRESS)
    }
  })

  test('cannot be opened with any PIN, not even the right one, when it is stolen and the server is not involved', async () => {
    const stretch = { salt: toBase64url(random(32)), iterations: 900_000 }
    const serverKey = oprf.generateKeyPair().secretKey
    const record = await sealSecret(
      readSecret(PHRASE),
      owner({ pinKeyId: 'key-1', ...stretch, key: await enter('314159', stretch, serverKey) }),
    )
    const open = (key: Uint8Array<ArrayBuffer>) =>
      withDataKey(record, { kind: 'pin', pinKeyId: 'key-1', key }, async () => 'opened')

    // With the server's key, the right PIN opens it and a wrong one does not.
    await expect(open(await enter('314159', stretch, serverKey))).resolves.toBe('opened')
    await expect(open(await enter('314158', stretch, serverKey))).rejects.toEqual(
      problem('wrong-opening'),
    )
    // A thief has the record, its salt and our code, but not the server's key.
    const one = new Uint8Array(32)
    one[0] = 1
    for (const guessed of [one, oprf.generateKeyPair().secretKey]) {
      await expect(open(await enter('314159', stretch, guessed))).rejects.toEqual(
        problem('wrong-opening'),
      )
    }
  }, 60_000)
})

/** Derives the key of a PIN with a server that has the given key, using the app's own code. */
async function enter(pin: string, stretch: PinStretch, serverKey: Uint8Array) {
  const entry = await blindPin(pin, stretch)
  const evaluated = oprf.blindEvaluate(serverKey, fromBase64url(entry.blinded))
  return (await entry.finish(toBase64url(evaluated))).walletKey
}
