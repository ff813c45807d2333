import { createApiClient } from './api-client.ts'
import type { ApiClientDeps } from './api-client.ts'
import { reportNetworkError, reportReply } from './connectivity.ts'
import { currentLanguage } from './i18n.ts'
import { noteServerTime } from './time.ts'

type Session = Pick<ApiClientDeps, 'isSignedOut' | 'onSessionLost'>

let session: Session = { isSignedOut: () => true, onSessionLost: async () => {} }

/** The client stands below the auth state and learns about it here, once, at start. */
export function connectSession(connected: Session): void {
  session = connected
}

export const call = createApiClient({
  fetch: (input, init) => fetch(input, init),
  host: import.meta.env.VITE_API_HOST ?? '',
  // Few calls need it, so its code comes with the first of them.
  proveDevice: async ({ url, ...request }) => {
    const { proveDevice } = await import('./device-key.ts')
    return proveDevice({ ...request, url: new URL(url, location.origin).href })
  },
  language: currentLanguage,
  isSignedOut: () => session.isSignedOut(),
  onSessionLost: (cause) => session.onSessionLost(cause),
  onReply: (serverTime) => {
    noteServerTime(serverTime, Date.now())
    reportReply()
  },
  onNetworkError: () => void reportNetworkError(),
})
