import type { RegisteredRouter } from '@tanstack/react-router'
import { resumeWhenReachable } from '#/features/auth/resume-when-reachable.ts'
import type { useAuth } from '#/features/auth/store.ts'
import { PushKey } from '#/features/push/push-keys.ts'
import { currentLanguage } from '#/lib/i18n.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { followNotifications } from '#/shell/follow-notifications.ts'
import { keepFocus } from '#/shell/keep-focus.ts'
import { loadLatinFont } from '@solstice/ui/latin-font.ts'
import { startMaintenance } from '#/shell/maintenance/start-maintenance.ts'
import { handleMissingParts } from '#/shell/missing-part/handle-missing-parts.ts'
import { pullToRefresh } from '#/shell/pull-to-refresh.ts'
import { precacheScreens } from '#/shell/update/precache-screens.ts'
import { watchUpdates } from '#/shell/update/service-worker-update.ts'

/**
 * The delay of the remote flag and the service worker. The library of the flag and the files that the
 * worker fetches would take the network and the processor from a visitor who starts to type.
 */
const LATER_MS = 2000

/**
 * Starts everything that the first screen does not need, so that it does not slow down the first
 * load.
 */
export function startAfterFirstScreen(
  router: RegisteredRouter,
  auth: typeof useAuth,
  continueAfterLogin: () => void,
): void {
  // Without the file the fallback stays.
  loadLatinFont(document.fonts, currentLanguage()).catch(() => undefined)
  keepFocus(document)
  pullToRefresh(document)
  void handleMissingParts(window, router)
  resumeWhenReachable(document, auth, continueAfterLogin)
  startMaintenance(currentLanguage(), LATER_MS)
  followNotifications(navigator, auth, (href) => router.history.push(href))
  if (deviceStorage.getItem(PushKey.leaving) !== null)
    void finishPushUnsubscribe().catch(() => undefined)
  // Vite's development server has no service worker.
  if (!import.meta.env.PROD) return
  const delay = new Promise<void>((resolve) => setTimeout(resolve, LATER_MS))
  void watchUpdates(window, delay)
  void delay.then(() => precacheScreens(window.navigator, auth))
}

/** Ends push notifications for a member whose log-out did not reach the server. */
async function finishPushUnsubscribe(): Promise<void> {
  await (await import('#/features/push/push.ts')).getPushClient().finishLeaving()
}
