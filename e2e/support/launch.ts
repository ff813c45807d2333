import { type Browser, type Page, chromium } from '@playwright/test'
import { CHROMIUM, PHONE } from './chromium.ts'

export type { Page }

/** Launches Chromium for tools that are not tests. */
export function launchChromium(...args: string[]): Promise<Browser> {
  return chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ...args] })
}

/**
 * Opens a page in the default context of a browser with a debugging port, whose cookies other
 * clients of the port share.
 */
export async function openPageOver(port: number): Promise<Page> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no default context')
  const page = await context.newPage()
  await page.setViewportSize(PHONE.viewport)
  // Without a service worker no notification prompt covers the screen.
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => new Promise(() => {})
  })
  return page
}
