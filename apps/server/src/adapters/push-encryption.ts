import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
  type KeyObject,
} from 'node:crypto'

const CURVE = 'prime256v1'
const RECORD_SIZE = 4096
const TAG_BYTES = 16
const HEADER_BYTES = 16 + 4 + 1 + 65
/** The capacity of one push: one record of RFC 8188, without its final delimiter byte. */
export const PLAINTEXT_MAX_BYTES = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1

/** The keys that a browser publishes so that only it can read its pushes. */
export type PushKeys = { p256dh: string; auth: string }

type Ephemeral = { sender: ECDH; salt: Uint8Array }

function fresh(): Ephemeral {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}

/**
 * Encrypts a message by RFC 8291, with a new key pair and salt each time, as one record of
 * aes128gcm. The last argument is for the example of the RFC, whose key pair and salt are known.
 */
export function encryptPush(plaintext: Buffer, keys: PushKeys, ephemeral = fresh()): Buffer {
  if (plaintext.length > PLAINTEXT_MAX_BYTES)
    throw new RangeError('The push message exceeds one record')
  const { sender, salt } = ephemeral
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const senderPublic = sender.getPublicKey()
  // Throws if the key is not a point of the curve.
  const shared = sender.computeSecret(receiver)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderPublic])
  const secret = derive(shared, Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const header = Buffer.alloc(HEADER_BYTES)
  header.set(salt, 0)
  header.writeUInt32BE(RECORD_SIZE, 16)
  header.writeUInt8(senderPublic.length, 20)
  header.set(senderPublic, 21)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 marks the last record.
  const body = [cipher.update(plaintext), cipher.update(Buffer.from([2])), cipher.final()]
  return Buffer.concat([header, ...body, cipher.getAuthTag()])
}

function derive(key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}

/**
 * Identifies the sender to push services (RFC 8292). The private key has 32 bytes; the public key
 * is derived from it.
 */
export type VapidKeys = { publicKey: string; privateKey: KeyObject }

export function vapidKeysFrom(secret: string): VapidKeys {
  const bytes = Buffer.from(secret, 'base64url')
  if (bytes.length !== 32) throw new RangeError('A VAPID key must have 32 bytes')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(bytes)
  const point = pair.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d: bytes.toString('base64url') }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/**
 * Returns the header that identifies the sender to the push service of one origin, with its expiry.
 */
export function vapidHeader(
  keys: VapidKeys,
  claims: { origin: string; expiresAt: Date; subject: string },
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(claims.expiresAt.getTime() / 1000)
  const header = encode({ typ: 'JWT', alg: 'ES256' })
  const content = `${header}.${encode({ aud: claims.origin, exp, sub: claims.subject })}`
  const signature = sign('sha256', Buffer.from(content), {
    key: keys.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${content}.${signature.toString('base64url')}, k=${keys.publicKey}`
}
