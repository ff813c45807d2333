import type { WorkerMessage } from '#/service-worker/serve.ts'
import type { Presence, SessionPresence } from '#/shell/session-presence.ts'

type Device = {
  /** Missing where the browser, or a private window of it, has none. */
  serviceWorker?: Pick<ServiceWorkerContainer, 'ready'>
  connection?: { saveData?: boolean }
}

/**
 * Once a member is there, the worker fetches the screens that were not opened yet, so that they open
 * without a network. Whoever asked the phone to save data is asked for none.
 */
export function keepScreens(device: Device, auth: SessionPresence): void {
  const { serviceWorker, connection } = device
  if (!serviceWorker || connection?.saveData) return
  let hasSent = false
  const requestScreens = async ({ status }: Presence) => {
    if (status !== 'auth' || hasSent) return
    hasSent = true
    const message: WorkerMessage = { type: 'KEEP_SCREENS' }
    const { active } = await serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    active?.postMessage(message)
  }
  auth.subscribe((state) => void requestScreens(state))
  void requestScreens(auth.getState())
}
