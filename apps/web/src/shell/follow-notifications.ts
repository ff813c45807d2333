import type { OpenNotification } from '#/service-worker/push.ts'
import type { SessionPresence } from './session-presence.ts'
import { storeDeepLink, takeDeepLink } from './deep-link.ts'

type Browser = { serviceWorker?: Pick<ServiceWorkerContainer, 'addEventListener'> }

/**
 * Follows a notification that was tapped while the app is open, without a reload. Without a
 * signed-in member it stays for the log-in screen.
 */
export function followNotifications(
  { serviceWorker }: Browser,
  auth: Pick<SessionPresence, 'getState'>,
  goTo: (href: string) => void,
): void {
  serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isOpenNotification(data)) return
    // The worker opens another window unless this one acknowledges.
    ports[0]?.postMessage(true)
    storeDeepLink(data.notification)
    if (auth.getState().status !== 'auth') return
    const href = takeDeepLink()
    if (href !== undefined) goTo(href)
  })
}

function isOpenNotification(data: unknown): data is OpenNotification {
  const expected: OpenNotification['type'] = 'OPEN_NOTIFICATION'
  return typeof data === 'object' && data !== null && 'type' in data && data.type === expected
}
