import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import {
  entropyToMnemonic,
  generateMnemonic,
  mnemonicToEntropy,
  mnemonicToSeedSync,
  validateMnemonic,
} from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { VaultError } from './problem.ts'

/** The secrets of a wallet. They exist only in the worker and only during one action. */
export type Secret = { privateKey: Uint8Array<ArrayBuffer>; phrase?: string }

const PHRASE_BITS = 128
/** The order of the curve: a valid key is below it and not zero. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export function newSecret(): Secret {
  return secretOfPhrase(generateMnemonic(wordlist, PHRASE_BITS))
}

/** Reads 12 or 24 words, or a private key in hexadecimal digits. */
export function readSecret(typed: string): Secret {
  const words = typed.trim().toLowerCase().split(/\s+/)
  if (words.length === 1) return secretOfKey(words[0] ?? '')
  const phrase = words.join(' ')
  const isKnownLength = words.length === 12 || words.length === 24
  if (!isKnownLength || !validateMnemonic(phrase, wordlist)) throw new VaultError('invalid-phrase')
  return secretOfPhrase(phrase)
}

export function accountOf({ privateKey }: Secret): PrivateKeyAccount {
  return privateKeyToAccount(bytesToHex(privateKey))
}

/** Returns the address without creating a signing account. */
export function addressOf({ privateKey }: Secret): string {
  return publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(privateKey, false)))
}

export function entropyOf(phrase: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(mnemonicToEntropy(phrase, wordlist))
}

export function phraseOf(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/** The path of the first address, which every EVM wallet uses. */
export const PATH = "m/44'/60'/0'/0/0"

export function secretOfPhrase(phrase: string): Secret {
  const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(PATH)
  if (!privateKey) throw new VaultError('fault')
  return { privateKey: new Uint8Array(privateKey), phrase }
}

export function secretOfKey(typed: string): Secret {
  const digits = typed.replace(/^0x/, '')
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    // A single word of a phrase is more likely than a key that contains letters.
    throw new VaultError(/^[a-z]{3,8}$/.test(typed) ? 'invalid-phrase' : 'invalid-key')
  }
  const scalar = BigInt(`0x${digits}`)
  if (scalar === 0n || scalar >= CURVE_ORDER) throw new VaultError('invalid-key')
  return { privateKey: new Uint8Array(hexToBytes(`0x${digits}`)) }
}

export function copyOf({ privateKey, phrase }: Secret): Secret {
  return { privateKey: privateKey.slice(), ...(phrase !== undefined && { phrase }) }
}

/** Overwrites the key bytes. The phrase is a string, which only garbage collection can remove. */
export function wipe(secret: Secret): void {
  secret.privateKey.fill(0)
  delete secret.phrase
}
