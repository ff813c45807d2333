import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts bytes in the database so that only this server can read them, and only in their original
 * place.
 */
export type Sealer = {
  /**
   * `associatedData` identifies the owner of the bytes; sealed text that is moved does not open.
   */
  seal: (plain: Uint8Array, associatedData: string) => string
  open: (sealed: string, associatedData: string) => Uint8Array
}

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Uses AES-256-GCM with a fresh nonce each time; the version allows for another key or cipher. */
export function sealerFrom(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `solstice/${purpose}`, 32))
  return {
    seal: (plain, associatedData) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(associatedData))
      const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${Buffer.concat([iv, body]).toString('base64url')}`
    },
    open: (sealed, associatedData) => {
      const [version, text = ''] = sealed.split('.', 2)
      if (version !== VERSION) throw new Error('Sealed bytes have an unknown version')
      const bytes = Buffer.from(text, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      const body = bytes.subarray(IV_BYTES, -TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(body), decipher.final()])
    },
  }
}
