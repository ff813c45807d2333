import { scryptAsync } from '@noble/hashes/scrypt.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { passphraseProblem } from './passphrase.ts'
import { VaultError } from './problem.ts'
import { PATH, addressOf, entropyOf, phraseOf, secretOfKey, secretOfPhrase } from './secret.ts'
import type { Secret } from './secret.ts'

/**
 * Web3 Secret Storage, version 3: the file format of geth, MetaMask and ethers. It contains the
 * private key; ethers' extension `x-ethers` adds the phrase, encrypted with the same passphrase.
 */
export type Keystore = {
  version: 3
  id: string
  address?: string
  crypto: {
    cipher: 'aes-128-ctr'
    cipherparams: { iv: string }
    ciphertext: string
    kdf: string
    kdfparams: Record<string, unknown>
    mac: string
  }
  'x-ethers'?: {
    version: '0.1'
    client: string
    path: string
    locale: string
    mnemonicCounter: string
    mnemonicCiphertext: string
  }
}

/** No server limits attempts at a passphrase, so each attempt must cost memory and time. */
const SCRYPT = { n: 2 ** 17, r: 8, p: 1 }
const SALT_BYTES = 32
const IV_BYTES = 16

/**
 * Limits the cost of a file from elsewhere, so that it cannot block the device for minutes or use
 * all its memory.
 */
const MAX_SCRYPT_MEMORY = 2 ** 22
const MAX_SCRYPT_WORK = 2 ** 23
const MAX_PBKDF2_ROUNDS = 10_000_000

type Bytes = Uint8Array<ArrayBuffer>

export async function writeKeystore(secret: Secret, passphrase: string): Promise<Keystore> {
  if (passphraseProblem(passphrase) === 'ambiguous') throw new VaultError('ambiguous-passphrase')
  const salt = random(SALT_BYTES)
  const keys = keysIn(await scrypt(passphrase, salt, SCRYPT))
  const iv = random(IV_BYTES)
  const ciphertext = await aesCtr(keys.cipher, iv, secret.privateKey)
  const counter = random(IV_BYTES)
  const keystore: Keystore = {
    version: 3,
    id: crypto.randomUUID(),
    address: addressOf(secret).slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: bytesToHex(iv) },
      ciphertext: bytesToHex(ciphertext),
      kdf: 'scrypt',
      kdfparams: { dklen: 32, ...SCRYPT, salt: bytesToHex(salt) },
      mac: macOf(keys.mac, ciphertext),
    },
    ...(secret.phrase !== undefined && {
      'x-ethers': {
        version: '0.1',
        client: 'solstice',
        path: PATH,
        locale: 'en',
        mnemonicCounter: bytesToHex(counter),
        mnemonicCiphertext: bytesToHex(
          await aesCtr(keys.phrase, counter, entropyOf(secret.phrase)),
        ),
      },
    }),
  }
  keys.wipe()
  return keystore
}

/** Returns true when a parsed file claims to be a keystore; `readKeystore` validates the rest. */
export function isKeystore(file: object): boolean {
  return 'version' in file && file.version === 3 && ('crypto' in file || 'Crypto' in file)
}

export async function readKeystore(file: object, passphrase: string): Promise<Secret> {
  const keystore = parseKeystore(file)
  const ciphertext = bytesOf(keystore.crypto.ciphertext)
  const keys = await unlockKeys(keystore.crypto, ciphertext, passphrase)
  try {
    const iv = bytesOf(keystore.crypto.cipherparams.iv)
    const opened = secretOfKey(bytesToHex(await aesCtr(keys.cipher, iv, ciphertext)))
    const phrase = await readPhrase(keystore, keys.phrase)
    return isSameKey(phrase, opened) ? phrase : opened
  } finally {
    keys.wipe()
  }
}

/**
 * Tries both forms of the passphrase: ethers and Solstice normalise it, geth and MetaMask use it as
 * typed.
 */
async function unlockKeys(parts: Keystore['crypto'], ciphertext: Bytes, passphrase: string) {
  for (const typed of new Set([passphrase.normalize('NFKC'), passphrase])) {
    const keys = keysIn(await derive(parts, typed))
    if (macOf(keys.mac, ciphertext) === parts.mac.toLowerCase()) return keys
    keys.wipe()
  }
  throw new VaultError('wrong-passphrase')
}

/**
 * The MAC does not cover the phrase, so the phrase is accepted only if it derives the key in the
 * file.
 */
function isSameKey(phrase: Secret | undefined, opened: Secret): phrase is Secret {
  return phrase !== undefined && bytesToHex(phrase.privateKey) === bytesToHex(opened.privateKey)
}

async function readPhrase(keystore: Keystore, key: Bytes): Promise<Secret | undefined> {
  const kept = keystore['x-ethers']
  if (kept?.version !== '0.1' || key.length === 0) return undefined
  try {
    const counter = bytesOf(kept.mnemonicCounter)
    const entropy = await aesCtr(key, counter, bytesOf(kept.mnemonicCiphertext))
    return secretOfPhrase(phraseOf(entropy))
  } catch {
    // The phrase uses another language or path; the key alone opens the same wallet.
    return undefined
  }
}

function parseKeystore(file: object): Keystore {
  const { Crypto: older, ...rest } = file as Partial<Keystore> & { Crypto?: Keystore['crypto'] }
  const keystore = { ...rest, crypto: rest.crypto ?? older }
  const parts = keystore.crypto
  const isComplete =
    parts?.cipher === 'aes-128-ctr' &&
    typeof parts.kdfparams === 'object' &&
    [parts.ciphertext, parts.mac, parts.cipherparams?.iv].every((part) => typeof part === 'string')
  if (!isComplete) throw new VaultError('invalid-file')
  return keystore as Keystore // Each part that is used was checked above.
}

async function derive(parts: Keystore['crypto'], passphrase: string): Promise<Bytes> {
  const { kdfparams } = parts
  const positiveInteger = (name: string) => {
    const value = kdfparams[name]
    if (!Number.isInteger(value) || Number(value) < 1) throw new VaultError('invalid-file')
    return Number(value)
  }
  const salt = bytesOf(kdfparams['salt'])
  if (positiveInteger('dklen') !== 32) throw new VaultError('invalid-file')
  if (parts.kdf === 'scrypt') {
    const cost = { n: positiveInteger('n'), r: positiveInteger('r'), p: positiveInteger('p') }
    const memory = cost.n * cost.r
    const isPowerOfTwo = Number.isInteger(Math.log2(cost.n)) && cost.n > 1
    if (!isPowerOfTwo || memory > MAX_SCRYPT_MEMORY || memory * cost.p > MAX_SCRYPT_WORK) {
      throw new VaultError('invalid-file')
    }
    return scrypt(passphrase, salt, cost)
  }
  const rounds = positiveInteger('c')
  const isKnown = parts.kdf === 'pbkdf2' && kdfparams['prf'] === 'hmac-sha256'
  if (!isKnown || rounds > MAX_PBKDF2_ROUNDS) throw new VaultError('invalid-file')
  return pbkdf2(passphrase, salt, rounds)
}

/**
 * Derives 64 bytes: the first 32 equal the result of `dklen: 32`, the rest is the key of the
 * phrase.
 */
async function scrypt(
  passphrase: string,
  salt: Uint8Array,
  { n, r, p }: { n: number; r: number; p: number },
): Promise<Bytes> {
  return new Uint8Array(await scryptAsync(utf8(passphrase), salt, { N: n, r, p, dkLen: 64 }))
}

async function pbkdf2(passphrase: string, salt: Bytes, iterations: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', utf8(passphrase), 'PBKDF2', false, [
    'deriveBits',
  ])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256))
}

function utf8(passphrase: string): Bytes {
  return new TextEncoder().encode(passphrase)
}

function keysIn(derived: Bytes) {
  return {
    cipher: derived.subarray(0, 16),
    mac: derived.subarray(16, 32),
    phrase: derived.subarray(32),
    wipe: () => derived.fill(0),
  }
}

function macOf(key: Uint8Array, ciphertext: Uint8Array): string {
  return bytesToHex(keccak_256(concatBytes(key, ciphertext)))
}

/** Encrypts and decrypts: both are the same operation in counter mode. */
async function aesCtr(key: Bytes, counter: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt'])
  const parameters = { name: 'AES-CTR', counter, length: 128 }
  return new Uint8Array(await crypto.subtle.encrypt(parameters, imported, data))
}

function bytesOf(hex: unknown): Bytes {
  try {
    return new Uint8Array(hexToBytes(String(hex).replace(/^0x/, '')))
  } catch {
    throw new VaultError('invalid-file')
  }
}

function random(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
