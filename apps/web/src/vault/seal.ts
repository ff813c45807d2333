import { fromBase64url, toBase64url } from '#/lib/base64url.ts'
import { VaultError } from './problem.ts'
import type { Sealed } from './record.ts'

type Bytes = Uint8Array<ArrayBuffer>

const IV_BYTES = 12
const KEY_BYTES = 32

/** The context that ciphertext is bound to: it opens only for this member and address. */
export type SealContext = { version: number; userId: string; address: string; part: string }

export function newDataKey(): Bytes {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES))
}

export async function seal(key: Bytes, secret: Bytes, purpose: SealContext): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encodeContext(purpose) },
    await aesKey(key, 'encrypt'),
    secret,
  )
  return { iv: toBase64url(iv), data: toBase64url(new Uint8Array(data)) }
}

export async function unseal(key: Bytes, sealed: Sealed, purpose: SealContext): Promise<Bytes> {
  try {
    const secret = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64url(sealed.iv), additionalData: encodeContext(purpose) },
      await aesKey(key, 'decrypt'),
      fromBase64url(sealed.data),
    )
    return new Uint8Array(secret)
  } catch {
    // A wrong key and a modified record cannot be distinguished; neither opens.
    throw new VaultError('wrong-opening')
  }
}

function encodeContext({ version, userId, address, part }: SealContext): Bytes {
  return new TextEncoder().encode(
    JSON.stringify(['solstice/wallet', version, userId, address.toLowerCase(), part]),
  )
}

function aesKey(key: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, { name: 'AES-GCM', length: 256 }, false, [use])
}
