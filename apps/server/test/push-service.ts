import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pushMessage, type PushMessage } from '@solstice/contract/push.schemas'

/** What a push service sees of a message, and what the device behind it reads. */
export type ReceivedPush = {
  endpoint: string
  message: PushMessage
  /** As it came, before anybody looked at its fields. */
  text: string
  ttl: number
  urgency: string
  topic: string
  /** From the token that says who sends. */
  vapid: { aud: string; exp: number; sub: string; publicKey: string }
}

export type PushDevice = { endpoint: string; p256dh: string; auth: string }

export type PushTrouble =
  | { status: number; retryAfter?: string; location?: string }
  | 'hangs'
  | 'breaks off'

export type PushService = {
  origin: string
  /** Everything that was taken, oldest first. */
  received: ReceivedPush[]
  /** How often somebody knocked, taken or not. */
  attempts: () => number
  /** A new device; what is sent there is decrypted with its own key. */
  aDevice: () => PushDevice
  /** All devices, or one of them, answer like this until `up`. */
  down: (trouble: PushTrouble, endpoint?: string) => void
  up: () => void
  close: () => Promise<void>
}

type Key = { pair: ECDH; auth: Buffer }

/** A push service of a browser and all the devices behind it, on this machine. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Key>()
  const received: ReceivedPush[] = []
  const troubles = new Map<string, PushTrouble>()
  let attempts = 0

  const server = createServer((request, response) => {
    attempts += 1
    const trouble = troubles.get(endpointOf(request)) ?? troubles.get('*')
    if (trouble) return answerTrouble(trouble, request, response)
    take(request).then(
      () => response.writeHead(201).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const endpointOf = (request: IncomingMessage) => `${origin}${request.url}`

  async function take(request: IncomingMessage): Promise<void> {
    const endpoint = endpointOf(request)
    const device = devices.get(endpoint)
    if (!device) throw new Error('Nobody lives here')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // A body without encoding.
    const vapid = verifiedVapid(String(request.headers.authorization), origin)
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('Not encrypted')
    const text = decrypted(Buffer.concat(chunks), device)
    received.push({
      endpoint,
      text,
      message: pushMessage.parse(JSON.parse(text)),
      ttl: Number(request.headers['ttl']),
      urgency: String(request.headers['urgency']),
      topic: String(request.headers['topic']),
      vapid,
    })
  }

  return {
    origin,
    received,
    attempts: () => attempts,
    aDevice: () => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${origin}/device/${randomBytes(12).toString('base64url')}`
      devices.set(endpoint, { pair, auth })
      return {
        endpoint,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    down: (trouble, endpoint = '*') => void troubles.set(endpoint, trouble),
    up: () => troubles.clear(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerTrouble(
  trouble: PushTrouble,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (trouble === 'hangs') return
  if (trouble === 'breaks off') return void request.socket.destroy()
  const { status, retryAfter, location } = trouble
  response
    .writeHead(status, {
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      ...(location === undefined ? {} : { location }),
    })
    .end()
}

/** RFC 8292: an ES256 token for this very origin, signed with the key it names. */
function verifiedVapid(authorization: string, origin: string): ReceivedPush['vapid'] {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) },
    format: 'jwk',
  })
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  } // Checked below; a token without them fails there.
  if (!signed || aud !== origin || !(exp > 0) || !sub) throw new Error('Nobody I know')
  return { aud, exp, sub, publicKey }
}

/** RFC 8291, from the side of the device. */
function decrypted(body: Buffer, { pair, auth }: Key): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derive = (encoding: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${encoding}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (plain.at(-1) !== 2) throw new Error('Not the last record')
  return plain.subarray(0, -1).toString()
}
