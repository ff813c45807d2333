import { takeDeepLink } from './deep-link.ts'
import type { SessionPresence } from './session-presence.ts'

const NAVIGATION_DELAY_MS = 100

/**
 * Follows the link that started the app, shortly after the start and once the sign-in state is
 * known. Without a signed-in member it stays for the log-in screen.
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
