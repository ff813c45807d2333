import { webSettings } from '#/lib/settings.ts'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import { isPreviewHost, runsInstalled } from '#/shell/install/installed.ts'
import { chosenLanguage } from './chosen-language.ts'
import { guardForm } from './early-form.ts'

/** The addresses from which a visitor reaches the log-in. */
const LOG_IN_PATHS = /^\/(?:auth\/login\/?|home\/?)?$/

/**
 * Returns true if the app will show a log-in here: not to a member whose session is restored, not
 * during maintenance, and not where the guide to the installation covers it.
 */
export function isLogInNext(
  page: Parameters<typeof runsInstalled>[0] & {
    location: Pick<Location, 'pathname' | 'hostname'>
    isSecureContext: boolean
  },
  device: Pick<Storage, 'getItem'> = deviceStorage,
  previewHosts = webSettings().previewHosts,
): boolean {
  return (
    LOG_IN_PATHS.test(page.location.pathname) &&
    page.isSecureContext &&
    device.getItem(StorageKey.keepLoggedIn) !== 'true' &&
    device.getItem(StorageKey.maintenance)?.includes('"isMaintenanceMode":true') !== true &&
    (isPreviewHost(page.location.hostname, previewHosts) || runsInstalled(page))
  )
}

/**
 * Shows the log-in that the build rendered in the member's language. React takes over its elements
 * later. Returns whether the log-in is shown.
 */
export function showLogIn(page: Window, container: HTMLElement): boolean {
  const { document } = page
  const language = chosenLanguage()
  const logIn = document.querySelector<HTMLTemplateElement>(`template[data-log-in=${language}]`)
  const files = document.querySelector<HTMLTemplateElement>('template[data-log-in-files]')
  // Vite's development server has no prerendered log-in.
  if (!logIn || !files || !isLogInNext(page)) return false
  document.documentElement.lang = language
  document.head.append(files.content.cloneNode(true))
  container.replaceChildren(logIn.content.cloneNode(true))
  guardForm(container)
  return true
}
