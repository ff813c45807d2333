import type { RegisteredRouter } from '@tanstack/react-router'
import { resumeWhenReachable } from '#/features/auth/resume-when-reachable.ts'
import type { useAuth } from '#/features/auth/store.ts'
import { PushKey } from '#/features/push/push-keys.ts'
import { currentLanguage } from '#/lib/i18n.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { followNotifications } from '#/shell/follow-notifications.ts'
import { keepFocus } from '#/shell/keep-focus.ts'
import { startMaintenance } from '#/shell/maintenance/start-maintenance.ts'
import { handleMissingParts } from '#/shell/missing-part/handle-missing-parts.ts'
import { pullToRefresh } from '#/shell/pull-to-refresh.ts'
import { precacheScreens } from '#/shell/update/precache-screens.ts'
import { watchUpdates } from '#/shell/update/service-worker-update.ts'
import '@solstice/ui/fonts.css'

/**
 * Starts everything that the first screen does not need, so that it does not slow down the first
 * load; the same applies to the font above.
 */
export function startAfterFirstScreen(
  router: RegisteredRouter,
  auth: typeof useAuth,
  continueAfterLogin: () => void,
): void {
  keepFocus(document)
  pullToRefresh(document)
  void handleMissingParts(window, router)
  resumeWhenReachable(document, auth, continueAfterLogin)
  startMaintenance(currentLanguage())
  followNotifications(navigator, auth, (href) => router.history.push(href))
  if (deviceStorage.getItem(PushKey.leaving) !== null)
    void finishPushUnsubscribe().catch(() => undefined)
  // Vite's development server has no service worker.
  if (!import.meta.env.PROD) return
  void watchUpdates(window)
  precacheScreens(window.navigator, auth)
}

/** Ends push notifications for a member whose log-out did not reach the server. */
async function finishPushUnsubscribe(): Promise<void> {
  await (await import('#/features/push/push.ts')).getPushClient().finishLeaving()
}
