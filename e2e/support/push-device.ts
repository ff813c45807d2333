import type { BrowserContext, Page } from '@playwright/test'
import type { PushDevice } from '../../apps/server/test/push-service.ts'

/**
 * Replaces the browser's push service, which needs the internet: the permission, the subscription,
 * and a service that returns these endpoints in turn.
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

/** The global object of the worker, which the page's types do not include. */
type WorkerGlobal = {
  registration: ServiceWorkerRegistration
  nextShown: Promise<void>
  dispatchEvent: (event: Event) => void
  NotificationEvent: new (name: string, init: { notification: Notification }) => Event
}

/**
 * Dispatches a push event in the worker, like the browser does for a message of the push service.
 */
export async function deliverPush(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const shown = await awaitNextShown(page.context())
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data: text,
  })
  // Chromium drops a notification that is read while it is being shown.
  await shown()
  await session.detach()
}

/** Starts to watch; the returned function waits until the worker has shown a notification. */
async function awaitNextShown(context: BrowserContext): Promise<() => Promise<void>> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no worker that could show a notification')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerGlobal
    scope.nextShown = new Promise((resolve) => {
      const show = ServiceWorkerRegistration.prototype.showNotification.bind(scope.registration)
      scope.registration.showNotification = async (title, options) => {
        await show(title, options)
        resolve()
      }
    })
  })
  return () => worker.evaluate(() => (globalThis as unknown as WorkerGlobal).nextShown)
}

export type Shown = { title: string; body: string; lang: string }

export function shownNotifications(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, lang }) => ({ title, body, lang }))
  })
}

/** Dispatches a tap on the newest notification to the worker. */
export async function tapNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as WorkerGlobal
    const notification = (await scope.registration.getNotifications()).at(-1)
    if (!notification) throw new Error('There is no notification to tap')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}
