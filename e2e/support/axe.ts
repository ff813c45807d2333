import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    /** Defined after axe was injected. */
    axe: typeof axe
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns the violations that axe finds on the current page. Axe is injected once per document,
 * because parsing it takes four times as long as running it. Passing rules are not reported.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(SOURCE)
  const violations = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ['violations'] })
    return result.violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))
  })
  return violations.map(({ id, html }) => `${id}: ${html.join(' ')}`)
}
