import { DAY_MS } from '@solstice/rules/duration'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as IntentModule from './intent.ts'

const PURCHASE = ['purchase', 2, 5] as const
const REFUND = ['refund', 2, 5] as const
const WITHDRAWAL = ['withdrawal'] as const
const MISSION = ['mission', 2, 1] as const
const SPIN = ['spin', 2] as const

let intents: typeof IntentModule
let device: Map<string, string>

async function logIn(memberId: string): Promise<void> {
  const { connectSession } = await import('./api.ts')
  connectSession({
    isSignedOut: () => false,
    onSessionLost: async () => {},
    memberId: () => memberId,
  })
}

/** Reloads the page: storage persists, memory does not. */
async function reload(memberId: string): Promise<void> {
  vi.resetModules()
  await logIn(memberId)
  intents = await import('./intent.ts')
}

const keyOf = async (intent: IntentModule.Intent, request: unknown = {}) =>
  (await intents.startAttempt(intent, request)).key

async function loseResponse(intent: IntentModule.Intent, request: unknown = {}): Promise<string> {
  const attempt = await intents.startAttempt(intent, request)
  intents.noteUnknown(attempt)
  return attempt.key
}

beforeEach(async () => {
  device = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, value: string) => void device.set(key, value),
    removeItem: (key: string) => void device.delete(key),
    key: (at: number) => [...device.keys()][at] ?? null,
    get length() {
      return device.size
    },
  }
  vi.stubGlobal('window', { localStorage })
  await reload('7')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('keeps the key of an intent until it has ended and shares it with no other intent or request', async () => {
  const attempt = await intents.startAttempt(PURCHASE, { price: 5 })
  const { key } = attempt

  expect(await keyOf(PURCHASE, { price: 5 })).toBe(key)
  expect(await keyOf(PURCHASE, { price: 6 })).not.toBe(key)
  expect(await keyOf(['purchase', 2, 6], { price: 5 })).not.toBe(key)
  expect(await keyOf(WITHDRAWAL, { price: 5 })).not.toBe(key)

  intents.noteDone(attempt)
  expect(await keyOf(PURCHASE, { price: 5 })).not.toBe(key)
})

test('keeps the key of a payment across a reload, after which its outcome is unknown', async () => {
  const key = await keyOf(WITHDRAWAL, { amount: '10' })
  expect(intents.isUnconfirmed(WITHDRAWAL)).toBe(false)

  await reload('7')

  expect(intents.isUnconfirmed(WITHDRAWAL)).toBe(true)
  expect(intents.isUnconfirmed(PURCHASE)).toBe(false)
  const again = await intents.startAttempt(WITHDRAWAL, { amount: '10' })
  expect(again.key).toBe(key)
  intents.noteRefused(again)
  expect(await keyOf(WITHDRAWAL, { amount: '10' })).toBe(key)

  intents.noteDone(again)
  await reload('7')
  expect(intents.isUnconfirmed(WITHDRAWAL)).toBe(false)
  expect(await keyOf(WITHDRAWAL, { amount: '10' })).not.toBe(key)
})

test('keeps a notice dismissed across a reload and reuses the key for the next attempt', async () => {
  const key = await loseResponse(PURCHASE)
  await reload('7')
  expect(intents.isUnconfirmed(PURCHASE)).toBe(true)

  intents.dismissUnconfirmed(PURCHASE)
  expect(intents.isUnconfirmed(PURCHASE)).toBe(false)
  await reload('7')

  expect(intents.isUnconfirmed(PURCHASE)).toBe(false)
  expect(await loseResponse(PURCHASE)).toBe(key)
  expect(intents.isUnconfirmed(PURCHASE)).toBe(true)
})

test('does not treat an attempt that was not executed as unconfirmed after a reload, unless another one was', async () => {
  const attempt = await intents.startAttempt(PURCHASE, {})
  intents.noteNotRun(attempt)
  await reload('7')
  expect(intents.isUnconfirmed(PURCHASE)).toBe(false)

  const next = await intents.startAttempt(PURCHASE, {})
  expect(next.key).toBe(attempt.key)
  await intents.startAttempt(PURCHASE, {})
  intents.noteNotRun(next)
  await reload('7')
  expect(intents.isUnconfirmed(PURCHASE)).toBe(true)
})

test('stores a key again that another tab ended if no response arrives', async () => {
  const attempt = await intents.startAttempt(PURCHASE, {})
  device.clear()
  intents.noteUnknown(attempt)
  await reload('7')
  expect(await keyOf(PURCHASE)).toBe(attempt.key)
})

test('does not store a mission that the server allows once a day', async () => {
  const key = await keyOf(MISSION)
  await reload('7')
  expect(await keyOf(MISSION)).not.toBe(key)
})

test('separates keys and notices by member, in storage and in memory', async () => {
  const purchase = await loseResponse(PURCHASE)
  const mission = await loseResponse(MISSION)
  const late = await intents.startAttempt(WITHDRAWAL, {})
  await logIn('8')
  intents.noteUnknown(late)

  for (const intent of [PURCHASE, MISSION, WITHDRAWAL]) {
    expect(intents.isUnconfirmed(intent)).toBe(false)
  }
  expect(await keyOf(PURCHASE)).not.toBe(purchase)
  expect(await keyOf(MISSION)).not.toBe(mission)

  await reload('8')
  expect(await keyOf(WITHDRAWAL)).not.toBe(late.key)
})

test('clears all keys from memory at log-out, and a late timeout restores none', async () => {
  const { runSignOutTasks } = await import('./sign-out.ts')
  const attempt = await intents.startAttempt(MISSION, {})
  runSignOutTasks({ wipe: false })
  intents.noteUnknown(attempt)
  expect(intents.isUnconfirmed(MISSION)).toBe(false)
  expect(await keyOf(MISSION)).not.toBe(attempt.key)
})

test('ends the stored key of a member who logged out after a late success', async () => {
  const { runSignOutTasks } = await import('./sign-out.ts')
  const attempt = await intents.startAttempt(PURCHASE, {})
  runSignOutTasks({ wipe: false })
  await logIn('8')
  intents.noteDone(attempt)
  await reload('7')
  expect(intents.isUnconfirmed(PURCHASE)).toBe(false)
  expect(await keyOf(PURCHASE)).not.toBe(attempt.key)
})

test.each([PURCHASE, MISSION])(
  "expires the key of %s when the server's key has expired",
  async (...intent) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const key = await loseResponse(intent)
    vi.setSystemTime(Date.now() + DAY_MS)
    expect(intents.isUnconfirmed(intent)).toBe(false)
    expect(await keyOf(intent)).not.toBe(key)
  },
)

test("expires a stored key when the server's key has expired", async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const key = await keyOf(PURCHASE)
  vi.setSystemTime(Date.now() + DAY_MS)
  await reload('7')
  expect(intents.isUnconfirmed(PURCHASE)).toBe(false)
  expect(await keyOf(PURCHASE)).not.toBe(key)
})

test('keeps a spin until it is answered, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const key = await loseResponse(SPIN, { clientSeed: 'a' })
  vi.setSystemTime(Date.now() + 30 * DAY_MS)
  expect(intents.openRequests(SPIN)).toEqual([{ clientSeed: 'a' }])

  await reload('7')
  expect(intents.openRequests(SPIN)).toEqual([{ clientSeed: 'a' }])
  const attempt = await intents.startAttempt(SPIN, { clientSeed: 'a' })
  expect(attempt.key).toBe(key)

  intents.noteDone(attempt)
  expect(intents.openRequests(SPIN)).toEqual([])
})

test('stores no text that the member typed', async () => {
  await loseResponse(REFUND, { reason: 'It fell on my foot' })
  const [text] = device.values()
  expect(text).toContain('refund 2 5')
  expect(text).not.toContain('foot')
})

test('uses a key that an earlier version stored with its request, and removes the request', async () => {
  const request = { reason: 'It fell on my foot' }
  const old = { name: 'refund 2 5', request, key: 'old', startedAtMs: Date.now() }
  device.set('intents_7', JSON.stringify([old]))
  expect(intents.isUnconfirmed(REFUND)).toBe(true)

  expect(await keyOf(REFUND, { reason: 'Another' })).not.toBe('old')
  expect(await keyOf(REFUND, request)).toBe('old')
  expect(device.get('intents_7')).not.toContain('foot')
  await reload('7')
  expect(await keyOf(REFUND, request)).toBe('old')
})

test('keeps keys in memory while storage is unavailable', async () => {
  vi.stubGlobal('window', {})
  const key = await keyOf(PURCHASE)
  expect(await keyOf(PURCHASE)).toBe(key)
})

test('adopts a key of an earlier version as one that may have been sent', async () => {
  intents.adoptKey(SPIN, { clientSeed: 'a' }, 'old')

  expect(intents.openRequests(SPIN)).toEqual([{ clientSeed: 'a' }])
  expect(intents.isUnconfirmed(SPIN)).toBe(true)
  expect(await keyOf(SPIN, { clientSeed: 'a' })).toBe('old')
})
