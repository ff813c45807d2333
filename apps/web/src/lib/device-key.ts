import { BODY_HASH_CLAIM, DEVICE_PROOF_TYPE } from '@solstice/contract/device-proof'
import { toBase64url } from './base64url.ts'
import { logFault } from '@solstice/ui/log.ts'
import { serverNow } from '@solstice/ui/time.ts'

/** A separate database, so that no log-out or wallet wipe affects it. */
const NAME = 'app-device'
const STORE = 'keys'
const DEVICE = 'device'
const VERSION = 1

const KEY_TYPE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The private key can sign but cannot be exported, not even by this app. */
type DeviceKey = { pair: CryptoKeyPair; jwk: JsonWebKey }

export type ProvenRequest = { method: string; url: string; body: string }

let device: Promise<DeviceKey> | undefined

/**
 * Returns the proof of this device's key for one request (RFC 9449); undefined if no key is
 * possible. The server cannot enrol a device without one, so a failure is retried once before the
 * call is sent without a proof.
 */
export async function proveDevice(request: ProvenRequest): Promise<string | undefined> {
  try {
    // A browser may close its database at any time, for example in the background; a new connection
    // works.
    return await proveOnce(request).catch(() => proveOnce(request))
  } catch (cause) {
    // Storage is blocked or the page was loaded without TLS; the server then treats the device as
    // new.
    logFault('Device key proof failed', cause)
    return undefined
  }
}

async function proveOnce(request: ProvenRequest): Promise<string> {
  device ??= openDeviceKey()
  try {
    return await proofBy(await device, request)
  } catch (cause) {
    device = undefined
    throw cause
  }
}

async function proofBy({ pair, jwk }: DeviceKey, { method, url, body }: ProvenRequest) {
  const claims = {
    htm: method,
    htu: url,
    iat: Math.floor(serverNow() / 1000),
    jti: crypto.randomUUID(),
    [BODY_HASH_CLAIM]: toBase64url(
      new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))),
    ),
  }
  const signed = [{ typ: DEVICE_PROOF_TYPE, alg: 'ES256', jwk }, claims].map(encoded).join('.')
  const signature = await crypto.subtle.sign(
    SIGNATURE,
    pair.privateKey,
    new TextEncoder().encode(signed),
  )
  return `${signed}.${toBase64url(new Uint8Array(signature))}`
}

function encoded(part: object): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(part)))
}

async function openDeviceKey(): Promise<DeviceKey> {
  const database = await open()
  try {
    const kept = await inStore(database, 'readonly', (store) => store.get(DEVICE))
    const pair = isKeyPair(kept) ? kept : await storeIfAbsent(database, await newKeyPair())
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    return { pair, jwk: { kty, crv, x, y } as JsonWebKey }
  } finally {
    database.close()
  }
}

async function newKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(KEY_TYPE, false, ['sign', 'verify'])
}

/** Two tabs may create a key concurrently; the first stored key wins. */
async function storeIfAbsent(database: IDBDatabase, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  const kept = await inStore(database, 'readwrite', (store) => {
    const read = store.get(DEVICE)
    read.addEventListener('success', () => {
      if (!isKeyPair(read.result)) store.put(made, DEVICE)
    })
    return read
  })
  return isKeyPair(kept) ? kept : made
}

function isKeyPair(value: unknown): value is CryptoKeyPair {
  return typeof value === 'object' && value !== null && 'privateKey' in value
}

function inStore(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<unknown>,
): Promise<unknown> {
  const transaction = database.transaction(STORE, mode, { durability: 'strict' })
  return new Promise((resolve, reject) => {
    const request = action(transaction.objectStore(STORE))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
