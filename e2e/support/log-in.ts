import type { Page } from '@playwright/test'

/** The account that the embedded default is seeded with. */
export const DEMO = { email: 'demo@solstice.example', password: 'Solstice1!' }

type Member = { email: string; password: string; keepLoggedIn?: boolean }

/** Opens the app, logs in and waits for the first member screen. */
export async function enter(page: Page, member: Member): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, member)
  await page.waitForURL('**/home')
}

/** Does the same and stays logged in. */
export const enterAndStayLoggedIn = (page: Page, member: Member) =>
  enter(page, { ...member, keepLoggedIn: true })

export async function logIn(page: Page, member: Member): Promise<void> {
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  if (member.keepLoggedIn) await page.getByLabel('Keep me logged in').check()
  await page.getByRole('button', { name: 'Log in' }).click()
}
