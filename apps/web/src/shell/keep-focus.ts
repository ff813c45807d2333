import { nameTab, titleOf } from './page-change.ts'

/**
 * A step of a screen, or a list that lost a row, takes the focus away with what had it: the next Tab
 * would start anywhere, and a screen reader would be left in nothing. The focus then goes to the
 * title that came, or else to the nearest thing around it that is still there.
 */
export function keepFocus(page: Document): void {
  let title = titleOf(page)
  /** What has the focus, and all it lies in, from the inside. */
  let held: Element[] = []
  let isChecking = false

  page.addEventListener('focusin', ({ target }) => {
    held = target instanceof Element ? withParents(target) : []
  })
  // A tap beside everything lets go of the focus on purpose.
  page.addEventListener('pointerdown', () => {
    held = []
  })

  function check(): void {
    isChecking = false
    const now = titleOf(page)
    nameTab(page)
    const isLost = !page.activeElement || page.activeElement === page.body
    if (isLost && now && now !== title) moveFocus(now)
    else if (isLost && held[0]?.isConnected === false) moveFocus(survivor(held) ?? now)
    title = now ?? title
  }

  // After the frame, when dialogs that closed have given the focus back themselves.
  const observer = new MutationObserver(() => {
    if (isChecking) return
    isChecking = true
    requestAnimationFrame(() => setTimeout(check))
  })
  // Some titles are known only when the server has answered.
  observer.observe(page.body, { childList: true, characterData: true, subtree: true })
}

function withParents(element: Element): Element[] {
  const parents: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) parents.push(at)
  return parents
}

/** Not what was left empty, and nothing where only the whole screen is left: all of it would be read. */
function survivor(held: readonly Element[]): Element | undefined {
  const left = held.find(({ isConnected, textContent }) => isConnected && textContent !== '')
  const main = left?.closest('main')
  return left === main || left === main?.firstElementChild ? undefined : left
}

function moveFocus(to: Element | null | undefined): void {
  if (!(to instanceof HTMLElement)) return
  if (!to.matches('a[href], button, input, textarea, select, [tabindex]')) to.tabIndex = -1
  to.focus({ preventScroll: true })
}
