import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, chromium } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'
import { expect, test } from './support/fixtures.ts'
import {
  nonPreviewUrl,
  requestsFor,
  settle,
  stopClock,
  setPageVisibility,
} from './support/shell-page.ts'

const guide = (page: Page) => page.getByRole('dialog', { name: /home screen/ })
const login = (page: Page) => page.getByRole('button', { name: 'Log in' })

test('a visitor sees the install guide 100 ms after the start, outside installed mode and preview hosts, and cannot dismiss it', async ({
  page,
  server,
}) => {
  const pictures: Record<string, number> = {}
  page.on('response', (response) => {
    pictures[new URL(response.url()).pathname] = response.status()
  })
  const loaded = requestsFor(page, 'install-guide')
  await stopClock(page)
  await page.goto(`${nonPreviewUrl(server.url)}/auth/login`)
  await expect(login(page)).toBeVisible()

  await page.clock.runFor(99)
  await settle(page)
  expect(loaded).toEqual([])
  await page.clock.runFor(1)
  await expect(guide(page)).toBeVisible()
  expect(loaded).not.toEqual([])

  await expect(guide(page).getByRole('img', { name: 'Solstice' })).toBeVisible()
  await expect(guide(page).getByRole('img', { name: /iPhone.*Android/ })).toBeVisible()
  await expect.poll(() => pictures['/logo-white.svg']).toBe(200)
  await expect.poll(() => pictures['/app-download.png']).toBe(200)
  await expect(guide(page).getByRole('listitem')).toHaveCount(3)
  await expect(guide(page).getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(guide(page)).toBeVisible()
})

test('the install guide closes 1 s after the page becomes visible again once the app is installed', async ({
  page,
  server,
}) => {
  await stopClock(page)
  await page.goto(`${nonPreviewUrl(server.url)}/auth/login`)
  await expect(login(page)).toBeVisible()
  await page.clock.runFor(100)
  await expect(guide(page)).toBeVisible()
  await setPageVisibility(page, 'visible')
  await page.clock.runFor(2000)
  await expect(guide(page)).toBeVisible()

  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  const done = page.getByRole('dialog', { name: 'Solstice is installed' })
  await expect(done).toBeVisible()
  await setPageVisibility(page, 'hidden')
  await page.clock.runFor(5000)
  await setPageVisibility(page, 'visible')
  await page.clock.runFor(999)
  await expect(done).toBeVisible()
  await page.clock.runFor(1)

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(login(page)).toBeVisible()
})

test('the install guide does not appear on a preview host', async ({ page }) => {
  const loaded = requestsFor(page, 'install-guide')
  await stopClock(page)
  await page.goto('/auth/login')
  await expect(login(page)).toBeVisible()
  await page.clock.runFor(500)
  await settle(page)
  expect(loaded).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the install guide does not appear in the window of an installed app', async ({ server }) => {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-window-'))
  const url = `${nonPreviewUrl(server.url)}/auth/login`
  const context = await chromium.launchPersistentContext(folder, {
    ...CHROMIUM,
    args: [...CHROMIUM.args, `--app=${url}`],
    // Phone emulation would turn the app window back into a page.
    isMobile: false,
    hasTouch: false,
  })
  try {
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.waitForURL(url)
    await expect(login(page)).toBeVisible()
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    // Open the app again with a clock that the test controls.
    const loaded = requestsFor(page, 'install-guide')
    await stopClock(page)
    await page.reload()
    await expect(login(page)).toBeVisible()
    await page.clock.runFor(1000)
    await settle(page)
    expect(loaded).toEqual([])
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test("the install guide opens the browser's install prompt where it is supported", async ({
  page,
  server,
  shot,
  expectAccessible,
}) => {
  await page.goto(`${nonPreviewUrl(server.url)}/auth/login`)
  await expect(guide(page)).toBeVisible()

  const wasPrevented = await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    let prompts = 0
    Object.assign(offer, { prompt: () => Object.assign(window, { prompts: (prompts += 1) }) })
    return !window.dispatchEvent(offer)
  })
  const button = guide(page).getByRole('button', { name: 'Install Solstice' })
  await expect(button).toBeVisible()
  await shot('install-guide')
  await expectAccessible()
  await button.click()

  expect(wasPrevented).toBe(true)
  await expect(button).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { prompts: number }).prompts)).toBe(1)
})

test('the install guide has an orb that moves and stands still with reduced motion', async ({
  page,
  server,
}) => {
  await page.goto(`${nonPreviewUrl(server.url)}/auth/login`)
  const countRunningAnimations = () =>
    page
      .locator('[data-orb]')
      .evaluate(
        (orb) =>
          orb.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running')
            .length,
      )
  await expect(page.locator('[data-orb]')).toBeVisible()
  expect(await countRunningAnimations()).toBe(0)

  await page.emulateMedia({ reducedMotion: 'no-preference' })

  await expect.poll(countRunningAnimations).toBeGreaterThan(2)
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })

  test('the install guide shows the steps of the share sheet', async ({ page, server }) => {
    await page.goto(`${nonPreviewUrl(server.url)}/auth/login`)
    await expect(guide(page).getByText('Tap Share in the browser’s bar')).toBeVisible()
    await expect(guide(page).getByText('Choose “Add to Home Screen”')).toBeVisible()
  })
})

test.describe('in a browser window inside another app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 KAKAOTALK 11.0.0',
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('the install guide explains how to open the real browser and copies the link with the invitation code', async ({
    page,
    server,
  }) => {
    const origin = nonPreviewUrl(server.url)
    await page.goto(`${origin}/auth/login`)
    await expect(guide(page).getByText(/Tap “Open in browser”/)).toBeVisible()

    await guide(page).getByRole('button', { name: 'Copy link' }).click()

    await expect(guide(page).getByRole('button', { name: 'Link copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin)

    await page.goto(`${origin}/auth/signup?ref=ABCD2345`)
    await guide(page).getByRole('button', { name: 'Copy link' }).click()

    await expect(guide(page).getByRole('button', { name: 'Link copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${origin}/?ref=ABCD2345`,
    )
  })
})
