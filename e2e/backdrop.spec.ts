import type { Page } from '@playwright/test'
import { DRIFT_DELAY_MS } from '../apps/web/src/shell/start-drift.ts'
import { expect, test } from './support/fixtures.ts'
import { settle, stopClock } from './support/shell-page.ts'

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

const lights = (page: Page) => page.locator('[aria-hidden] > i')
const stylesOf = (page: Page) =>
  lights(page).evaluateAll((found) =>
    found.map((light) => {
      const style = getComputedStyle(light)
      const { filter, backgroundImage, animationName, animationDuration } = style
      const timing = style.animationTimingFunction
      return { filter, backgroundImage, animationName, animationDuration, timing }
    }),
  )
const names = async (page: Page) => (await stylesOf(page)).map(({ animationName }) => animationName)

async function expectDrift(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(DRIFT_DELAY_MS)
      return names(page)
    })
    .not.toContain('none')
}
const STILL = Array.from({ length: 5 }, () => 'none')

test('the backdrop drifts five blurred lights for 20, 30 and 40 s in a column of 430 px, unless motion is reduced', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stopClock(page)
  await page.goto('/auth/login')
  await expect(lights(page)).toHaveCount(5)
  await expectDrift(page)

  const drifting = await stylesOf(page)
  expect(new Set(drifting.map(({ animationDuration }) => animationDuration))).toEqual(
    new Set(['20s', '30s', '40s']),
  )
  // The screen is drawn three times per second.
  for (const { timing, animationDuration } of drifting) {
    expect(timing).toBe(`steps(${Number.parseInt(animationDuration) * 3})`)
  }
  const box = await lights(page).first().locator('..').boundingBox()
  expect(box?.width).toBeLessThanOrEqual(430)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await names(page)).toEqual(STILL)
})

test('the backdrop is still while the app loads, and is blurred without a filter', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stopClock(page)
  await page.goto('/auth/login')
  await expect(lights(page)).toHaveCount(5)
  await settle(page)

  const loading = await stylesOf(page)

  expect(loading.map(({ animationName }) => animationName)).toEqual(STILL)
  // A filter would blur the lights again for every frame.
  expect(loading.map(({ filter }) => filter)).toEqual(STILL)
  for (const { backgroundImage } of loading) expect(backgroundImage).toMatch(/^radial-gradient\(/)
})
