import type { Page } from '@playwright/test'

/** Returns the visible targets that are too small for a thumb; links inside a text may be small. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // One pixel less than half of 44, because a point between two pixels counts as the previous
    // one.
    const REACH_PX = 21
    const OFFSETS = [
      [-REACH_PX, 0],
      [REACH_PX, 0],
      [0, -REACH_PX],
      [0, REACH_PX],
    ] as const
    const targets = Array.from(document.querySelectorAll('a, button, input, textarea, summary'))
      .map((each) => each.closest('label') ?? each)
      .filter((each) => getComputedStyle(each).display !== 'inline')
    /**
     * Returns the element that a touch hits instead; elements under a bar or toast are ignored
     * because they can be uncovered.
     */
    const elementHitInstead = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      const bar = hit?.closest('nav, header, [class*=dock], [class*=toast]')
      return target.contains(hit) || (bar && !bar.contains(target)) ? undefined : hit
    }
    return [...new Set(targets)].flatMap((target) => {
      const { left, top, width, height } = target.getBoundingClientRect()
      const x = left + width / 2
      const y = top + height / 2
      if (width === 0 || !target.contains(document.elementFromPoint(x, y))) return []
      const obstacle = OFFSETS.map(([right, down]) =>
        elementHitInstead(target, x + right, y + down),
      ).find(Boolean)
      const htmlOf = (element: Element) => element.outerHTML.slice(0, 100)
      return obstacle ? [`${htmlOf(target)} beside ${htmlOf(obstacle)}`] : []
    })
  })
}
