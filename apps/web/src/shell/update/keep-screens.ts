import type { WorkerMessage } from '#/service-worker/serve.ts'
import type { Presence, WhoIsThere } from '#/shell/who-is-there.ts'

type Device = {
  /** Missing where the browser, or a private window of it, has none. */
  serviceWorker?: Pick<ServiceWorkerContainer, 'ready'>
  connection?: { saveData?: boolean }
}

/**
 * Once a member is there, the worker fetches the screens that were not opened yet, so that they open
 * without a network. Whoever asked the phone to save data is asked for none.
 */
export function keepScreens(device: Device, auth: WhoIsThere): void {
  const { serviceWorker, connection } = device
  if (!serviceWorker || connection?.saveData) return
  let hasAsked = false
  const ask = async ({ status }: Presence) => {
    if (status !== 'auth' || hasAsked) return
    hasAsked = true
    const message: WorkerMessage = { type: 'KEEP_SCREENS' }
    const { active } = await serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    active?.postMessage(message)
  }
  auth.subscribe((state) => void ask(state))
  void ask(auth.getState())
}
