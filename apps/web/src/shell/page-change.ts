import type { AnyRouter } from '@tanstack/react-router'
import { APP_NAME } from '#/lib/app-name.ts'

/** Tells the browser and a screen reader that another screen is there now. */
export function announcePages(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onRendered', ({ fromLocation }) => {
    const heading = document.querySelector('h1')
    const name = heading?.textContent
    document.title = name ? `${name} · ${APP_NAME}` : APP_NAME
    // A field of the new screen that took the focus keeps it; the tab that was tapped does not.
    // The first screen needs nothing: a reader starts at the top of a new page by itself.
    if (!fromLocation || !heading || document.activeElement?.closest('main, dialog')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
