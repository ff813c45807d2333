import type { Page } from '@playwright/test'

/** The scripts of the app; the page's own first script shows the log-in without them. */
export const APP_SCRIPTS = /\/assets\/(?!index-|first-)[\w.-]+\.js$/

/** Holds the scripts of the app until the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(APP_SCRIPTS, async (route) => {
    await released.promise
    await route.continue()
  })
  return () => released.resolve()
}

/** The page marks the log-in until React has taken it over. */
export const prerendered = (page: Page) => page.locator('#root[data-prerendered]')

export const emailField = (page: Page) => page.getByLabel(/^(Email|이메일)$/)

/** Opens a page without waiting for its scripts, which a test may hold. */
export async function openEarly(page: Page, path = '/auth/login'): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
}
