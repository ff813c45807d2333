import type { BrowserContext, Page } from '@playwright/test'
import type { PushDevice } from '../apps/server/src/testing/push-service.ts'

/**
 * The browser's push service lives in the internet; what the page sees of it is stood in for here:
 * the permission, the subscription, and a push service that hands out these addresses in turn.
 */
export async function fakePushService(
  target: Page | BrowserContext,
  devices: readonly PushDevice[],
  permission: NotificationPermission = 'default',
): Promise<void> {
  await target.addInitScript(
    ({ all, first }) => {
      const read = (name: string) => localStorage.getItem(`fake-${name}`)
      const keep = (name: string, value: string) => localStorage.setItem(`fake-${name}`, value)
      Object.defineProperty(Notification, 'permission', {
        configurable: true,
        get: () => read('permission') ?? first,
      })
      Notification.requestPermission = async () => {
        if (Notification.permission === 'default') keep('permission', 'granted')
        return Notification.permission
      }
      const subscription = () => {
        const device = all[Number(read('device') ?? 0)]
        const key = read('key')
        return {
          endpoint: device?.endpoint,
          options: {
            applicationServerKey: key ? Uint8Array.from(JSON.parse(key) as number[]).buffer : null,
          },
          toJSON: () => ({
            endpoint: device?.endpoint,
            keys: { p256dh: device?.p256dh, auth: device?.auth },
          }),
          unsubscribe: async () => {
            localStorage.removeItem('fake-subscribed')
            return true
          },
        } as unknown as PushSubscription
      }
      PushManager.prototype.subscribe = async (options) => {
        // The app passes bytes.
        const key = options?.applicationServerKey as Uint8Array
        keep('key', JSON.stringify([...key]))
        keep('subscribed', 'true')
        return subscription()
      }
      PushManager.prototype.getSubscription = async () =>
        read('subscribed') === 'true' ? subscription() : null
    },
    { all: devices, first: permission },
  )
}

/** What the push service told the phone becomes an event in the worker, as the browser makes it. */
export async function deliverPush(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  // A push for a worker that is just being stopped gets lost on a slow machine.
  const running = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'running')) resolve()
    })
  })
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.startWorker', { scopeURL: `${origin}/` })
  await running
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: text,
  })
  // The session stays: a detached one may end before a stopped worker has started for the push.
}

export type Shown = { title: string; body: string; lang: string }

export function shownNotifications(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, lang }) => ({ title, body, lang }))
  })
}

/** A tap on the newest notification, as the system reports it to the worker. */
export async function tapNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    // The global object of the worker, which the page's types do not know.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent: (event: Event) => void
      NotificationEvent: new (name: string, init: { notification: Notification }) => Event
    }
    const notification = (await scope.registration.getNotifications()).at(-1)
    if (!notification) throw new Error('There is nothing to tap')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}
