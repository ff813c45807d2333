import { takeDeepLink } from './deep-link.ts'
import type { SessionPresence } from './session-presence.ts'

const NAVIGATION_DELAY_MS = 100

/**
 * Follows the link the app was started with, a moment after the start and once it is known who is
 * there. Signed out it stays, and the log-in screen takes it afterwards.
 */
export function followDeepLink(auth: SessionPresence, goTo: (href: string) => void): void {
  const follow = () => {
    const href = takeDeepLink()
    if (href !== undefined) goTo(href)
  }
  setTimeout(() => {
    const { status } = auth.getState()
    if (status === 'auth') return follow()
    if (status !== 'loading') return
    const stop = auth.subscribe((state) => {
      if (state.status === 'loading') return
      stop()
      if (state.status === 'auth') follow()
    })
  }, NAVIGATION_DELAY_MS)
}
