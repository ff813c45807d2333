import { type Page, expect } from '@playwright/test'

/** Completes the first step of a sign-up, from a screen that leads to it. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('agree to the Terms of Service').check()
  await page.getByLabel('agree to the Privacy Policy').check()
  await page.getByRole('button', { name: 'Send code' }).click()
}
