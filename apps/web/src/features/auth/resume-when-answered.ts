import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import type { AuthState } from './create-auth-store.ts'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

type Seen = Pick<AuthState, 'status' | 'isChecking' | 'isUnreachable' | 'start'>

type AuthStore = {
  getState: () => Seen
  subscribe: (listener: (state: Seen) => void) => () => void
}

type Page = Pick<Window, 'addEventListener'> & {
  navigator: Pick<Navigator, 'onLine'>
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
}

/**
 * A member who asked to stay signed in and met no network, or a server that did not answer, comes in
 * as soon as there is an answer: looked for after a while that grows, and at once when the network
 * or the member is back.
 */
export function resumeWhenAnswered(page: Page, auth: AuthStore, onResumed: () => void): void {
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  const resume = async () => {
    clearTimeout(timer)
    timer = undefined
    const { status, isChecking, start } = auth.getState()
    if (status !== 'unauth' || isChecking || !page.navigator.onLine) return
    if (deviceStorage.getItem(StorageKey.keepLoggedIn) !== 'true') return
    if (await start()) onResumed()
  }
  const resumeLater = ({ isUnreachable, isChecking }: Seen) => {
    if (!isUnreachable || isChecking || timer !== undefined) return
    timer = setTimeout(() => void resume(), waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
  const resumeNow = () => {
    waitMs = FIRST_WAIT_MS
    void resume()
  }

  auth.subscribe(resumeLater)
  resumeLater(auth.getState())
  page.addEventListener('online', resumeNow)
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') resumeNow()
  })
}
