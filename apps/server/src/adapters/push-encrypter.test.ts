import { createECDH } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { pushEncrypter, type PushEncrypter } from './push-encrypter.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()
const KEYS = { p256dh: pair.getPublicKey('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }

/** The salt of RFC 8188 and the public key of the sender of RFC 8291. */
const headerOf = (body: Uint8Array | null) =>
  Buffer.from(body?.subarray(0, 86) ?? []).toString('hex')

let encrypter: PushEncrypter
afterEach(() => encrypter.close())

/** Starts an encrypter whose worker runs this code for each part. */
function encrypterWith(handle: string): PushEncrypter {
  const script = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, messages }) => { ${handle} })`
  return pushEncrypter(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
}

test('encrypts each message with a new key pair and salt', async () => {
  encrypter = pushEncrypter()
  const plaintext = Buffer.from('the same text')

  const bodies = await Promise.all(
    Array.from({ length: 100 }, () => encrypter.encrypt(plaintext, KEYS)),
  )

  const sizes = new Set(bodies.map((body) => body?.length))
  const salts = new Set(bodies.map((body) => headerOf(body).slice(0, 32)))
  const senders = new Set(bodies.map((body) => headerOf(body).slice(42)))
  expect([...sizes]).toEqual([86 + plaintext.length + 1 + 16])
  expect([salts.size, senders.size]).toEqual([100, 100])
})

test('returns null for invalid keys only', async () => {
  encrypter = pushEncrypter()
  const invalid = { ...KEYS, p256dh: `B${'A'.repeat(86)}` }

  const bodies = await Promise.all(
    [KEYS, invalid, KEYS].map((keys) => encrypter.encrypt(Buffer.from('text'), keys)),
  )

  expect(bodies.map((body) => body === null)).toEqual([false, true, false])
})

test('posts the messages of a turn in parts of at most 32', async () => {
  encrypter = encrypterWith(
    'parentPort.postMessage({ id, bodies: messages.map(() => Uint8Array.of(messages.length)) })',
  )

  const bodies = await Promise.all(
    Array.from({ length: 70 }, () => encrypter.encrypt(Buffer.from('text'), KEYS)),
  )

  const sizes = bodies.map((body) => body?.[0])
  expect([sizes[0], sizes[32], sizes[64]]).toEqual([32, 32, 6])
})

test('rejects what a failed worker had received, and starts another one', async () => {
  encrypter = encrypterWith(
    `if (messages.some(({ plaintext }) => plaintext[0] === 0)) throw new Error('crashed')
    parentPort.postMessage({ id, bodies: messages.map(({ plaintext }) => plaintext) })`,
  )
  const encrypt = (first: number) => encrypter.encrypt(Uint8Array.of(first), KEYS)

  const failed = await Promise.allSettled([encrypt(0), encrypt(1)])
  const next = await encrypt(2)

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(next).toEqual(Uint8Array.of(2))
})

test('rejects what is waiting when it is closed', async () => {
  encrypter = encrypterWith('')
  const ending = Promise.allSettled([encrypter.encrypt(Uint8Array.of(1), KEYS)])
  await new Promise(setImmediate)

  await encrypter.close()

  expect((await ending).map(({ status }) => status)).toEqual(['rejected'])
})
