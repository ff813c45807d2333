import type { Page } from '@playwright/test'
import { navigateInApp } from './navigate-in-app.ts'

/**
 * Selects another language in the settings. The account stores it and a later log-in applies it, so
 * tests that share a member must select English again at the end.
 */
export async function chooseLanguage(page: Page, name: 'English' | '한국어'): Promise<void> {
  await navigateInApp(page, '/more/setting')
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/users/profile'),
  )
  // The log-in screen has the same names on buttons and may still be visible.
  await page.locator('label').filter({ hasText: name }).click()
  await saved
}
