import { isOffline } from '#/lib/connectivity.ts'
import { logFault } from '#/lib/log.ts'
import { trustedScriptUrl } from '#/lib/trusted-url.ts'
import type { WorkerMessage } from '#/service-worker/serve.ts'
import { useUpdate } from './update-state.ts'

const CHECK_EVERY_MS = 3_600_000
/** A worker that does not take over by then never will: a reload finds what there is. */
const TAKE_OVER_LIMIT_MS = 5000

type Page = {
  /** Missing where the browser, or a private window of it, has none. */
  navigator: { serviceWorker?: ServiceWorkerContainer }
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
  location: { reload: () => void }
}

let current: { registration: ServiceWorkerRegistration; page: Page } | undefined

/** Registers the worker and watches for a newer one. A browser that refuses goes on without. */
export async function watchUpdates(page: Page): Promise<void> {
  const { serviceWorker } = page.navigator
  if (!serviceWorker) return
  // The first worker of a visitor takes over a page that had none: nothing is new then.
  let hadWorker = serviceWorker.controller !== null
  try {
    // A browser that is told to block workers may answer with nothing.
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register(
      trustedScriptUrl('solstice-service-worker', '/sw.js'),
      // The worker's own file is looked up afresh at every check.
      { updateViaCache: 'none' },
    )
    if (!registration) return
    watchForWaiting(serviceWorker, registration)
    scheduleChecks(page, registration)
    current = { registration, page }
  } catch (cause) {
    logFault('The service worker could not be registered', cause)
    return
  }
  serviceWorker.addEventListener('controllerchange', () => {
    if (useUpdate.getState().isBusy) return page.location.reload()
    // Another tab let the new worker in: this page is now older than its worker.
    if (hadWorker) useUpdate.setState({ isWaiting: true })
    hadWorker = true
  })
}

/** Lets the waiting worker in; the page reloads as soon as that worker is in control. */
export function continueWithUpdate(): void {
  if (!current || useUpdate.getState().isBusy) return
  const { registration, page } = current
  useUpdate.setState({ isBusy: true })
  const message: WorkerMessage = { type: 'SKIP_WAITING' }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  if (registration.waiting) registration.waiting.postMessage(message)
  else return page.location.reload()
  setTimeout(() => page.location.reload(), TAKE_OVER_LIMIT_MS)
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
  // The page's own load may have set off the update: then it is under way before anybody listens.
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
}

function scheduleChecks(page: Page, registration: ServiceWorkerRegistration): void {
  // A check that fails (no network, server away) is made up for by the next one.
  const check = () => void registration.update().catch(() => undefined)
  setInterval(() => {
    if (!isOffline()) check()
  }, CHECK_EVERY_MS)
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') check()
  })
}
