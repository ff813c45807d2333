import type { AuthState } from '#/features/auth/create-auth-store.ts'
import type { WorkerMessage } from '#/service-worker/serve.ts'

type Device = {
  /** Missing where the browser, or a private window of it, has none. */
  serviceWorker?: Pick<ServiceWorkerContainer, 'ready'>
  connection?: { saveData?: boolean }
}

type Seen = Pick<AuthState, 'status'>
type AuthStore = {
  getState: () => Seen
  subscribe: (listener: (state: Seen) => void) => () => void
}

/**
 * Once a member is there, the worker fetches the screens that were not opened yet, so that they open
 * without a network. Whoever asked the phone to save data is asked for none.
 */
export function keepScreens(device: Device, auth: AuthStore): void {
  const { serviceWorker, connection } = device
  if (!serviceWorker || connection?.saveData) return
  let hasAsked = false
  const ask = async ({ status }: Seen) => {
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
