import type { KeyValueStorage } from '#/lib/storage.ts'
import { within } from '#/lib/within.ts'
import { PushKey } from './push-keys.ts'

/** Whose time zone the server knows, and which. */
const ZONE_KEY = 'push-notification-zone'

export type StoredSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** As much of the browser as push needs; a browser may lack any of it. */
export type PushBrowser = {
  serviceWorker: Pick<ServiceWorkerContainer, 'ready'> | undefined
  hasPushManager: boolean
  notification:
    | { permission: NotificationPermission; requestPermission: () => Promise<string> }
    | undefined
}

export type PushDeps = {
  browser: PushBrowser
  device: KeyValueStorage
  /** What the push service knows the server by. */
  publicKey: Uint8Array<ArrayBuffer> | undefined
  register: (body: { endpoint: string; p256dh: string; auth: string }) => Promise<unknown>
  unregister: (endpoint: string) => Promise<unknown>
  /** Where the device is now. */
  timeZone: () => string
  saveTimeZone: (timeZone: string) => Promise<unknown>
  logFault: (message: string, cause: unknown) => void
}

const READY_WAIT_MS = 3000
/** A phone that was handed on must not ring for long while the server is silent. */
const UNREGISTER_WAIT_MS = 3000
/** In a browser that cannot reach its push service, subscribing never answers. */
const SUBSCRIBE_WAIT_MS = 20_000

export function createPushClient(deps: PushDeps) {
  const { browser, device } = deps

  function isSupported(): boolean {
    const { serviceWorker, hasPushManager, notification } = browser
    return Boolean(serviceWorker && hasPushManager && notification && deps.publicKey)
  }

  async function readyWorker(): Promise<ServiceWorkerRegistration> {
    if (!isSupported() || !browser.serviceWorker) throw unsupported()
    return within(READY_WAIT_MS, browser.serviceWorker.ready, 'The service worker is not ready')
  }

  /** The one there is, if it is for this server; the key of another one can never be pushed to. */
  async function currentSubscription(): Promise<PushSubscription | undefined> {
    const { pushManager } = await readyWorker()
    const current = await pushManager.getSubscription()
    if (!current) return undefined
    if (isSameKey(current.options.applicationServerKey, deps.publicKey)) return current
    await current.unsubscribe()
    return undefined
  }

  async function subscribe(userId: string): Promise<void> {
    if (!isSupported() || !browser.notification) throw unsupported()
    const granted = await browser.notification.requestPermission()
    if (granted !== 'granted') throw new Error('Permission not granted')
    const subscription = (await currentSubscription()) ?? (await newSubscription())
    device.setItem(PushKey.enabled, 'true')
    await keep(userId, subscription)
    await noteZone(userId)
  }

  async function newSubscription(): Promise<PushSubscription> {
    const { pushManager } = await readyWorker()
    if (!deps.publicKey) throw unsupported()
    return within(
      SUBSCRIBE_WAIT_MS,
      pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: deps.publicKey }),
      'The push service did not answer',
    )
  }

  /** The device keeps it whatever the server says; the server's failure is only logged. */
  async function keep(userId: string, subscription: PushSubscription): Promise<void> {
    const fresh = storedForm(subscription)
    const before = readStored(device)?.endpoint
    device.setItem(PushKey.subscription, JSON.stringify(fresh))
    // Until the server has it, it is nobody's: the next start tries again.
    device.removeItem(PushKey.userId)
    try {
      await deps.register({ endpoint: fresh.endpoint, ...fresh.keys })
      device.setItem(PushKey.userId, userId)
      // It belongs to this member now, whoever left with it.
      if (leftEndpoint() === fresh.endpoint) device.removeItem(PushKey.leaving)
      // Nobody is reached there any more.
      if (before !== undefined && before !== fresh.endpoint) await deps.unregister(before)
    } catch (cause) {
      deps.logFault('The push subscription could not be registered', cause)
    }
  }

  /** Quiet hours are the member's own night: they travel, and what failed is told at the next start. */
  async function noteZone(userId: string): Promise<void> {
    const timeZone = deps.timeZone()
    const reported = `${userId} ${timeZone}`
    if (device.getItem(ZONE_KEY) === reported) return
    try {
      await deps.saveTimeZone(timeZone)
      device.setItem(ZONE_KEY, reported)
    } catch (cause) {
      deps.logFault('The time zone could not be told', cause)
    }
  }

  /** On every start and log-in: somebody else may be here, or the browser moved its address. */
  async function reregister(userId: string): Promise<void> {
    if (!isSupported() || browser.notification?.permission !== 'granted') return
    if (device.getItem(PushKey.enabled) !== 'true') return
    try {
      // The endpoint of the member before must not be taken back after it was registered anew.
      await finishLeaving()
      const subscription = (await currentSubscription()) ?? (await newSubscription())
      const isKnown =
        device.getItem(PushKey.userId) === userId &&
        readStored(device)?.endpoint === subscription.endpoint
      if (!isKnown) await keep(userId, subscription)
      await noteZone(userId)
    } catch (cause) {
      deps.logFault('The push subscription could not be looked up', cause)
    }
  }

  async function unsubscribe(): Promise<void> {
    device.setItem(PushKey.enabled, 'false')
    const { subscription } = await takeBack()
    await subscription?.unsubscribe()
  }

  let leaving: Promise<void> = Promise.resolve()

  /**
   * At a log-out. The browser's subscription and the preference stay for the next log-in. If the
   * server cannot be told, the browser's goes too: this phone must not ring for who has left.
   */
  function leave(userId: string): Promise<void> {
    const owner = device.getItem(PushKey.userId)
    // Another member has signed in meanwhile, in another tab.
    if (owner !== null && owner !== userId) return Promise.resolve()
    leaving = endPushes()
    return leaving
  }

  async function endPushes(): Promise<void> {
    const { subscription, isUnregistered } = await takeBack()
    if (!isUnregistered) await subscription?.unsubscribe()
  }

  async function takeBack() {
    const stored = device.getItem(PushKey.subscription)
    if (stored !== null) device.setItem(PushKey.leaving, stored)
    clearStored()
    const subscription = isSupported()
      ? await currentSubscription().catch(() => undefined)
      : undefined
    if (subscription) device.setItem(PushKey.leaving, JSON.stringify(storedForm(subscription)))
    return { subscription, isUnregistered: await unregisterLeft() }
  }

  function clearStored(): void {
    device.removeItem(PushKey.subscription)
    device.removeItem(PushKey.userId)
    device.removeItem(ZONE_KEY)
  }

  const leftEndpoint = () => readStored(device, PushKey.leaving)?.endpoint

  /** The mark stays until the server has answered, so that a later start tries again. */
  async function unregisterLeft(): Promise<boolean> {
    const endpoint = leftEndpoint()
    if (endpoint === undefined) return true
    try {
      await within(UNREGISTER_WAIT_MS, deps.unregister(endpoint), 'The server did not answer')
      if (leftEndpoint() === endpoint) device.removeItem(PushKey.leaving)
      return true
    } catch (cause) {
      deps.logFault('The push subscription could not be taken back', cause)
      return false
    }
  }

  /** At every start: a log-out that was not finished, because the app was closed or the server silent. */
  function finishLeaving(): Promise<void> {
    leaving = leaving.catch(() => undefined).then(endRemainingPushes)
    return leaving
  }

  async function endRemainingPushes(): Promise<void> {
    const endpoint = leftEndpoint()
    if (endpoint === undefined) return
    if (readStored(device)?.endpoint === endpoint) clearStored()
    if (await unregisterLeft()) return
    const subscription = isSupported()
      ? await currentSubscription().catch(() => undefined)
      : undefined
    // A newer one belongs to somebody who is here.
    if (subscription?.endpoint === endpoint) await subscription?.unsubscribe()
  }

  return {
    isSupported,
    permission: () => browser.notification?.permission ?? 'denied',
    isEnabled: () =>
      device.getItem(PushKey.enabled) === 'true' && browser.notification?.permission === 'granted',
    stored: () => readStored(device),
    /** Once in the life of this device, and only where the answer is still open. */
    shouldPrompt: () =>
      isSupported() &&
      browser.notification?.permission === 'default' &&
      device.getItem(PushKey.promptShown) !== 'true',
    notePromptShown: () => device.setItem(PushKey.promptShown, 'true'),
    subscribe,
    reregister,
    unsubscribe,
    leave,
    finishLeaving,
  }
}

const unsupported = () => new Error('Push notifications are not supported')

function storedForm(subscription: PushSubscription): StoredSubscription {
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

function readStored(
  device: KeyValueStorage,
  key: string = PushKey.subscription,
): StoredSubscription | undefined {
  try {
    const stored: unknown = JSON.parse(device.getItem(key) ?? 'null')
    return stored && typeof stored === 'object' && 'endpoint' in stored
      ? (stored as StoredSubscription) // Written above, in this form.
      : undefined
  } catch {
    return undefined
  }
}

function isSameKey(key: ArrayBuffer | null, own: Uint8Array | undefined): boolean {
  // Some browsers do not tell it; then there is nothing to hold against it.
  if (!key || !own) return true
  const bytes = new Uint8Array(key)
  return bytes.length === own.length && bytes.every((byte, at) => byte === own[at])
}
