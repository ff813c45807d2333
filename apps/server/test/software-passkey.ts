import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

/** Faults that a test gives to an authenticator; each must be refused. */
export type PasskeyFault = {
  origin?: string
  rpId?: string
  challenge?: string
  userVerified?: boolean
  counter?: number
  /** Signs with another key than the registered one. */
  otherKey?: boolean
  type?: string
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** An authenticator in software, which creates and uses one passkey (WebAuthn level 3, ES256). */
export function softwarePasskey(origin: string) {
  const credentialId = randomBytes(32)
  const key = newKey()
  let counter = 0

  const clientData = (type: string, challenge: string, fault: PasskeyFault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (flags: number, fault: PasskeyFault) => {
    const rpId = fault.rpId ?? new URL(origin).hostname
    const verified = fault.userVerified === false ? 0 : USER_VERIFIED
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fault.counter ?? counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | verified]), count])
  }
  const credential = {
    id: text(credentialId),
    rawId: text(credentialId),
    type: 'public-key' as const,
  }

  return {
    credentialId: credential.id,
    create: ({ challenge }: { challenge: string }, fault: PasskeyFault = {}) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(key.publicKey.export({ format: 'jwk' })),
      ])
      const data = Buffer.concat([authenticatorData(ATTESTED, fault), attested])
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, fault)),
          attestationObject: text(attestationObject(data)),
          transports: ['internal'],
        },
      }
    },
    sign: ({ challenge }: { challenge: string }, fault: PasskeyFault = {}) => {
      counter += 1
      const client = clientData('webauthn.get', challenge, fault)
      const data = authenticatorData(0, fault)
      const { privateKey } = fault.otherKey ? newKey() : key
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      }
    },
  }
}

/** Encodes the public key as COSE: EC2, ES256, P-256, x, y. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

/** Encodes `{ fmt: 'none', attStmt: {}, authData }` as CBOR. */
function attestationObject(authData: Buffer): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(authData.length)
  const key = (name: string) =>
    Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    key('fmt'),
    key('none'),
    key('attStmt'),
    Buffer.from([0xa0]),
    key('authData'),
    Buffer.from([0x59]),
    size,
    authData,
  ])
}
