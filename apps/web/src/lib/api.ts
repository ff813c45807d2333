import { createApiClient } from './api-client.ts'
import type { ApiClientDeps } from './api-client.ts'
import { reportNetworkError, reportReply } from './connectivity.ts'
import { currentLanguage } from './i18n.ts'
import { noteServerTime } from './time.ts'

type Session = Pick<ApiClientDeps, 'isSignedOut' | 'onSessionLost'> & {
  memberId: () => string | undefined
}

/** With code 2903; a proxy says it too, and asking once more does no harm. */
const UNAVAILABLE = 503

let session: Session = {
  isSignedOut: () => true,
  onSessionLost: async () => {},
  memberId: () => undefined,
}

/** The client stands below the auth state and learns about it here, once, at start. */
export function connectSession(connected: Session): void {
  session = connected
}

/** Whose session it is; nothing before the log-in. */
export const currentMemberId = () => session.memberId()

let checkMaintenance = () => {}

/** The watch over maintenance comes after the first screen. */
export function onMaintenanceReply(check: () => void): void {
  checkMaintenance = check
}

export const call = createApiClient({
  fetch: (input, init) => fetch(input, init),
  // Few calls need it, so its code comes with the first of them.
  proveDevice: async ({ url, ...request }) => {
    const { proveDevice } = await import('./device-key.ts')
    return proveDevice({ ...request, url: new URL(url, location.origin).href })
  },
  language: currentLanguage,
  isSignedOut: () => session.isSignedOut(),
  onSessionLost: (cause) => session.onSessionLost(cause),
  onReply: (serverTime, status) => {
    noteServerTime(serverTime, Date.now())
    reportReply()
    if (status === UNAVAILABLE) checkMaintenance()
  },
  onNetworkError: () => void reportNetworkError(),
})
