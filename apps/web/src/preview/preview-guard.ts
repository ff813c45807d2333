import { redirect } from '@tanstack/react-router'
import { isPreviewPath } from './preview-screens.ts'

type Visit = { pathname: string; href: string; isPreload: boolean }

/**
 * Keeps the phone on the screens of the season. It replaces the guards of the app, which read the
 * session, the PIN and the wallet of this device.
 */
export function createPreviewGuard(start: () => string): (visit: Visit) => Promise<void> {
  let current: string | undefined
  return async ({ pathname, href, isPreload }) => {
    if (!isPreviewPath(pathname)) {
      redirect({ href: current ?? start(), replace: true, throw: true })
    }
    if (!isPreload) current = href
  }
}
