import { createApiClient } from './api-client.ts'
import type { ApiClientDeps } from './api-client.ts'
import { reportNetworkError, reportReply } from './connectivity.ts'
import { currentLanguage } from './i18n.ts'
import { noteServerTime } from '@solstice/ui/time.ts'

type Session = Pick<ApiClientDeps, 'isSignedOut' | 'onSessionLost'> & {
  memberId: () => string | undefined
}

/** Comes with code 2903. A proxy returns it too, and one extra check is harmless. */
const UNAVAILABLE = 503

let session: Session = {
  isSignedOut: () => true,
  onSessionLost: async () => {},
  memberId: () => undefined,
}

/** Connects the auth state at start-up, because the API client is below it and cannot import it. */
export function connectSession(connected: Session): void {
  session = connected
}

/** Returns the id of the signed-in member; undefined before the log-in. */
export const currentMemberId = () => session.memberId()

let isCheckMissed = false
let checkMaintenance = () => {
  isCheckMissed = true
}

/** Registers the maintenance check, which loads after the first screen, and makes a missed one. */
export function onMaintenanceReply(check: () => void): void {
  checkMaintenance = check
  if (!isCheckMissed) return
  isCheckMissed = false
  check()
}

let send: typeof fetch = (input, init) => fetch(input, init)

/** Answers all calls without a network; the preview of a season has no server. */
export function replaceNetwork(replacement: typeof fetch): void {
  send = replacement
}

export const call = createApiClient({
  fetch: (input, init) => send(input, init),
  // Few calls need a proof, so its code loads with the first of them.
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
