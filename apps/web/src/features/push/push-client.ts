import type { KeyValueStorage } from '#/lib/storage.ts'
import { within } from '#/lib/within.ts'
import { PushKey } from './push-keys.ts'

/** The key of the member and time zone that were last sent to the server. */
const ZONE_KEY = 'push-notification-zone'

export type StoredSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The browser features that push needs; a browser may lack any of them. */
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
  /** Identifies the server to the push service. */
  publicKey: Uint8Array<ArrayBuffer> | undefined
  register: (body: { endpoint: string; p256dh: string; auth: string }) => Promise<unknown>
  unregister: (endpoint: string) => Promise<unknown>
  /** Returns the current time zone of the device. */
  timeZone: () => string
  saveTimeZone: (timeZone: string) => Promise<unknown>
  logFault: (message: string, cause: unknown) => void
}

const READY_WAIT_MS = 3000
/**
 * Limits how long a device that was handed on can still receive pushes while the server does not
 * respond.
 */
const UNREGISTER_WAIT_MS = 3000
/** In a browser that cannot reach its push service, subscribing never settles. */
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

  /**
   * Returns the existing subscription if it belongs to this server; the server cannot send to any
   * other.
   */
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
      'The push service did not respond',
    )
  }

  /**
   * Stores the subscription on the device regardless of the server, whose failure is only logged.
   */
  async function keep(userId: string, subscription: PushSubscription): Promise<void> {
    const fresh = toStored(subscription)
    const before = readStored(device)?.endpoint
    device.setItem(PushKey.subscription, JSON.stringify(fresh))
    // Until the server has it, the subscription belongs to no member, and the next start retries.
    device.removeItem(PushKey.userId)
    try {
      await deps.register({ endpoint: fresh.endpoint, ...fresh.keys })
      device.setItem(PushKey.userId, userId)
      // The subscription belongs to this member now, even if an earlier log-out is unfinished.
      if (pendingUnsubscribeEndpoint() === fresh.endpoint) device.removeItem(PushKey.leaving)
      // The old endpoint is no longer in use.
      if (before !== undefined && before !== fresh.endpoint) await deps.unregister(before)
    } catch (cause) {
      deps.logFault('The push subscription could not be registered', cause)
    }
  }

  /** Quiet hours follow the member's time zone; a failed update is repeated at the next start. */
  async function noteZone(userId: string): Promise<void> {
    const timeZone = deps.timeZone()
    const reported = `${userId} ${timeZone}`
    if (device.getItem(ZONE_KEY) === reported) return
    try {
      await deps.saveTimeZone(timeZone)
      device.setItem(ZONE_KEY, reported)
    } catch (cause) {
      deps.logFault('The time zone could not be saved', cause)
    }
  }

  /**
   * Runs on every start and log-in, because the member or the browser's endpoint may have changed.
   */
  async function reregister(userId: string): Promise<void> {
    if (!isSupported() || browser.notification?.permission !== 'granted') return
    if (device.getItem(PushKey.enabled) !== 'true') return
    try {
      // The endpoint of the previous member must not be unregistered after it was registered again.
      await finishUnsubscribe()
      const subscription = (await currentSubscription()) ?? (await newSubscription())
      const isKnown =
        device.getItem(PushKey.userId) === userId &&
        readStored(device)?.endpoint === subscription.endpoint
      if (!isKnown) await keep(userId, subscription)
      await noteZone(userId)
    } catch (cause) {
      deps.logFault('The push subscription could not be renewed', cause)
    }
  }

  async function unsubscribe(): Promise<void> {
    device.setItem(PushKey.enabled, 'false')
    const { subscription } = await takeBack()
    await subscription?.unsubscribe()
  }

  let leaving: Promise<void> = Promise.resolve()

  /**
   * Unregisters at a log-out. The browser's subscription and the preference stay for the next
   * log-in. If the server cannot be reached, the browser's subscription ends too, because this
   * device must not receive pushes for a member who has left.
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
    if (subscription) device.setItem(PushKey.leaving, JSON.stringify(toStored(subscription)))
    return { subscription, isUnregistered: await unregisterPending() }
  }

  function clearStored(): void {
    device.removeItem(PushKey.subscription)
    device.removeItem(PushKey.userId)
    device.removeItem(ZONE_KEY)
  }

  const pendingUnsubscribeEndpoint = () => readStored(device, PushKey.leaving)?.endpoint

  /** The mark stays until the server has responded, so that a later start retries. */
  async function unregisterPending(): Promise<boolean> {
    const endpoint = pendingUnsubscribeEndpoint()
    if (endpoint === undefined) return true
    try {
      await within(UNREGISTER_WAIT_MS, deps.unregister(endpoint), 'The server did not respond')
      if (pendingUnsubscribeEndpoint() === endpoint) device.removeItem(PushKey.leaving)
      return true
    } catch (cause) {
      deps.logFault('The push subscription could not be unregistered', cause)
      return false
    }
  }

  /**
   * Finishes at every start a log-out that was interrupted, because the app was closed or the
   * server did not respond.
   */
  function finishUnsubscribe(): Promise<void> {
    leaving = leaving.catch(() => undefined).then(endRemainingPushes)
    return leaving
  }

  async function endRemainingPushes(): Promise<void> {
    const endpoint = pendingUnsubscribeEndpoint()
    if (endpoint === undefined) return
    if (readStored(device)?.endpoint === endpoint) clearStored()
    if (await unregisterPending()) return
    const subscription = isSupported()
      ? await currentSubscription().catch(() => undefined)
      : undefined
    // A newer subscription belongs to the current member.
    if (subscription?.endpoint === endpoint) await subscription?.unsubscribe()
  }

  return {
    isSupported,
    permission: () => browser.notification?.permission ?? 'denied',
    isEnabled: () =>
      device.getItem(PushKey.enabled) === 'true' && browser.notification?.permission === 'granted',
    stored: () => readStored(device),
    /** Returns true once per device, and only while the permission is undecided. */
    shouldPrompt: () =>
      isSupported() &&
      browser.notification?.permission === 'default' &&
      device.getItem(PushKey.promptShown) !== 'true',
    notePromptShown: () => device.setItem(PushKey.promptShown, 'true'),
    subscribe,
    reregister,
    unsubscribe,
    leave,
    finishLeaving: finishUnsubscribe,
  }
}

const unsupported = () => new Error('Push notifications are not supported')

function toStored(subscription: PushSubscription): StoredSubscription {
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
      ? (stored as StoredSubscription) // The code above wrote this value.
      : undefined
  } catch {
    return undefined
  }
}

function isSameKey(key: ArrayBuffer | null, own: Uint8Array | undefined): boolean {
  // Some browsers do not expose the key; then it cannot be compared.
  if (!key || !own) return true
  const bytes = new Uint8Array(key)
  return bytes.length === own.length && bytes.every((byte, at) => byte === own[at])
}
