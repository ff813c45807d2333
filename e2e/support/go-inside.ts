import type { Page } from '@playwright/test'

/** Goes somewhere inside the running app: a load of its own would sign out or ask for the PIN. */
export async function goInside(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), href)
}
