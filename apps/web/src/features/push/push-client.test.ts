import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPushClient } from './push-client.ts'
import type { PushDeps } from './push-client.ts'
import { markUnsubscribing } from './push-keys.ts'

const OWN_KEY = Uint8Array.from([4, 1, 2, 3])

function aStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    key: () => null,
    length: 0,
  }
}

type State = {
  permission: NotificationPermission
  /** The member's answer to the browser's permission prompt. */
  answer: NotificationPermission
  current: { endpoint: string; key: Uint8Array } | undefined
  next: string
  isReady: boolean
  isHanging: boolean
  timeZone: string
}

function aPhone(change: Partial<State> = {}) {
  const state: State = {
    permission: 'default',
    answer: 'granted',
    current: undefined,
    next: 'https://push.example/1',
    isReady: true,
    isHanging: false,
    timeZone: 'Asia/Seoul',
    ...change,
  }
  const device = aStorage()
  const subscription = () => {
    const { current } = state
    if (!current) return null
    return {
      endpoint: current.endpoint,
      options: { applicationServerKey: current.key.buffer },
      toJSON: () => ({ endpoint: current.endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
      unsubscribe: async () => {
        state.current = undefined
        return true
      },
    }
  }
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: vi.fn<() => Promise<unknown>>(() => {
      if (state.isHanging) return new Promise(() => {})
      state.current = { endpoint: state.next, key: OWN_KEY }
      return Promise.resolve(subscription())
    }),
  }
  const deps = {
    browser: {
      serviceWorker: {
        ready: state.isReady ? Promise.resolve({ pushManager }) : new Promise(() => {}),
      },
      hasPushManager: true,
      notification: {
        get permission() {
          return state.permission
        },
        requestPermission: async () => {
          if (state.permission === 'default') state.permission = state.answer
          return state.permission
        },
      },
    },
    device,
    publicKey: OWN_KEY,
    register: vi.fn<PushDeps['register']>(async () => null),
    unregister: vi.fn<PushDeps['unregister']>(async () => null),
    timeZone: () => state.timeZone,
    saveTimeZone: vi.fn<PushDeps['saveTimeZone']>(async () => null),
    logFault: vi.fn<PushDeps['logFault']>(),
  }
  // The stand-ins above implement what the client uses of the browser.
  const client = (more: Partial<PushDeps> = {}) =>
    createPushClient({ ...(deps as unknown as PushDeps), ...more })
  return { state, device, deps, pushManager, client }
}

const KEPT = JSON.stringify({
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'point', auth: 'secret' },
})
const SENT = { endpoint: 'https://push.example/1', p256dh: 'point', auth: 'secret' }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('subscribes after the permission, stores the subscription and sends exactly three fields to the server', async () => {
  const phone = aPhone()

  await phone.client().subscribe('12')

  expect(phone.deps.register.mock.calls).toEqual([[SENT]])
  expect(Object.fromEntries(phone.device.values)).toEqual({
    'push-notification-enabled': 'true',
    'push-notification-subscription': JSON.stringify({
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'point', auth: 'secret' },
    }),
    'push-notification-user-id': '12',
    'push-notification-zone': '12 Asia/Seoul',
  })
})

test('sends the time zone when it changed, for another member, and again after a failure', async () => {
  const phone = aPhone()
  const client = phone.client()
  await client.subscribe('12')
  await client.reregister('12')
  phone.state.timeZone = 'Europe/Berlin'
  phone.deps.saveTimeZone.mockRejectedValueOnce(new Error('500'))

  await client.reregister('12')
  await client.reregister('12')
  await client.reregister('12')
  await client.reregister('13')

  expect(phone.deps.saveTimeZone.mock.calls).toEqual([
    ['Asia/Seoul'],
    ['Europe/Berlin'],
    ['Europe/Berlin'],
    ['Europe/Berlin'],
  ])
  expect(phone.deps.logFault).toHaveBeenCalledOnce()
  expect(phone.device.values.get('push-notification-zone')).toBe('13 Europe/Berlin')
})

test('only logs a failure of the server: the device keeps its subscription, and the next start retries', async () => {
  const phone = aPhone()
  phone.deps.register.mockRejectedValueOnce(new Error('500'))

  await phone.client().subscribe('12')
  const kept = new Map(phone.device.values)
  await phone.client().reregister('12')

  expect(phone.deps.logFault).toHaveBeenCalledOnce()
  expect(kept.get('push-notification-subscription')).toContain('https://push.example/1')
  expect(kept.has('push-notification-user-id')).toBe(false)
  expect(phone.deps.register).toHaveBeenCalledTimes(2)
  expect(phone.device.values.get('push-notification-user-id')).toBe('12')
})

test.each([
  ['no worker', { serviceWorker: undefined }],
  ['no push', { hasPushManager: false }],
  ['no notifications', { notification: undefined }],
] as const)('does not support push in a browser with %s', async (_name, lack) => {
  const { deps, client } = aPhone()
  const browser = { ...deps.browser, ...lack } as unknown as PushDeps['browser']

  await expect(client({ browser }).subscribe('12')).rejects.toThrow(
    'Push notifications are not supported',
  )
})

test('does not support push when the server has no key', async () => {
  const { client } = aPhone()

  expect(client({ publicKey: undefined }).isSupported()).toBe(false)
  await expect(client({ publicKey: undefined }).subscribe('12')).rejects.toThrow(
    'Push notifications are not supported',
  )
})

test.each(['denied', 'default'] as const)(
  'does not subscribe a member who answers %s',
  async (answer) => {
    const phone = aPhone({ answer })

    await expect(phone.client().subscribe('12')).rejects.toThrow('Permission not granted')
    expect(phone.deps.register).not.toHaveBeenCalled()
  },
)

test('waits 3 s for the worker, and 20 s for a push service that never responds', async () => {
  const noWorker = aPhone({ isReady: false })
  const noService = aPhone({ isHanging: true })
  const outcomes: string[] = []
  const note = (error: unknown) => outcomes.push(error instanceof Error ? error.message : '?')

  noWorker.client().subscribe('12').catch(note)
  noService.client().subscribe('12').catch(note)
  await vi.advanceTimersByTimeAsync(2999)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual(['The service worker is not ready'])
  await vi.advanceTimersByTimeAsync(17_000)

  expect(outcomes).toEqual(['The service worker is not ready', 'The push service did not respond'])
})

test('registers at a start only when the member or the endpoint changed', async () => {
  const phone = aPhone()
  const client = phone.client()
  await client.subscribe('12')

  await client.reregister('12')
  const same = phone.deps.register.mock.calls.length
  await client.reregister('13')
  const otherMember = phone.deps.register.mock.calls.length
  phone.state.current = { endpoint: 'https://push.example/2', key: OWN_KEY }
  await client.reregister('13')

  expect([same, otherMember, phone.deps.register.mock.calls.length]).toEqual([1, 2, 3])
  expect(phone.device.values.get('push-notification-user-id')).toBe('13')
  expect(phone.deps.unregister.mock.calls).toEqual([['https://push.example/1']])
})

test('replaces a subscription for another key, and renews one that the browser dropped', async () => {
  const phone = aPhone({
    permission: 'granted',
    current: { endpoint: 'https://push.example/0', key: Uint8Array.from([4, 9, 9, 9]) },
  })
  phone.device.setItem('push-notification-enabled', 'true')

  await phone.client().reregister('12')
  phone.state.current = undefined
  await phone.client().reregister('12')

  expect(phone.pushManager.subscribe).toHaveBeenCalledTimes(2)
  expect(phone.deps.register.mock.calls).toEqual([[SENT]])
})

test('does not subscribe a member at a start who never agreed or opted out later', async () => {
  const phone = aPhone({ permission: 'granted' })
  await phone.client().reregister('12')
  phone.device.setItem('push-notification-enabled', 'false')
  await phone.client().reregister('12')

  expect(phone.pushManager.subscribe).not.toHaveBeenCalled()
})

test('sets the flag to false and unregisters when unsubscribing, even when the server fails', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')
  phone.deps.unregister.mockRejectedValueOnce(new Error('offline'))

  await phone.client().unsubscribe()

  expect(phone.deps.unregister.mock.calls).toEqual([['https://push.example/1']])
  expect(phone.state.current).toBeUndefined()
  expect(Object.fromEntries(phone.device.values)).toEqual({
    'push-notification-enabled': 'false',
    'push-notification-leaving': KEPT,
  })
})

test('unregisters the subscription at a log-out, and registers it again at the next log-in', async () => {
  const phone = aPhone()
  const client = phone.client()
  await client.subscribe('12')

  const leaving = client.leave('12')
  // The next member logs in quickly; the earlier log-out must not remove their registration.
  await client.reregister('13')
  await leaving

  expect(phone.deps.unregister.mock.calls).toEqual([['https://push.example/1']])
  expect(phone.pushManager.subscribe).toHaveBeenCalledTimes(1)
  expect(phone.deps.register.mock.calls).toEqual([[SENT], [SENT]])
  expect(phone.device.values.get('push-notification-user-id')).toBe('13')
  expect(phone.deps.unregister.mock.invocationCallOrder[0]).toBeLessThan(
    phone.deps.register.mock.invocationCallOrder[1] ?? 0,
  )
})

test('keeps the browser’s subscription and the preference after a log-out', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')

  await phone.client().leave('12')

  expect(phone.state.current).toBeDefined()
  expect(Object.fromEntries(phone.device.values)).toEqual({ 'push-notification-enabled': 'true' })
})

test('ends the browser’s subscription when a log-out cannot reach the server, so that no push arrives', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')
  phone.deps.unregister.mockRejectedValueOnce(new Error('offline'))

  await phone.client().leave('12')

  expect(phone.state.current).toBeUndefined()
  expect(Object.fromEntries(phone.device.values)).toEqual({
    'push-notification-enabled': 'true',
    'push-notification-leaving': KEPT,
  })
})

const never = () => new Promise<never>(() => {})

test('waits 3 s for a server that does not respond to a log-out, and then ends the subscription', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')
  phone.deps.unregister.mockImplementation(never)

  void phone.client().leave('12')
  await vi.advanceTimersByTimeAsync(2999)
  expect(phone.state.current).toBeDefined()
  await vi.advanceTimersByTimeAsync(1)

  expect(phone.state.current).toBeUndefined()
  expect(phone.device.values.get('push-notification-leaving')).toBe(KEPT)
})

test('finishes an interrupted log-out at every start until the server responds', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')
  phone.deps.unregister.mockImplementation(never)
  void phone.client().leave('12')
  await vi.advanceTimersByTimeAsync(0)
  phone.deps.unregister.mockClear()

  // The app is closed here; each start is a new client.
  void phone.client().finishLeaving()
  await vi.advanceTimersByTimeAsync(3000)
  const afterFirstStart = phone.state.current
  phone.deps.unregister.mockImplementation(async () => null)
  await phone.client().finishLeaving()
  await phone.client().finishLeaving()

  expect(afterFirstStart).toBeUndefined()
  expect(phone.deps.unregister.mock.calls).toEqual([
    ['https://push.example/1'],
    ['https://push.example/1'],
  ])
  expect(phone.device.values.has('push-notification-leaving')).toBe(false)
})

test('finishes a log-out at the next start when the app was closed before it unregistered', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')

  markUnsubscribing(phone.device, '13')
  await phone.client().finishLeaving()
  expect(phone.deps.unregister).not.toHaveBeenCalled()
  markUnsubscribing(phone.device, '12')
  await phone.client().finishLeaving()

  expect(phone.deps.unregister.mock.calls).toEqual([['https://push.example/1']])
  expect(Object.fromEntries(phone.device.values)).toEqual({ 'push-notification-enabled': 'true' })
})

test('leaves the subscription of the next member alone when it finishes a log-out late', async () => {
  const phone = aPhone()
  await phone.client().subscribe('12')
  phone.deps.unregister.mockRejectedValueOnce(new Error('offline'))
  await phone.client().leave('12')
  phone.state.next = 'https://push.example/2'
  phone.deps.unregister.mockRejectedValueOnce(new Error('offline'))
  await phone.client().reregister('13')

  phone.deps.unregister.mockRejectedValueOnce(new Error('offline'))
  await phone.client().finishLeaving()

  expect(phone.state.current?.endpoint).toBe('https://push.example/2')
  expect(phone.device.values.get('push-notification-user-id')).toBe('13')
})

test('leaves the subscription of another member alone when a tab learns late of them', async () => {
  const phone = aPhone()
  await phone.client().subscribe('13')

  await phone.client().leave('12')

  expect(phone.deps.unregister).not.toHaveBeenCalled()
  expect(phone.state.current).toBeDefined()
})

test('prompts once, and only while the permission is undecided', () => {
  const fresh = aPhone()

  expect(fresh.client().shouldPrompt()).toBe(true)
  fresh.client().notePromptShown()
  expect(fresh.client().shouldPrompt()).toBe(false)
  expect(fresh.device.values.get('push-notification-prompt-shown')).toBe('true')
  expect(aPhone({ permission: 'denied' }).client().shouldPrompt()).toBe(false)
  expect(aPhone({ permission: 'granted' }).client().shouldPrompt()).toBe(false)
})
