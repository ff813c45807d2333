import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { PASSWORD } from '../support/members.ts'

export const VISITOR_SCREENS = [
  'login',
  'signup',
  'signup-email',
  'signup-verification',
  'signup-password',
  'account-created',
  'forgot-password',
  'forgot-password-verification',
  'forgot-password-new-password',
  'forgot-password-completed',
] as const

type Take = (name: (typeof VISITOR_SCREENS)[number]) => Promise<void>

// The address changes before the screen does; these fields exist only on the new screen.
const codeField = (page: Page) => page.locator('input[autocomplete="one-time-code"]')
const passwordFields = (page: Page) => page.locator('input[autocomplete="new-password"]')

/**
 * Submits the form that contains the field; the invitation on the same screen is a separate form.
 */
export async function submit(page: Page, field: string): Promise<void> {
  await page.locator(`form:has(${field}) button[type=submit]`).click()
}

/** Captures the screens without a session: a complete sign-up and a complete password reset. */
export async function tourAsVisitor(page: Page, origin: string, take: Take): Promise<void> {
  const email = `visitor-${Date.now()}@example.com`
  await page.goto('/auth/login')
  // The last part of the screen to load.
  await page.getByRole('button', { name: /^(Were you invited|초대받으셨나요)/ }).waitFor()
  await take('login')
  await page.goto('/auth/signup')
  await take('signup')
  await page.goto('/auth/signup/email')
  await take('signup-email')
  await page.locator('input[type=email]').fill(email)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await submit(page, 'input[type=email]')
  await codeField(page).waitFor()
  await take('signup-verification')
  await enterCode(page, await codeFor(origin, email, 1))
  await passwordFields(page).first().waitFor()
  await take('signup-password')
  await choosePassword(page)
  await page.waitForURL('**/auth/account-created')
  await passwordFields(page).first().waitFor({ state: 'detached' })
  await take('account-created')

  await page.context().clearCookies()
  await page.goto('/auth/forgot-password')
  await take('forgot-password')
  await page.locator('input[type=email]').fill(email)
  await submit(page, 'input[type=email]')
  await codeField(page).waitFor()
  await take('forgot-password-verification')
  await enterCode(page, await codeFor(origin, email, 2))
  await passwordFields(page).first().waitFor()
  await take('forgot-password-new-password')
  await choosePassword(page)
  await page.waitForURL('**/forgot-password/completed')
  await passwordFields(page).first().waitFor({ state: 'detached' })
  await take('forgot-password-completed')
}

async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await submit(page, 'input[autocomplete="one-time-code"]')
}

async function choosePassword(page: Page): Promise<void> {
  for (const field of await passwordFields(page).all()) await field.fill(PASSWORD)
  await submit(page, 'input[autocomplete="new-password"]')
}

/** Waits for the given number of mails and returns the newest code. */
async function codeFor(origin: string, email: string, mails: number): Promise<string> {
  for (;;) {
    const reply = await fetch(`${origin}/dev/mailbox?to=${encodeURIComponent(email)}`)
    const codes = ((await reply.json()) as { code?: string }[]).flatMap(({ code }) => code ?? [])
    if (codes.length >= mails) return codes[0] ?? ''
    await sleep(200)
  }
}
