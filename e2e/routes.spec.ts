import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DEFAULT_WEB_SETTINGS } from '@solstice/contract/web-settings'
import { ROOT } from '../tools/run-step.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { expect, test } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { unlock } from './support/pin.ts'
import { MEMBER_ROUTES, PUBLIC_ROUTES, RESET_STEPS, SIGN_UP_STEPS } from './support/route-table.ts'
import type { MemberRoute } from './support/route-table.ts'

type Language = 'en' | 'ko'
type Policy = Record<'terms' | 'privacy' | 'wallet', { parts: { heading: string; text: string }[] }>

/** Routes that redirect, because there is no wallet and no relay of connections. */
const REDIRECTS: Record<string, string> = {
  '/wallet/import': '/wallet/create/',
  '/wallet/connections': '/wallet',
}
/** Tabs have no back button. */
const TABS = /^\/(home|starlight|more|wallet|rewards)\/?$/

const withPlainSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const withSupportEmail = (text: string) =>
  text.replaceAll('{{email}}', DEFAULT_WEB_SETTINGS.supportEmail)

const bothForms = (path: string) => [path, `${path}/`]

/**
 * Opens a path by a page load and checks that the app shows a screen at this path or its redirect.
 */
async function expectScreen(page: Page, path: string, endsAt: string | RegExp): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await expectScreenShown(page, path, endsAt)
}

/** Does the same inside the running app; a page load would require the PIN again. */
async function expectScreenInApp(page: Page, path: string, endsAt: string): Promise<void> {
  await navigateInApp(page, path)
  await expectScreenShown(page, path, endsAt)
}

async function expectScreenShown(page: Page, path: string, endsAt: string | RegExp): Promise<void> {
  await expect.soft(page, path).toHaveURL(endsAt)
  await expect.soft(page.getByRole('heading').first(), path).toBeVisible()
  await expect.soft(page.getByText('Page not found'), path).toHaveCount(0)
  expect.soft(await overhangs(page), `${path} is wider than the screen`).toEqual([])
}

/**
 * Checks the screen of a route in one language: its title, a back button, no text of the other
 * language, no overflow.
 */
async function expectRoute(
  page: Page,
  { path, ...titles }: MemberRoute,
  language: Language,
): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: titles[language], exact: true })
  await expect.soft(title, path).toBeVisible()
  await expect.soft(page.locator('[aria-busy=true]'), path).toHaveCount(0)
  if (!TABS.test(REDIRECTS[path] ?? path)) {
    // A story in full screen is closed instead.
    const name = { en: /^(Back|Close)$/, ko: /^(뒤로|닫기)$/ }[language]
    await expect.soft(page.getByRole('button', { name }).first(), path).toBeVisible()
  }
  if (language === 'ko') {
    // A list that was loaded in English stays until it is reloaded in Korean.
    await expect.soft.poll(() => englishTexts(page), `${path} in Korean`).toEqual([])
  }
  const policies: Record<string, readonly (keyof Policy)[]> = {
    '/more/policy': ['terms', 'privacy'],
    '/more/wallet-policy': ['wallet'],
  }
  const policy = readTexts(language, 'policy') as Policy // An app test compares the languages.
  const parts = (policies[path] ?? []).flatMap((name) => policy[name].parts)
  const lines = (await page.getByRole('main').innerText()).split('\n').map(withPlainSpaces)
  const isMissing = (line: string) => !lines.includes(withPlainSpaces(line))
  const missing = parts
    .flatMap(({ heading, text }) => [heading, withSupportEmail(text)])
    .filter(isMissing)
  expect.soft(missing, `${path} lacks parts of its text`).toEqual([])
  expect.soft(await overhangs(page), `${path} is wider than the screen`).toEqual([])
}

/**
 * Returns the elements that overflow the screen. The column clips them, so the scroll width does
 * not show it; rows with their own scrolling and drawings may be wider.
 */
function overhangs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return [...document.querySelectorAll('#root *:not([aria-hidden=true], [aria-hidden=true] *)')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        const isOver = left < -0.5 || right > document.documentElement.clientWidth + 0.5
        return width > 1 && isOver && !scrolls(element.parentElement)
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
  })
}

function readTexts(language: Language, namespace: string): unknown {
  const file = join(ROOT, 'apps/web/src/locales', language, `${namespace}.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function leaves(texts: unknown): string[] {
  return typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(leaves)
}

const NAMESPACES =
  'account auth common freeze help history home invite mission moment more notice passkey pin policy proof ranking season shell shop token wallet'
/** Only texts of two words or more, because a single word may be a name, like XP. */
const ENGLISH = new Set(
  NAMESPACES.split(' ')
    .flatMap((namespace) => leaves(readTexts('en', namespace)))
    .filter((text) => /[a-z] [a-z]/i.test(text)),
)

/** Returns the English texts of the app that are visible on the page. */
async function englishTexts(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.nodeValue?.trim() ?? '')
    return texts
  })
  return shown.filter((text) => ENGLISH.has(text))
}

test.describe('a signed-in member', () => {
  test.beforeEach(async ({ page, context, memberState, demo }) => {
    await context.setStorageState(memberState)
    await page.goto('/home')
    await unlock(page, demo.pin)
  })

  for (const [area, routes] of Object.entries(MEMBER_ROUTES)) {
    test(`opens every route of ${area} with and without a trailing slash`, async ({ page }) => {
      const visit = async (route: MemberRoute, slash: string, language: Language) => {
        const path = route.path + slash
        await navigateInApp(page, path)
        await expect.soft(page).toHaveURL(REDIRECTS[route.path] ?? path)
        await expectRoute(page, route, language)
      }
      for (const route of routes) await visit(route, '', 'en')

      await chooseLanguage(page, '한국어')
      await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
      for (const route of routes) await visit(route, '/', 'ko')
      await chooseLanguage(page, 'English')
    })
  }

  test('is redirected home from the index and the sign-in screens', async ({ page }) => {
    for (const path of ['/', ...PUBLIC_ROUTES, ...SIGN_UP_STEPS, ...RESET_STEPS]) {
      await expectScreenInApp(page, path, '/home')
    }
  })

  test('sees the not-found screen with a link home at an unknown address', async ({
    page,
    shot,
  }) => {
    await navigateInApp(page, '/no/such/place')

    await expect(page.getByText('Page not found')).toBeVisible()
    await shot('not-found')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/home')
  })
})

test.describe('a visitor', () => {
  test('opens every sign-in screen with and without a trailing slash', async ({ page }) => {
    for (const path of PUBLIC_ROUTES.flatMap(bothForms)) await expectScreen(page, path, path)
  })

  test('is redirected from a later sign-up step to the start of the sign-up', async ({ page }) => {
    for (const path of SIGN_UP_STEPS.flatMap(bothForms)) {
      await expectScreen(page, path, /\/auth\/signup\/?$/)
    }
  })

  test('is redirected from a later password-reset step to the start of the reset', async ({
    page,
  }) => {
    for (const path of RESET_STEPS.flatMap(bothForms)) {
      await expectScreen(page, path, /\/auth\/forgot-password\/?$/)
    }
  })

  test('is redirected to the login from the index and from the end of a sign-up that never started', async ({
    page,
  }) => {
    await expectScreen(page, '/', '/auth/login')
    await expectScreen(page, '/auth/account-created', '/auth/login')
  })

  for (const [area, routes] of Object.entries(MEMBER_ROUTES)) {
    test(`is redirected to the login from every route of ${area}`, async ({ page }) => {
      const [first = '', ...others] = routes.flatMap(({ path }) => bothForms(path))
      await expectScreen(page, first, '/auth/login')
      // The same guard applies inside the app, and a page load for each route would take minutes.
      for (const path of others) await expectScreenInApp(page, path, '/auth/login')
    })
  }
})
