import { scryptAsync } from '@noble/hashes/scrypt.js'
import { fromBase64url } from '#/lib/base64url.ts'
import { isKeystore, readKeystore, writeKeystore } from './keystore.ts'
import { VaultError } from './problem.ts'
import type { Sealed } from './record.ts'
import { unseal } from './seal.ts'
import { secretOfKey, secretOfPhrase } from './secret.ts'
import type { Secret } from './secret.ts'

/** The export format of release 1.0. It stays readable but is no longer written. */
type FirstFile = {
  kind: 'solstice-wallet'
  version: 1
  address: string
  kdf: { name: 'scrypt'; N: number; r: number; p: number; salt: string }
  cipher: 'AES-GCM-256'
  sealed: Sealed
}

/** Limits the cost of a file from elsewhere, so that it cannot block the device for minutes. */
const MAX_SCRYPT_PARAMS = { N: 2 ** 20, r: 8, p: 1 }

/** Writes a Web3 keystore, so that the wallet can be opened without Solstice. */
export async function writeExportFile(secret: Secret, passphrase: string): Promise<string> {
  return `${JSON.stringify(await writeKeystore(secret, passphrase), undefined, 2)}\n`
}

export async function readExportFile(text: string, passphrase: string): Promise<Secret> {
  const file = parse(text)
  if (isKeystore(file)) return readKeystore(file, passphrase)
  if (isFirstFile(file)) return readFirstFile(file, passphrase)
  throw new VaultError('invalid-file')
}

function parse(text: string): object {
  try {
    const file: unknown = JSON.parse(text)
    if (typeof file === 'object' && file !== null) return file
  } catch {
    // Text that is not JSON is rejected like any other file that is not an export.
  }
  throw new VaultError('invalid-file')
}

function isFirstFile(value: object): value is FirstFile {
  const file = value as Partial<FirstFile> // Each part is checked below.
  const { kdf, sealed } = file
  return (
    file.kind === 'solstice-wallet' &&
    file.version === 1 &&
    typeof file.address === 'string' &&
    kdf?.name === 'scrypt' &&
    [kdf.N, kdf.r, kdf.p].every(Number.isInteger) &&
    kdf.N <= MAX_SCRYPT_PARAMS.N &&
    kdf.r <= MAX_SCRYPT_PARAMS.r &&
    kdf.p <= MAX_SCRYPT_PARAMS.p &&
    typeof kdf.salt === 'string' &&
    typeof sealed?.iv === 'string' &&
    typeof sealed.data === 'string'
  )
}

async function readFirstFile(file: FirstFile, passphrase: string): Promise<Secret> {
  const { N, r, p, salt } = file.kdf
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const key = new Uint8Array(await scryptAsync(typed, fromBase64url(salt), { N, r, p, dkLen: 32 }))
  const purpose = { version: file.version, userId: '', address: file.address, part: 'export' }
  let inside: Uint8Array
  try {
    inside = await unseal(key, file.sealed, purpose)
  } catch {
    throw new VaultError('wrong-passphrase')
  } finally {
    key.fill(0)
  }
  const { phrase, privateKey } = JSON.parse(new TextDecoder().decode(inside)) as {
    phrase?: string
    privateKey: string
  } // Only our own code can have sealed this content.
  return phrase === undefined ? secretOfKey(privateKey) : secretOfPhrase(phrase)
}
