import type { RegisteredRouter } from '@tanstack/react-router'
import type { useAuth } from '#/features/auth/store.ts'
import { noteFirstScreen } from '#/lib/first-screen.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { keepTrying } from '#/lib/keep-trying.ts'
import { logFault } from '@solstice/ui/log.ts'
import { followDeepLink } from '#/shell/follow-deep-link.ts'
import { watchInstallation } from '#/shell/install/install-state.ts'
import { useMaintenance } from '#/shell/maintenance/store.ts'
import { lockPortrait } from '#/shell/orientation.ts'

/**
 * Work after the first screen starts at the latest after this time, even if the first screen is
 * delayed.
 */
const MAX_DELAY_MS = 3000

/**
 * Starts the parts of the shell that are not screens. A failure in any of them must not prevent the
 * app from starting. `continueAfterLogin` opens the signed-in area when the session is restored later.
 */
export function startShell(
  router: RegisteredRouter,
  auth: typeof useAuth,
  continueAfterLogin: () => void,
): void {
  attempt('Watching for installation failed', () => watchInstallation(window))
  attempt('Locking the portrait orientation failed', () => lockPortrait(window))
  followDeepLink(auth, (href) => afterInitialNavigation(router, () => router.history.push(href)))
  useMaintenance.subscribe((state, previous) => {
    // The route guards decide again which screen the member may see.
    if (state.isMaintenanceMode !== previous.isMaintenanceMode) void router.invalidate()
  })
  void afterFirstScreen(router)
    .then(() =>
      keepTrying(() => Promise.all([import('./after-first-screen.ts'), loadTexts('shell')])),
    )
    .then(([{ startAfterFirstScreen }]) => startAfterFirstScreen(router, auth, continueAfterLogin))
}

function attempt(fault: string, action: () => void): void {
  try {
    action()
  } catch (cause) {
    logFault(fault, cause)
  }
}

/**
 * Waits until the initial navigation has finished; otherwise its redirect would override the link.
 */
export function afterInitialNavigation(router: RegisteredRouter, action: () => void): void {
  if (router.state.status === 'idle' && router.state.resolvedLocation) return action()
  const stop = router.subscribe('onResolved', () => {
    stop()
    action()
  })
}

/** Safari does not support `requestIdleCallback`; a timer is close enough. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: MAX_DELAY_MS })
  else setTimeout(action)
}

function afterFirstScreen(router: RegisteredRouter): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop()
      clearTimeout(timer)
      noteFirstScreen()
      resolve()
    }
    const stop = router.subscribe('onRendered', () => {
      // The screen is rendered but not yet painted: wait for the next frame, then for idle time.
      requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(done)))
    })
    const timer = setTimeout(done, MAX_DELAY_MS)
  })
}
