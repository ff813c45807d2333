import type { RegisteredRouter } from '@tanstack/react-router'
import type { useAuth } from '#/features/auth/store.ts'
import { noteFirstScreen } from '#/lib/first-screen.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { keepTrying } from '#/lib/keep-trying.ts'
import { logFault } from '#/lib/log.ts'
import { followDeepLink } from '#/shell/follow-deep-link.ts'
import { watchInstallation } from '#/shell/install/install-state.ts'
import { useMaintenance } from '#/shell/maintenance/store.ts'
import { holdPortrait } from '#/shell/orientation.ts'

/** The first screen may be held up; what comes after it is not held up for longer than this. */
const LATEST_MS = 3000

/**
 * Everything of the shell that is no screen. None of it may keep the app from starting. `goIn` leads
 * a member inside whose session is found again later.
 */
export function startShell(router: RegisteredRouter, auth: typeof useAuth, goIn: () => void): void {
  attempt('Installing cannot be watched', () => watchInstallation(window))
  attempt('The screen cannot be held upright', () => holdPortrait(window))
  followDeepLink(auth, (href) => onceArrived(router, () => router.history.push(href)))
  useMaintenance.subscribe((state, previous) => {
    // The guards decide again where the member may be.
    if (state.isMaintenanceMode !== previous.isMaintenanceMode) void router.invalidate()
  })
  void afterFirstScreen(router)
    .then(() =>
      keepTrying(() => Promise.all([import('./after-first-screen.ts'), loadTexts('shell')])),
    )
    .then(([{ startAfterFirstScreen }]) => startAfterFirstScreen(router, auth, goIn))
}

function attempt(fault: string, action: () => void): void {
  try {
    action()
  } catch (cause) {
    logFault(fault, cause)
  }
}

/** Where a start is still being led somewhere, that would overtake a link followed meanwhile. */
export function onceArrived(router: RegisteredRouter, action: () => void): void {
  if (router.state.status === 'idle' && router.state.resolvedLocation) return action()
  const stop = router.subscribe('onResolved', () => {
    stop()
    action()
  })
}

/** Safari has no word for it; a timer comes close. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: LATEST_MS })
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
      // Rendered, but painted only when the next frame is over; then when nothing else is to do.
      requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(done)))
    })
    const timer = setTimeout(done, LATEST_MS)
  })
}
