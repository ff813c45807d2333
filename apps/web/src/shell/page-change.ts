import type { AnyRouter } from '@tanstack/react-router'

/** Tells the browser and a screen reader that another screen is there now. */
export function announcePages(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onRendered', () => {
    const heading = document.querySelector('h1')
    const name = heading?.textContent
    document.title = name ? `${name} · Solstice` : 'Solstice'
    // The tapped link went with its screen; a field that took the focus keeps it.
    if (document.activeElement !== document.body || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
