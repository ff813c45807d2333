import type { AnyRouter } from '@tanstack/react-router'
import { APP_NAME } from '#/lib/app-name.ts'

/** Tells the browser and a screen reader that another screen is there now. */
export function announcePages(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onRendered', ({ fromLocation }) => {
    const title = titleOf(document)
    nameTab(document)
    // A field of the new screen that took the focus keeps it; the tab that was tapped does not.
    // The first screen needs nothing: a reader starts at the top of a new page by itself.
    if (!fromLocation || !title || document.activeElement?.closest('main, dialog')) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  })
}

/** What a screen is called, not what is asked over it. */
export const titleOf = (page: Document) => page.querySelector<HTMLElement>('h1:not(dialog h1)')

export function nameTab(page: Document): void {
  const name = titleOf(page)?.textContent
  const title = name ? `${name} · ${APP_NAME}` : APP_NAME
  if (page.title !== title) page.title = title
}
