import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushEnvelope } from '#/platform/process/context.ts'
import { startPushService, type PushService } from '#test/push-service.ts'
import { isPublicAddress, publicLookup } from './public-address.ts'
import { pushEncrypter, type PushEncrypter } from './push-encrypter.ts'
import { encryptPush, vapidKeysFrom } from './push-encryption.ts'
import { vapidTokens } from './vapid-tokens.ts'
import { DEFAULT_PUSH_HOSTS, webPush, type WebPushOptions } from './web-push.ts'

const now = new Date('2026-06-23T08:00:00.000Z')
const keys = vapidKeysFrom('dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE')

const envelope: PushEnvelope = {
  message: { code: 'REWARD', data: { seasonId: 3 }, timestamp: now.getTime(), lang: 'ko' },
  ttlSeconds: 3600,
  urgency: 'high',
  topic: 'alert-12',
}

const encrypter = pushEncrypter()
afterAll(() => encrypter.close())

function aPush(options: Partial<WebPushOptions> = {}, used: PushEncrypter = encrypter) {
  return webPush(
    {
      keys,
      subject: 'mailto:ops@harbor.example',
      hosts: DEFAULT_PUSH_HOSTS,
      allowLoopback: true,
      now: () => now,
      timeoutMs: 300,
      ...options,
    },
    used,
  )
}

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.up()
  service.received.length = 0
})

test('encrypts the example of RFC 8291 to the same bytes', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const body = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { sender, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') },
  )

  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('reuses one signature per push service for half a day, and deletes old ones', () => {
  let at = now
  const { headerFor, count } = vapidTokens(keys, 'mailto:ops@harbor.example', () => at)
  const first = headerFor('https://one.push.example')
  headerFor('https://two.push.example')

  const sameDay = headerFor('https://one.push.example')
  at = new Date(now.getTime() + 11.5 * 3_600_000)
  const next = headerFor('https://one.push.example')

  expect(sameDay).toBe(first)
  expect(next).not.toBe(first)
  expect(count()).toBe(1)
})

describe('a push', () => {
  test('reaches the device encrypted for it, with the sender, the TTL, the urgency and the topic', async () => {
    const device = service.aDevice()

    const outcome = await aPush().send(device, envelope)

    expect(outcome).toEqual({ kind: 'sent' })
    expect(service.received).toEqual([
      {
        endpoint: device.endpoint,
        message: envelope.message,
        text: JSON.stringify(envelope.message),
        ttl: 3600,
        urgency: 'high',
        topic: 'alert-12',
        vapid: {
          aud: service.origin,
          sub: 'mailto:ops@harbor.example',
          exp: now.getTime() / 1000 + 12 * 3600,
          publicKey: keys.publicKey,
        },
      },
    ])
  })

  test.each([
    [{ status: 404 }, { kind: 'gone' }],
    [{ status: 410 }, { kind: 'gone' }],
    [
      { status: 429, retryAfter: '120' },
      { kind: 'later', scope: 'device', retryAfterMs: 120_000 },
    ],
    [
      { status: 503, retryAfter: 'Tue, 23 Jun 2026 08:01:00 GMT' },
      { kind: 'later', scope: 'service', retryAfterMs: 60_000 },
    ],
    [{ status: 500 }, { kind: 'later', scope: 'service', retryAfterMs: undefined }],
    [{ status: 413 }, { kind: 'refused', reason: 'HTTP 413' }],
    ['hangs', { kind: 'later', scope: 'service' }],
    ['breaks off', { kind: 'later', scope: 'service' }],
  ] as const)('handles the response %j of a push service as %j', async (trouble, outcome) => {
    service.down(trouble)

    expect(await aPush().send(service.aDevice(), envelope)).toMatchObject(outcome)
  })

  test('treats a device with an invalid key as gone', async () => {
    const device = { ...service.aDevice(), p256dh: `B${'A'.repeat(86)}` }

    expect(await aPush().send(device, envelope)).toEqual({ kind: 'gone' })
  })

  test('is refused if its message is too long, and the device is kept', async () => {
    // The contract allows no such code; only its length matters.
    const code = 'REWARD'.padEnd(5000, '!') as 'REWARD'
    const long = { ...envelope, message: { ...envelope.message, code } }

    expect(await aPush().send(service.aDevice(), long)).toEqual({
      kind: 'refused',
      reason: 'message too long',
    })
  })

  test('is tried again later for its device alone if it cannot be encrypted now', async () => {
    const failing = { ...encrypter, encrypt: () => Promise.reject(new Error('out of memory')) }

    expect(await aPush({}, failing).send(service.aDevice(), envelope)).toEqual({
      kind: 'later',
      scope: 'device',
      reason: 'out of memory',
      retryAfterMs: undefined,
    })
  })

  test('is sent on a new connection when the service has closed the idle one', async () => {
    const device = service.aDevice()
    const push = aPush({ timeoutMs: 5000 })
    await push.send(device, envelope)
    service.down('closes idle connections')

    const outcome = await push.send(device, envelope)

    expect(outcome).toEqual({ kind: 'sent' })
    expect(service.received).toHaveLength(2)
  })

  test('never follows a redirect', async () => {
    const secret = await startPushService()
    const target = secret.aDevice()
    service.down({ status: 307, location: target.endpoint })

    const outcome = await aPush().send(service.aDevice(), envelope)
    await secret.close()

    expect(outcome).toEqual({ kind: 'refused', reason: 'HTTP 307' })
    expect(secret.attempts()).toBe(0)
  })
})

describe('an endpoint', () => {
  const production = aPush({ allowLoopback: false })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QAbc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is accepted from a known browser service: %s', (endpoint) => {
    expect(production.accepts(endpoint)).toBe(true)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:pass@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilnotify.windows.com/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://localhost/x',
    'http://127.0.0.1:4000/v1/operator/me',
    'not an address',
  ])('is rejected from an unknown service, and nothing is sent there: %s', async (endpoint) => {
    expect(production.accepts(endpoint)).toBe(false)
    expect(await production.send({ ...service.aDevice(), endpoint }, envelope)).toEqual({
      kind: 'refused',
      reason: 'endpoint not allowed',
    })
  })

  test('is accepted on this machine in development only', () => {
    const { endpoint } = service.aDevice()

    expect(aPush().accepts(endpoint)).toBe(true)
    expect(production.accepts(endpoint)).toBe(false)
  })

  test('is rejected before a socket is opened when its listed name resolves to a private address', async () => {
    const resolved: string[] = []
    const resolve = ((name: string, _options: unknown, done: (...all: unknown[]) => void) => {
      resolved.push(name)
      done(null, [
        { address: '142.250.74.234', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
      // Only the overload that returns all addresses is used.
    }) as unknown as Parameters<typeof publicLookup>[0]
    const push = aPush({ allowLoopback: false, lookup: publicLookup(resolve) })

    const outcome = await push.send(
      { ...service.aDevice(), endpoint: 'https://fcm.googleapis.com/fcm/send/abc' },
      envelope,
    )

    expect(resolved).toEqual(['fcm.googleapis.com'])
    expect(outcome).toMatchObject({
      kind: 'later',
      reason: 'The push endpoint resolves to a private address',
    })
  })
})

describe('isPublicAddress', () => {
  test.each([
    '169.254.169.254',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'not one',
  ])('returns false for a private address: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['142.250.74.234', '17.57.146.20', '2a00:1450:4001:80e::200a'])(
    'returns true for a public address: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})
