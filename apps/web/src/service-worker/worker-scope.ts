/**
 * The part of the service worker API that we use. The project is typed for pages, and the types of
 * both environments conflict.
 */
type Waiting = { waitUntil: (work: Promise<unknown>) => void }

export type ShownNotification = { data?: unknown; close: () => void }

export type WorkerWindow = {
  url: string
  visibilityState: 'visible' | 'hidden'
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer?: Transferable[]) => void
}

type WorkerEvents = {
  install: Waiting
  activate: Waiting
  fetch: { request: Request; respondWith: (answer: Promise<Response>) => void }
  message: Waiting & { data: unknown }
  push: Waiting & { data: { text: () => string } | null }
  notificationclick: Waiting & { notification: ShownNotification }
  pushsubscriptionchange: Waiting & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
}

export type WorkerScope = {
  location: { origin: string }
  caches: CacheStorage
  fetch: typeof fetch
  clients: {
    claim: () => Promise<void>
    matchAll: (options: {
      type: 'window'
      includeUncontrolled: boolean
    }) => Promise<readonly WorkerWindow[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: {
    showNotification: (title: string, options: NotificationOptions) => Promise<void>
    getNotifications: () => Promise<readonly ShownNotification[]>
    pushManager: PushManager
  }
  /** Missing in browsers without app badges. */
  navigator: { setAppBadge?: (count: number) => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void
}
