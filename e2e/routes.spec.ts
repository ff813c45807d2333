import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { FLOW_ROUTES, MEMBER_ROUTES, PUBLIC_ROUTES } from './route-table.ts'

const bothForms = (path: string) => [path, `${path}/`]
const pathOf = (page: Page) => new URL(page.url()).pathname

async function expectScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.getByText('Page not found')).toHaveCount(0)
}

test.describe('for a signed-in member', () => {
  test.beforeEach(async ({ context, memberState }) => {
    await context.setStorageState(memberState)
  })

  for (const path of MEMBER_ROUTES) {
    test(`${path} renders with and without a slash`, async ({ page }) => {
      for (const form of bothForms(path)) {
        await page.goto(form)
        await expectScreen(page)
        expect(pathOf(page)).toBe(form)
      }
    })
  }

  for (const path of ['/', ...PUBLIC_ROUTES, ...FLOW_ROUTES.map((flow) => flow.path)]) {
    test(`${path} leads home`, async ({ page }) => {
      await page.goto(path)

      await expect(page).toHaveURL('/home')
      await expectScreen(page)
    })
  }

  test('an address nobody knows shows the not-found screen with a way home', async ({
    page,
    shot,
  }) => {
    await page.goto('/no/such/place')

    await expect(page.getByText('Page not found')).toBeVisible()
    await shot('not-found')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/home')
  })
})

test.describe('for a visitor', () => {
  for (const path of PUBLIC_ROUTES) {
    test(`${path} renders with and without a slash`, async ({ page }) => {
      for (const form of bothForms(path)) {
        await page.goto(form)
        await expectScreen(page)
        expect(pathOf(page)).toBe(form)
      }
    })
  }

  for (const { path, start } of FLOW_ROUTES) {
    test(`${path} without its flow leads to the start of it`, async ({ page }) => {
      for (const form of bothForms(path)) {
        await page.goto(form)
        await expect(page).toHaveURL(new RegExp(`${start}/?$`))
        await expectScreen(page)
      }
    })
  }

  for (const path of ['/', ...MEMBER_ROUTES.flatMap(bothForms)]) {
    test(`${path} leads to the login`, async ({ page }) => {
      await page.goto(path)

      await expect(page).toHaveURL('/auth/login')
      await expectScreen(page)
    })
  }
})
