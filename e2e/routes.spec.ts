import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { goInside } from './go-inside.ts'
import { unlock } from './pin.ts'
import { MEMBER_ROUTES, PUBLIC_ROUTES, RESET_STEPS, SIGN_UP_STEPS } from './route-table.ts'

/** Without a wallet there is nothing to import. */
const CREATE = '/wallet/create/'

const bothForms = (path: string) => [path, `${path}/`]

/** Opens an address and sees a screen of the app, at this address or the one it leads to. */
async function expectScreen(page: Page, path: string, endsAt: string | RegExp): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await seeScreen(page, path, endsAt)
}

/** The same inside the running app: a load of its own would ask for the PIN again. */
async function expectScreenInside(page: Page, path: string, endsAt: string): Promise<void> {
  await goInside(page, path)
  await seeScreen(page, path, endsAt)
}

async function seeScreen(page: Page, path: string, endsAt: string | RegExp): Promise<void> {
  await expect.soft(page, path).toHaveURL(endsAt)
  await expect.soft(page.getByRole('heading').first(), path).toBeVisible()
  await expect.soft(page.getByText('Page not found'), path).toHaveCount(0)
  const overhangPx = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect.soft(overhangPx, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
}

test.describe('for a signed-in member', () => {
  test.beforeEach(async ({ page, context, memberState, demo }) => {
    await context.setStorageState(memberState)
    await page.goto('/home')
    await unlock(page, demo.pin)
  })

  for (const [area, paths] of Object.entries(MEMBER_ROUTES)) {
    test(`every route of ${area} renders with and without a slash`, async ({ page }) => {
      for (const path of paths.flatMap(bothForms)) {
        await expectScreenInside(page, path, /^\/wallet\/import\/?$/.test(path) ? CREATE : path)
      }
    })
  }

  test('the index and the screens of signing in lead home', async ({ page }) => {
    for (const path of ['/', ...PUBLIC_ROUTES, ...SIGN_UP_STEPS, ...RESET_STEPS]) {
      await expectScreenInside(page, path, '/home')
    }
  })

  test('an address nobody knows shows the not-found screen with a way home', async ({
    page,
    shot,
  }) => {
    await goInside(page, '/no/such/place')

    await expect(page.getByText('Page not found')).toBeVisible()
    await shot('not-found')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/home')
  })
})

test.describe('for a visitor', () => {
  test('every screen of signing in renders with and without a slash', async ({ page }) => {
    for (const path of PUBLIC_ROUTES.flatMap(bothForms)) await expectScreen(page, path, path)
  })

  test('a later step of sign-up leads to the start of it', async ({ page }) => {
    for (const path of SIGN_UP_STEPS.flatMap(bothForms)) {
      await expectScreen(page, path, /\/auth\/signup\/?$/)
    }
  })

  test('a later step of a forgotten password leads to the start of it', async ({ page }) => {
    for (const path of RESET_STEPS.flatMap(bothForms)) {
      await expectScreen(page, path, /\/auth\/forgot-password\/?$/)
    }
  })

  test('the index leads to the login', async ({ page }) => {
    await expectScreen(page, '/', '/auth/login')
  })

  for (const [area, paths] of Object.entries(MEMBER_ROUTES)) {
    test(`every route of ${area} leads to the login`, async ({ page }) => {
      const [first = '', ...others] = paths.flatMap(bothForms)
      await expectScreen(page, first, '/auth/login')
      // The same guard decides inside the app, and a load for each would take minutes.
      for (const path of others) await expectScreenInside(page, path, '/auth/login')
    })
  }
})
