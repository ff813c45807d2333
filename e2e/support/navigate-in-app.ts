import type { Page } from '@playwright/test'

/** Navigates inside the running app; a page load would sign out or prompt for the PIN. */
export async function navigateInApp(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), href)
}
