import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import type { AuthState } from './create-auth-store.ts'

/** A member who asked to stay signed in and started without a network comes in when it is back. */
export function resumeWhenOnline(
  page: Pick<Window, 'addEventListener'>,
  auth: { getState: () => Pick<AuthState, 'status' | 'start'> },
  onResumed: () => void,
): void {
  const resume = async () => {
    const { status, start } = auth.getState()
    if (status !== 'unauth' || deviceStorage.getItem(StorageKey.keepLoggedIn) !== 'true') return
    await start()
    if (auth.getState().status === 'auth') onResumed()
  }
  page.addEventListener('online', () => void resume())
}
