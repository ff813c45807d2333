import type { Page } from '@playwright/test'

/** The account that the embedded default is seeded with. */
export const DEMO = { email: 'demo@solstice.example', password: 'Solstice1!' }

type Member = { email: string; password: string; keepLoggedIn?: boolean }

/** From the start of the app to the first screen of a member. */
export async function enter(page: Page, member: Member): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, member)
  await page.waitForURL('**/home')
}

/** The same, kept logged in. */
export const enterToStay = (page: Page, member: Member) =>
  enter(page, { ...member, keepLoggedIn: true })

export async function logIn(page: Page, member: Member): Promise<void> {
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  if (member.keepLoggedIn) await page.getByLabel('Keep me logged in').check()
  await page.getByRole('button', { name: 'Log in' }).click()
}
