import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import type { PointsLogSigner } from '#/platform/process/context.ts'

/** The fixed beginning of an Ed25519 private key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY_BYTES = 32

/** Derives the key that signs checkpoints, so that one secret of the settings suffices. */
export function pointsLogSigner(secret: string, origin: string): PointsLogSigner {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'solstice/points-log', KEY_BYTES))
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    origin,
    publicKey: new Uint8Array(spki.subarray(-KEY_BYTES)),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  }
}

/** Returns the name of the log of an app: the address without the scheme, as C2SP recommends. */
export function logOriginOf(appOrigin: string): string {
  return `${new URL(appOrigin).host}/log`
}
