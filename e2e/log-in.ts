import type { Page } from '@playwright/test'

/** The account that the embedded default is seeded with. */
export const DEMO = { email: 'demo@solstice.example', password: 'Solstice1!' }

export async function logIn(
  page: Page,
  member: { email: string; password: string; keepLoggedIn?: boolean },
): Promise<void> {
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  if (member.keepLoggedIn) await page.getByLabel('Keep me logged in').check()
  await page.getByRole('button', { name: 'Log in' }).click()
}
