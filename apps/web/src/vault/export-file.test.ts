import { createCipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import type * as Scrypt from '@noble/hashes/scrypt.js'
import { keccak256 } from 'viem/utils'
import { describe, expect, test, vi } from 'vitest'
import { readExportFile, writeExportFile } from './export-file.ts'
import type { VaultError } from './problem.ts'
import { accountOf, readSecret } from './secret.ts'

// The same function in native code takes a sixth of the time; `useOurScrypt` runs ours.
vi.mock('@noble/hashes/scrypt.js', () => ({
  scryptAsync: vi.fn<typeof Scrypt.scryptAsync>(
    async (typed, salt, { dkLen = 32, ...cost }) =>
      new Uint8Array(scryptSync(typed, salt, dkLen, { ...cost, maxmem: 256 * cost.N * cost.r })),
  ),
}))

/** Runs our scrypt for the next derived key. */
async function useOurScrypt(): Promise<void> {
  const ours = await vi.importActual<typeof Scrypt>('@noble/hashes/scrypt.js')
  vi.mocked(scryptAsync).mockImplementationOnce(ours.scryptAsync)
}

/** The standard BIP-39 test phrase and the address that every EVM wallet derives from it. */
const PHRASE = 'test test test test test test test test test test test junk'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const PASSPHRASE = 'a long winter night'

const problem = (code: string) =>
  expect.objectContaining({ name: 'VaultError', problem: code }) as unknown as VaultError

/** The published test vectors of Web3 Secret Storage; both contain the same key. */
const VECTOR_KEY = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const VECTOR_PASSPHRASE = 'testpassword'
const VECTORS = {
  scrypt: {
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdfparams: {
      dklen: 32,
      n: 262_144,
      p: 8,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  pbkdf2: {
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
}

function vector(kdf: keyof typeof VECTORS, changed: object = {}): string {
  const parts = { cipher: 'aes-128-ctr', kdf, ...VECTORS[kdf], ...changed }
  return JSON.stringify({ version: 3, crypto: parts })
}

/** Writes a keystore in geth's format, with few rounds to save time. */
function keystoreUnder(passphrase: string): string {
  const salt = Buffer.alloc(32, 7)
  const iv = Buffer.alloc(16, 9)
  const rounds = 1000
  const derived = pbkdf2Sync(Buffer.from(passphrase, 'utf8'), salt, rounds, 32, 'sha256')
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = cipher.update(Buffer.from(VECTOR_KEY, 'hex'))
  const mac = keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2)
  return vector('pbkdf2', {
    cipherparams: { iv: iv.toString('hex') },
    ciphertext: ciphertext.toString('hex'),
    kdfparams: { c: rounds, dklen: 32, prf: 'hmac-sha256', salt: salt.toString('hex') },
    mac,
  })
}

/** A file exported by release 1.0 with the same passphrase. */
const FIRST_FILE = {
  kind: 'solstice-wallet',
  version: 1,
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  kdf: {
    name: 'scrypt',
    N: 131072,
    r: 8,
    p: 1,
    salt: 'B7uoHFD_PghjgKkqftFWd_IMJVHTvv5HAU8S9M0tP2Q',
  },
  cipher: 'AES-GCM-256',
  sealed: {
    iv: 'Cc3Yg-5ZA9ekbo5u',
    data: '7-joJb-8aFP8A0iG9at3JbbqaQ7HVFpUOlCi55C6LoWFSSxTIbaevIjgx3KCnGVRqDytex-SeZeFhEvKdTVxUjwbqjvc7reUuC1u-u4QUt4F4nDEG_6hrczejputZDqxahRvOuK__9NtL3l2kCSwJOSqnyC6tmuCbON8rec-_RiY6tXj3Qa64z1Wydk8fni6CJYoOCVgys5HrAdn7R6xwNhHkhwvFdqx',
  },
}

const ZERO = '0'.repeat(32)
const phrasePart = (file: string) => (JSON.parse(file) as { 'x-ethers': object })['x-ethers']

describe('an export file', () => {
  test('is a Web3 keystore of version 3 that opens with its passphrase only', async () => {
    await useOurScrypt()
    const file = await writeExportFile(readSecret(PHRASE), PASSPHRASE)

    expect(JSON.parse(file)).toMatchObject({
      version: 3,
      address: ADDRESS.slice(2).toLowerCase(),
      crypto: {
        cipher: 'aes-128-ctr',
        kdf: 'scrypt',
        kdfparams: { dklen: 32, n: 131_072, r: 8, p: 1 },
      },
      'x-ethers': { version: '0.1', path: "m/44'/60'/0'/0/0", locale: 'en' },
    })
    expect(file).not.toContain('junk')
    expect(file).not.toContain(KEY.slice(2))
    const opened = await readExportFile(file, PASSPHRASE)
    expect(opened.phrase).toBe(PHRASE)
    expect(accountOf(opened).address).toBe(ADDRESS)
    await expect(readExportFile(file, 'a long winter day')).rejects.toEqual(
      problem('wrong-passphrase'),
    )

    // The keystore's MAC does not cover the phrase, so a phrase of another wallet is ignored.
    const changed = {
      ...(JSON.parse(file) as object),
      'x-ethers': { ...phrasePart(file), mnemonicCounter: ZERO },
    }
    const keyOnly = await readExportFile(JSON.stringify(changed), PASSPHRASE)
    expect(keyOnly.phrase).toBeUndefined()
    expect(accountOf(keyOnly).address).toBe(ADDRESS)
  }, 60_000)

  test('contains only the key for a wallet without a phrase', async () => {
    const file = await writeExportFile(readSecret(KEY), PASSPHRASE)

    expect(JSON.parse(file)).not.toHaveProperty('x-ethers')
  }, 60_000)

  test('opens with its phrase when release 1.0 exported it', async () => {
    const opened = await readExportFile(JSON.stringify(FIRST_FILE), PASSPHRASE)

    expect(opened.phrase).toBe(PHRASE)
  }, 60_000)

  test.each(['scrypt', 'pbkdf2'] as const)(
    'opens when another program wrote it: the published vector for %s',
    async (kdf) => {
      if (kdf === 'scrypt') await useOurScrypt()

      const opened = await readExportFile(vector(kdf), VECTOR_PASSPHRASE)

      expect(Buffer.from(opened.privateKey).toString('hex')).toBe(VECTOR_KEY)
    },
    60_000,
  )

  test('opens with the passphrase exactly as typed when another program wrote it', async () => {
    // NFKC turns full-width digits into ASCII; geth and MetaMask derive the key from the raw UTF-8.
    const typed = 'winter night １２３'
    const file = keystoreUnder(typed)

    const opened = await readExportFile(file, typed)

    expect(Buffer.from(opened.privateKey).toString('hex')).toBe(VECTOR_KEY)
    await expect(readExportFile(file, typed.normalize('NFKC'))).rejects.toEqual(
      problem('wrong-passphrase'),
    )
  })

  test.each(['winter night １２３', 'winter night ﬁre', '겨울밤은 길고 춥습니다'.normalize('NFD')])(
    'rejects the passphrase %j, which other programs would read differently',
    async (passphrase) => {
      await expect(writeExportFile(readSecret(KEY), passphrase)).rejects.toEqual(
        problem('ambiguous-passphrase'),
      )
    },
    60_000,
  )

  test.each([
    '',
    '{}',
    'null',
    'no json',
    '{"kind":"solstice-wallet","version":2}',
    '{"version":3,"crypto":{}}',
    vector('scrypt', { cipher: 'aes-128-cbc' }),
    vector('scrypt', { kdf: 'argon2' }),
    vector('scrypt', { kdfparams: { ...VECTORS.scrypt.kdfparams, n: 2 ** 30 } }),
    vector('scrypt', { kdfparams: { ...VECTORS.scrypt.kdfparams, n: 1000 } }),
    vector('scrypt', { kdfparams: { ...VECTORS.scrypt.kdfparams, p: 1000 } }),
    vector('scrypt', { kdfparams: { ...VECTORS.scrypt.kdfparams, salt: 'no hex' } }),
    vector('pbkdf2', { kdfparams: { ...VECTORS.pbkdf2.kdfparams, c: 10 ** 9 } }),
    vector('pbkdf2', { kdfparams: { ...VECTORS.pbkdf2.kdfparams, dklen: 16 } }),
  ])('cannot be read from %j', async (text) => {
    await expect(readExportFile(text, PASSPHRASE)).rejects.toEqual(problem('invalid-file'))
  })
})
