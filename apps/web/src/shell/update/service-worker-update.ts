import { isOffline } from '#/lib/connectivity.ts'
import { logFault } from '@solstice/ui/log.ts'
import { trustedScriptUrl } from '#/lib/trusted-url.ts'
import type { WorkerMessage } from '#/service-worker/serve.ts'
import { useUpdate } from './update-state.ts'

const CHECK_EVERY_MS = 3_600_000
/** Reloads after this limit even if the waiting worker has not taken control. */
const ACTIVATION_TIMEOUT_MS = 5000

type Page = {
  /** Undefined in browsers and private windows without service worker support. */
  navigator: { serviceWorker?: ServiceWorkerContainer }
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
  location: { reload: () => void }
}

/** The registration is undefined before the worker is registered. */
let current: { page: Page; registration?: ServiceWorkerRegistration } | undefined

/**
 * Watches for a newer version, and registers the service worker after the delay. If registration fails,
 * the app runs without a worker.
 */
export async function watchUpdates(page: Page, delay?: Promise<void>): Promise<void> {
  const { serviceWorker } = page.navigator
  if (!serviceWorker) return
  // A first visit also triggers `controllerchange`; it is not an update when the page had no worker
  // before.
  let hadWorker = serviceWorker.controller !== null
  current = { page }
  // Another tab may activate a new worker during the delay.
  serviceWorker.addEventListener('controllerchange', () => {
    if (useUpdate.getState().isBusy) return page.location.reload()
    // Another tab activated the new worker, so this page is now older than its worker.
    if (hadWorker) useUpdate.setState({ isWaiting: true })
    hadWorker = true
  })
  await delay
  try {
    // Browsers that block service workers may resolve with undefined.
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register(
      trustedScriptUrl('solstice-service-worker', '/sw.js'),
      // Bypass the HTTP cache for the worker script at every update check.
      { updateViaCache: 'none' },
    )
    if (!registration) return
    watchForWaiting(serviceWorker, registration)
    scheduleChecks(page, registration)
    current = { page, registration }
  } catch (cause) {
    logFault('The service worker could not be registered', cause)
  }
}

/** Activates the waiting worker; the page reloads as soon as that worker is in control. */
export function applyUpdate(): void {
  if (!current || useUpdate.getState().isBusy) return
  const { registration, page } = current
  useUpdate.setState({ isBusy: true })
  const message: WorkerMessage = { type: 'SKIP_WAITING' }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  if (registration?.waiting) registration.waiting.postMessage(message)
  else return page.location.reload()
  setTimeout(() => page.location.reload(), ACTIVATION_TIMEOUT_MS)
}

function watchForWaiting(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): void {
  const announce = () => {
    if (registration.waiting && container.controller) useUpdate.setState({ isWaiting: true })
  }
  const watchInstalling = () => registration.installing?.addEventListener('statechange', announce)
  announce()
  // The page load itself may have started the update, in which case `updatefound` has already
  // fired.
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
}

function scheduleChecks(page: Page, registration: ServiceWorkerRegistration): void {
  // Ignore a failed check (no network, server unavailable): the next check repeats it.
  const check = () => void registration.update().catch(() => undefined)
  setInterval(() => {
    if (!isOffline()) check()
  }, CHECK_EVERY_MS)
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') check()
  })
}
