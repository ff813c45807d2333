import type { Page } from '@playwright/test'

/** What a thumb cannot hit well on the part of the page that is in sight; links inside a text may be small. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const REACH_PX = 21.5
    const targets = Array.from(document.querySelectorAll('a, button, input, textarea, summary'))
      .map((each) => each.closest('label') ?? each)
      .filter((each) => getComputedStyle(each).display !== 'inline')
    const isHit = (target: Element, x: number, y: number) => {
      const isInSight = x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight
      return !isInSight || target.contains(document.elementFromPoint(x, y))
    }
    return [...new Set(targets)]
      .filter((target) => {
        const { left, top, width, height } = target.getBoundingClientRect()
        const x = left + width / 2
        const y = top + height / 2
        const isCovered = width === 0 || !target.contains(document.elementFromPoint(x, y))
        if (isCovered) return false
        return [-REACH_PX, REACH_PX].some(
          (reach) => !isHit(target, x + reach, y) || !isHit(target, x, y + reach),
        )
      })
      .map((target) => target.outerHTML.slice(0, 120))
  })
}
