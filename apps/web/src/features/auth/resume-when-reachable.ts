import { isOffline, onReconnect } from '#/lib/connectivity.ts'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import { isChecking } from './create-auth-store.ts'
import type { AuthState } from './create-auth-store.ts'

const FIRST_WAIT_MS = 2000
const MAX_WAIT_MS = 60_000

type AuthSnapshot = Pick<AuthState, 'status' | 'check' | 'start'>

type AuthStore = {
  getState: () => AuthSnapshot
  subscribe: (listener: (state: AuthSnapshot) => void) => () => void
}

type Page = Pick<Document, 'addEventListener' | 'visibilityState'>

/**
 * Signs in a member who chose to stay signed in but started offline or while the server did not
 * respond. Retries with growing waits, and immediately when the connection or the member is back.
 */
export function resumeWhenReachable(page: Page, auth: AuthStore, onResumed: () => void): void {
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  const resume = async () => {
    clearTimeout(timer)
    timer = undefined
    const { status, check, start } = auth.getState()
    if (status !== 'unauth' || isChecking({ check }) || isOffline()) return
    if (deviceStorage.getItem(StorageKey.keepLoggedIn) !== 'true') return
    if (await start()) onResumed()
  }
  const resumeLater = ({ check }: AuthSnapshot) => {
    if (check !== 'failed' || timer !== undefined) return
    timer = setTimeout(() => void resume(), waitMs)
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
  }
  const resumeNow = () => {
    waitMs = FIRST_WAIT_MS
    void resume()
  }

  auth.subscribe(resumeLater)
  resumeLater(auth.getState())
  onReconnect(resumeNow)
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') resumeNow()
  })
}
