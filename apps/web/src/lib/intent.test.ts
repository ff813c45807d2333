import { DAY_MS } from '@solstice/rules/duration'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as IntentModule from './intent.ts'

const PURCHASE = ['purchase', 2, 5] as const
const WITHDRAWAL = ['withdrawal'] as const
const MISSION = ['mission', 2, 1] as const

let intents: typeof IntentModule

/** What a page has after it was loaded: storage, and nothing in memory. */
async function reload(memberId: string): Promise<void> {
  vi.resetModules()
  const { connectSession } = await import('./api.ts')
  connectSession({
    isSignedOut: () => false,
    onSessionLost: async () => {},
    memberId: () => memberId,
  })
  intents = await import('./intent.ts')
}

beforeEach(async () => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
  vi.stubGlobal('window', { localStorage })
  await reload('7')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an intent keeps its key until it has ended, and no other intent or request has it', () => {
  const { keyOf, end } = intents
  const key = keyOf(PURCHASE, { price: 5 })

  expect(keyOf(PURCHASE, { price: 5 })).toBe(key)
  expect(keyOf(PURCHASE, { price: 6 })).not.toBe(key)
  expect(keyOf(['purchase', 2, 6], { price: 5 })).not.toBe(key)
  expect(keyOf(WITHDRAWAL, { price: 5 })).not.toBe(key)

  end(PURCHASE, { price: 5 })
  expect(keyOf(PURCHASE, { price: 5 })).not.toBe(key)
})

test('a payment keeps its key over a reload, after which its outcome is unknown', async () => {
  const key = intents.keyOf(WITHDRAWAL, { amount: '10' })
  expect(intents.wasUnknown(WITHDRAWAL, { amount: '10' })).toBe(false)

  await reload('7')

  expect(intents.wasUnknown(WITHDRAWAL, { amount: '10' })).toBe(true)
  expect(intents.openRequests(WITHDRAWAL)).toEqual([{ amount: '10' }])
  expect(intents.keyOf(WITHDRAWAL, { amount: '10' })).toBe(key)

  intents.end(WITHDRAWAL, { amount: '10' })
  await reload('7')
  expect(intents.keyOf(WITHDRAWAL, { amount: '10' })).not.toBe(key)
})

test('a mission that the server allows once a day is not stored', async () => {
  const key = intents.keyOf(MISSION, {})
  await reload('7')
  expect(intents.keyOf(MISSION, {})).not.toBe(key)
})

test('each member has keys of their own', async () => {
  const key = intents.keyOf(PURCHASE, {})
  await reload('8')
  expect(intents.keyOf(PURCHASE, {})).not.toBe(key)
})

test('no key stays in memory after a log-out', async () => {
  const { runSignOutTasks } = await import('./sign-out.ts')
  const key = intents.keyOf(MISSION, {})
  runSignOutTasks({ wipe: false })
  expect(intents.keyOf(MISSION, {})).not.toBe(key)
})

test('a stored key is forgotten when the server has forgotten it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const key = intents.keyOf(PURCHASE, {})
  vi.setSystemTime(Date.now() + DAY_MS)
  await reload('7')
  expect(intents.openRequests(PURCHASE)).toEqual([])
  expect(intents.keyOf(PURCHASE, {})).not.toBe(key)
})

test('storage that cannot be read or written costs no key while the page is open', async () => {
  vi.stubGlobal('window', {})
  const key = intents.keyOf(PURCHASE, {})
  expect(intents.keyOf(PURCHASE, {})).toBe(key)
})

test('a key of an earlier version is taken over as one that may have been sent', () => {
  intents.adoptKey(['spin', 2], { clientSeed: 'a' }, 'old')

  expect(intents.openRequests(['spin', 2])).toEqual([{ clientSeed: 'a' }])
  expect(intents.keyOf(['spin', 2], { clientSeed: 'a' })).toBe('old')
  expect(intents.wasUnknown(['spin', 2], { clientSeed: 'a' })).toBe(true)
})
