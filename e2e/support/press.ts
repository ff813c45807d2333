import type { Page } from '@playwright/test'

/** Clicks a button once it is not busy: a busy one ignores clicks, and Playwright does not wait for that. */
export async function pressWhenReady(page: Page, name: string | RegExp): Promise<void> {
  const isReady = page.locator(':not([aria-busy=true])')
  await page.getByRole('button', { name }).and(isReady).click()
}
