import type { RegisteredRouter } from '@tanstack/react-router'
import { resumeWhenAnswered } from '#/features/auth/resume-when-answered.ts'
import type { useAuth } from '#/features/auth/store.ts'
import { currentLanguage } from '#/lib/i18n.ts'
import { followNotifications } from '#/shell/follow-notifications.ts'
import { keepFocus } from '#/shell/keep-focus.ts'
import { startMaintenance } from '#/shell/maintenance/start-maintenance.ts'
import { surviveMissingParts } from '#/shell/missing-part/survive-missing-parts.ts'
import { keepScreens } from '#/shell/update/keep-screens.ts'
import { watchUpdates } from '#/shell/update/service-worker-update.ts'
import '#/ui/fonts.css'

/** Not needed to show the first screen, so it does not weigh on it: neither does the font above. */
export function startAfterFirstScreen(
  router: RegisteredRouter,
  auth: typeof useAuth,
  goIn: () => void,
): void {
  keepFocus(document)
  void surviveMissingParts(window, router)
  resumeWhenAnswered(document, auth, goIn)
  startMaintenance(currentLanguage())
  followNotifications(navigator, auth, (href) => router.history.push(href))
  // Vite's development server has no worker.
  if (!import.meta.env.PROD) return
  void watchUpdates(window)
  keepScreens(window.navigator, auth)
}
