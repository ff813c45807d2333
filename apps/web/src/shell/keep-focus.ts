import { setDocumentTitle, titleOf } from './page-change.ts'

/**
 * Restores the focus when its element is removed by a new step or a shorter list; otherwise the
 * next Tab would start anywhere and a screen reader would lose its position. The focus moves to the
 * new title, or else to the nearest remaining ancestor.
 */
export function keepFocus(page: Document): void {
  let title = titleOf(page)
  /** The focused element and its ancestors, innermost first. */
  let held: Element[] = []
  let isChecking = false

  page.addEventListener('focusin', ({ target }) => {
    held = target instanceof Element ? withAncestors(target) : []
  })
  // A tap outside of any control removes the focus deliberately.
  page.addEventListener('pointerdown', () => {
    held = []
  })

  function check(): void {
    isChecking = false
    const now = titleOf(page)
    setDocumentTitle(page)
    const isLost = !page.activeElement || page.activeElement === page.body
    if (isLost && now && now !== title) moveFocus(now)
    else if (isLost && held[0]?.isConnected === false)
      moveFocus(nearestConnectedAncestor(held) ?? now)
    title = now ?? title
  }

  // Wait for the frame, because closed dialogs restore the focus themselves.
  const observer = new MutationObserver(() => {
    if (isChecking) return
    isChecking = true
    requestAnimationFrame(() => setTimeout(check))
  })
  // Some titles are known only after the server has responded.
  observer.observe(page.body, { childList: true, characterData: true, subtree: true })
}

function withAncestors(element: Element): Element[] {
  const parents: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) parents.push(at)
  return parents
}

/**
 * Returns the nearest remaining ancestor with content; undefined for the whole screen, which a
 * screen reader would read completely.
 */
function nearestConnectedAncestor(held: readonly Element[]): Element | undefined {
  const left = held.find(({ isConnected, textContent }) => isConnected && textContent !== '')
  const main = left?.closest('main')
  return left === main || left === main?.firstElementChild ? undefined : left
}

function moveFocus(to: Element | null | undefined): void {
  if (!(to instanceof HTMLElement)) return
  if (!to.matches('a[href], button, input, textarea, select, [tabindex]')) to.tabIndex = -1
  to.focus({ preventScroll: true })
}
