import type { WorkerMessage } from '#/service-worker/serve.ts'
import type { Presence, SessionPresence } from '#/shell/session-presence.ts'

type Device = {
  /** Missing in browsers or private windows without service workers. */
  serviceWorker?: Pick<ServiceWorkerContainer, 'ready'>
  connection?: { saveData?: boolean }
}

/**
 * Makes the worker fetch all screens once a member is signed in, so that they open offline. A
 * device in data-saving mode fetches none.
 */
export function precacheScreens(device: Device, auth: SessionPresence): void {
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
