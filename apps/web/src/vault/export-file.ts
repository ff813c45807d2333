import { scryptAsync } from '@noble/hashes/scrypt.js'
import { fromBase64url, toBase64url } from '#/lib/base64url.ts'
import { VaultError } from './problem.ts'
import type { Sealed } from './record.ts'
import { seal, unseal } from './seal.ts'
import { secretOfKey, secretOfPhrase } from './secret.ts'
import type { Secret } from './secret.ts'

/** A passphrase is not counted by a server, so guessing it has to cost memory and time. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 }
const SALT_BYTES = 32
const FILE_VERSION = 1
/** A file made elsewhere must not keep the phone busy for minutes. */
const MOST_N = 2 ** 20

type ExportFile = {
  kind: 'solstice-wallet'
  version: typeof FILE_VERSION
  address: string
  kdf: { name: 'scrypt'; N: number; r: number; p: number; salt: string }
  cipher: 'AES-GCM-256'
  sealed: Sealed
}

export async function writeExportFile(
  secret: Secret,
  address: string,
  passphrase: string,
): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const key = await stretch(passphrase, salt, SCRYPT)
  const inside = { phrase: secret.phrase, privateKey: hex(secret.privateKey) }
  const file: ExportFile = {
    kind: 'solstice-wallet',
    version: FILE_VERSION,
    address,
    kdf: { name: 'scrypt', ...SCRYPT, salt: toBase64url(salt) },
    cipher: 'AES-GCM-256',
    sealed: await seal(key, new TextEncoder().encode(JSON.stringify(inside)), purposeOf(address)),
  }
  key.fill(0)
  return `${JSON.stringify(file, undefined, 2)}\n`
}

export async function readExportFile(text: string, passphrase: string): Promise<Secret> {
  const file = parseFile(text)
  const key = await stretch(passphrase, fromBase64url(file.kdf.salt), file.kdf)
  let inside: Uint8Array
  try {
    inside = await unseal(key, file.sealed, purposeOf(file.address))
  } catch {
    throw new VaultError('wrong-passphrase')
  } finally {
    key.fill(0)
  }
  const { phrase, privateKey } = JSON.parse(new TextDecoder().decode(inside)) as {
    phrase?: string
    privateKey: string
  } // Sealed by us: nobody else could have written it.
  return phrase === undefined ? secretOfKey(privateKey) : secretOfPhrase(phrase)
}

function parseFile(text: string): ExportFile {
  try {
    const file = JSON.parse(text) as Partial<ExportFile> // Each part is looked at below.
    const { kdf, sealed } = file
    const isOurs =
      file.kind === 'solstice-wallet' &&
      file.version === FILE_VERSION &&
      typeof file.address === 'string' &&
      kdf?.name === 'scrypt' &&
      [kdf.N, kdf.r, kdf.p].every(Number.isInteger) &&
      kdf.N <= MOST_N &&
      kdf.r <= SCRYPT.r &&
      kdf.p <= SCRYPT.p &&
      typeof kdf.salt === 'string' &&
      typeof sealed?.iv === 'string' &&
      typeof sealed.data === 'string'
    if (isOurs) return file as ExportFile
  } catch {
    // No JSON: told like any other file that is not ours.
  }
  throw new VaultError('invalid-file')
}

async function stretch(
  passphrase: string,
  salt: Uint8Array,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  return new Uint8Array(await scryptAsync(typed, salt, { N, r, p, dkLen: 32 }))
}

function purposeOf(address: string) {
  return { version: FILE_VERSION, userId: '', address, part: 'export' }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
