import type { AnyRouter } from '@tanstack/react-router'
import { APP_NAME } from '#/lib/app-name.ts'

/** Tells the browser and a screen reader that another screen is there now. */
export function announcePages(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onRendered', ({ fromLocation }) => {
    const heading = nameWindow()
    // A field of the new screen that took the focus keeps it; the tab that was tapped does not.
    // The first screen needs nothing: a reader starts at the top of a new page by itself.
    if (!fromLocation || !heading || document.activeElement?.closest('main, dialog')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
  // Some headings are known only when the server has answered.
  new MutationObserver(nameWindow).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

function nameWindow(): HTMLHeadingElement | null {
  const heading = document.querySelector('h1')
  const name = heading?.textContent
  const title = name ? `${name} · ${APP_NAME}` : APP_NAME
  if (document.title !== title) document.title = title
  return heading
}
