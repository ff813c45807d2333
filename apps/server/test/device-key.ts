import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import {
  BODY_HASH_CLAIM,
  DEVICE_PROOF_HEADER,
  DEVICE_PROOF_TYPE,
} from '@solstice/contract/device-proof'

export type ProofOf = { method: string; url: string; body: string; at: Date }

/** The key pair of one browser, as WebCrypto stores it there. */
export type DeviceKey = {
  id: string
  /** Overrides make a proof invalid on purpose. */
  prove: (of: ProofOf, overrides?: { header?: object; claims?: object }) => string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Does not use the server's library, so that both sides are checked against the RFCs. */
export function aDeviceKey(): DeviceKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const jwk = { crv: 'P-256', kty: 'EC', x, y }
  return {
    id: sha256(JSON.stringify(jwk)),
    prove: ({ method, url, body, at }, { header = {}, claims = {} } = {}) => {
      const signed = [
        encoded({ typ: DEVICE_PROOF_TYPE, alg: 'ES256', jwk, ...header }),
        encoded({
          htm: method,
          htu: url,
          iat: Math.floor(at.getTime() / 1000),
          jti: randomUUID(),
          [BODY_HASH_CLAIM]: sha256(body),
          ...claims,
        }),
      ].join('.')
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    },
  }
}

/** Returns the proof header of a call. */
export function proofHeader(device: DeviceKey, of: ProofOf): Record<string, string> {
  return { [DEVICE_PROOF_HEADER]: device.prove(of) }
}
