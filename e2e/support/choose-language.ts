import type { Page } from '@playwright/test'
import { goInside } from './go-inside.ts'

/**
 * Another language in the settings. The account remembers it, and a later log-in follows it: a member
 * whom tests share gets English back at the end.
 */
export async function chooseLanguage(page: Page, name: 'English' | '한국어'): Promise<void> {
  await goInside(page, '/more/setting')
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/users/profile'),
  )
  // The log-in has the same names on buttons, and may still be leaving.
  await page.locator('label').filter({ hasText: name }).click()
  await saved
}
