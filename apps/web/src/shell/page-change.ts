import type { AnyRouter } from '@tanstack/react-router'
import { APP_NAME } from '#/lib/app-name.ts'

/** Announces a new screen to the browser and to screen readers. */
export function announcePageChanges(router: Pick<AnyRouter, 'subscribe'>): void {
  let isFirst = true
  router.subscribe('onRendered', () => {
    const title = titleOf(document)
    const needsFocus = !isFirst
    isFirst = false
    setDocumentTitle(document)
    // A focused field of the new screen keeps the focus; the tapped tab does not. The first screen
    // needs nothing, because a screen reader starts at the top of a new page.
    if (!needsFocus || !title || document.activeElement?.closest('main, dialog')) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  })
}

/** Returns the title of the screen, not of a dialog above it. */
export const titleOf = (page: Document) => page.querySelector<HTMLElement>('h1:not(dialog h1)')

export function setDocumentTitle(page: Document): void {
  const name = titleOf(page)?.textContent
  const title = name ? `${name} · ${APP_NAME}` : APP_NAME
  if (page.title !== title) page.title = title
}
