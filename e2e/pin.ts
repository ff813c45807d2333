import { type Page, expect } from '@playwright/test'

/** Taps a PIN on the pad that is on the screen. */
export async function tapPin(page: Page, pin: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'PIN pad' })
  for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).tap()
}

/** Enters a new PIN a second time. Waits for the screen: the one before it has a pad as well. */
export async function confirmPin(page: Page, pin: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter it again' })).toBeVisible()
  await expect(page).toHaveURL('/pin/confirm')
  await tapPin(page, pin)
}

/** Opens an address with a session that the app finds again, and enters the PIN it asks for. */
export async function unlock(page: Page, pin: string): Promise<void> {
  await page.waitForURL('**/pin/unlock')
  await tapPin(page, pin)
  await page.waitForURL((url) => url.pathname !== '/pin/unlock')
}
