import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { textStyles } from './text-styles.ts'

declare global {
  interface Window {
    /** Defined after axe was injected. */
    axe: typeof axe
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const CONTRAST = 'color-contrast'

/** The styles of all texts whose contrast this process has checked. */
const checkedStyles = new Set<string>()

/**
 * Returns the violations that axe finds on the current page. Axe is injected once per document,
 * because parsing it takes four times as long as running it. Passing rules are not reported.
 *
 * Contrast takes more than half of the time, so it is checked only when the page shows a text in
 * styles that this process has not checked before.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(SOURCE)
  const styles = await page.evaluate(textStyles)
  const enabled = styles.some((style) => !checkedStyles.has(style))
  const violations = await page.evaluate(
    async (rules) => {
      const result = await window.axe.run(document, { resultTypes: ['violations'], rules })
      return result.violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))
    },
    { [CONTRAST]: { enabled } },
  )
  if (violations.every(({ id }) => id !== CONTRAST)) {
    for (const style of styles) checkedStyles.add(style)
  }
  return violations.map(({ id, html }) => `${id}: ${html.join(' ')}`)
}
