import { type CDPSession, type Locator, type Page, expect } from '@playwright/test'
import type { RunningServer } from '../../tools/server.ts'

/** Returns the origin of the console, which the server prints when it starts. */
export function consoleUrlOf(server: RunningServer): string {
  const url = /console\s+(http\S+)/.exec(server.output())?.[1]
  if (!url) throw new Error(`The server printed no console:\n${server.output()}`)
  return url.replace('127.0.0.1', 'localhost')
}

/** Adds an authenticator that confirms every request, like a fingerprint that always matches. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const MAX_TAB_STOPS = 80

/** Presses Tab until the focus is on the target, and then Enter. */
export async function pressByKeyboard(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let stop = 0; stop < MAX_TAB_STOPS && !(await isThere()); stop += 1) {
    await target.page().keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  await target.page().keyboard.press('Enter')
}

/** Returns how far the page is wider than the window. */
export const overhangOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
