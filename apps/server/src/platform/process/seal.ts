import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts bytes in the database so that only this server can read them, and only in their original
 * place.
 */
export type Sealer = {
  /** Identifies the current key without revealing it. */
  keyId: string
  /** The ids of all keys that can open, the current one first. */
  keyIds: readonly string[]
  /**
   * `associatedData` identifies the owner of the bytes; sealed text that is moved does not open.
   */
  seal: (plain: Uint8Array, associatedData: string) => string
  open: (sealed: string, associatedData: string) => Uint8Array
  /** Returns false for text that has to be sealed again before previous keys can be removed. */
  isCurrent: (sealed: string) => boolean
}

const WITHOUT_KEY_ID = 'v1'
const WITH_KEY_ID = 'v2'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_LENGTH = 8

type SealingKey = { id: string; key: Buffer }

/**
 * Uses AES-256-GCM with a fresh nonce each time. Previous keys can still open what they sealed until
 * it is sealed again. While there are any, sealed text names its key; otherwise it has the form that
 * earlier releases read, too.
 */
export function sealerFrom(
  secret: string,
  purpose: string,
  previous: readonly string[] = [],
): Sealer {
  const current = sealingKey(secret, purpose)
  const all = [current, ...previous.map((each) => sealingKey(each, purpose))]
  const prefix = previous.length === 0 ? `${WITHOUT_KEY_ID}.` : `${WITH_KEY_ID}.${current.id}.`
  return {
    keyId: current.id,
    keyIds: all.map(({ id }) => id),
    isCurrent: (sealed) => previous.length === 0 || sealed.startsWith(prefix),
    seal: (plain, associatedData) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(
        Buffer.from(associatedData),
      )
      const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return `${prefix}${Buffer.concat([iv, body]).toString('base64url')}`
    },
    open: (sealed, associatedData) => {
      const [version, ...rest] = sealed.split('.', 3)
      if (version === WITHOUT_KEY_ID) return openWithAny(all, rest[0] ?? '', associatedData)
      if (version !== WITH_KEY_ID) throw new Error('Sealed bytes have an unknown version')
      const [keyId, text = ''] = rest
      const named = all.find(({ id }) => id === keyId)
      if (!named) throw new Error('Sealed bytes need a key that is not configured')
      return openWith(named, text, associatedData)
    },
  }
}

function sealingKey(secret: string, purpose: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `solstice/${purpose}`, 32))
  const id = createHash('sha256').update('solstice/key-id').update(key).digest('base64url')
  return { id: id.slice(0, KEY_ID_LENGTH), key }
}

/** The authentication tag tells which key is the right one. */
function openWithAny(
  keys: readonly SealingKey[],
  text: string,
  associatedData: string,
): Uint8Array {
  const [first, ...others] = keys
  if (!first) throw new Error('There is no key')
  try {
    return openWith(first, text, associatedData)
  } catch (error) {
    if (others.length === 0) throw error
    return openWithAny(others, text, associatedData)
  }
}

function openWith({ key }: SealingKey, text: string, associatedData: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(associatedData))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(body), decipher.final()])
}
