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
import type { Socket } from 'node:net'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pushMessage, type PushMessage } from '@solstice/contract/push.schemas'

/** A message as the push service sees it and as its device decrypts it. */
export type ReceivedPush = {
  endpoint: string
  message: PushMessage
  /** The decrypted text before it is parsed. */
  text: string
  ttl: number
  urgency: string
  topic: string
  /** Read from the token that identifies the sender. */
  vapid: { aud: string; exp: number; sub: string; publicKey: string }
}

export type PushDevice = { endpoint: string; p256dh: string; auth: string }

export type PushFault =
  | { status: number; retryAfter?: string; location?: string }
  | 'hangs'
  | 'breaks off'
  /** Only connections that have served a request before break off. */
  | 'closes idle connections'

export type PushService = {
  origin: string
  /** All accepted messages, oldest first. */
  received: ReceivedPush[]
  /** The number of requests, accepted or not. */
  attempts: () => number
  /**
   * Adds a device; its messages are decrypted with its own key. If it subscribed with a public key,
   * messages of other senders are rejected with 403.
   */
  aDevice: (subscription?: { expects: string }) => PushDevice
  /** Makes all devices, or one of them, respond like this until `up` is called. */
  down: (fault: PushFault, endpoint?: string) => void
  up: () => void
  close: () => Promise<void>
}

type Key = { pair: ECDH; auth: Buffer; expects: string | undefined }

/** Starts the push service of a browser, with all its devices, on this machine. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Key>()
  const received: ReceivedPush[] = []
  const faults = new Map<string, PushFault>()
  const used = new WeakSet<Socket>()
  let attempts = 0

  const server = createServer((request, response) => {
    attempts += 1
    const fault = faults.get(endpointOf(request)) ?? faults.get('*') ?? wrongSender(request)
    const isReused = used.has(request.socket)
    used.add(request.socket)
    if (fault && (fault !== 'closes idle connections' || isReused)) {
      return respondWithFault(fault, request, response)
    }
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

  /** A subscription accepts only the sender with whose key it was created. */
  function wrongSender(request: IncomingMessage): PushFault | undefined {
    const expects = devices.get(endpointOf(request))?.expects
    const isExpected = String(request.headers.authorization).endsWith(`k=${expects}`)
    return expects === undefined || isExpected ? undefined : { status: 403 }
  }

  async function take(request: IncomingMessage): Promise<void> {
    const endpoint = endpointOf(request)
    const device = devices.get(endpoint)
    if (!device) throw new Error('Unknown endpoint')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // The body has no encoding, so chunks are buffers.
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
    aDevice: ({ expects } = { expects: '' }) => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${origin}/device/${randomBytes(12).toString('base64url')}`
      devices.set(endpoint, { pair, auth, expects: expects === '' ? undefined : expects })
      return {
        endpoint,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    down: (fault, endpoint = '*') => void faults.set(endpoint, fault),
    up: () => faults.clear(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function respondWithFault(
  fault: PushFault,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (fault === 'hangs') return
  if (typeof fault === 'string') return void request.socket.destroy()
  const { status, retryAfter, location } = fault
  response
    .writeHead(status, {
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      ...(location === undefined ? {} : { location }),
    })
    .end()
}

/**
 * Verifies the token by RFC 8292: ES256, issued for this origin and signed with the key it names.
 */
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
  } // Checked below; a token without these fields fails there.
  if (!signed || aud !== origin || !(exp > 0) || !sub) throw new Error('Invalid VAPID token')
  return { aud, exp, sub, publicKey }
}

/** Decrypts a message by RFC 8291, as the device does. */
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
