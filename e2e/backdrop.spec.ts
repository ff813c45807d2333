import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

const lights = (page: Page) => page.locator('[aria-hidden] > i')
const movesOf = (page: Page) =>
  lights(page).evaluateAll((found) =>
    found.map((light) => {
      const style = getComputedStyle(light)
      const { animationName, animationDuration } = style
      return { animationName, animationDuration, timing: style.animationTimingFunction }
    }),
  )

test('the backdrop drifts five blurred lights for 20, 30 and 40 s in a column of 430 px, unless motion is reduced', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/auth/login')
  await expect(lights(page)).toHaveCount(5)

  const drifting = await movesOf(page)
  expect(new Set(drifting.map(({ animationDuration }) => animationDuration))).toEqual(
    new Set(['20s', '30s', '40s']),
  )
  expect(drifting.map(({ animationName }) => animationName)).not.toContain('none')
  const box = await lights(page).first().locator('..').boundingBox()
  expect(box?.width).toBeLessThanOrEqual(430)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  const still = (await movesOf(page)).map(({ animationName }) => animationName)
  expect(still).toEqual(['none', 'none', 'none', 'none', 'none'])
})

test('the lights are blurred when they are painted, and drawn three times per second', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/auth/login')
  await expect(lights(page)).toHaveCount(5)

  for (const { timing, animationDuration } of await movesOf(page)) {
    expect(timing).toBe(`steps(${Number.parseInt(animationDuration) * 3})`)
  }
  const filters = await lights(page).evaluateAll((found) =>
    found.map((light) => {
      const blob = light.firstElementChild ?? light
      const { filter, backgroundImage } = getComputedStyle(blob)
      return { moving: getComputedStyle(light).filter, filter, backgroundImage }
    }),
  )
  for (const { moving, filter, backgroundImage } of filters) {
    // A filter on the moving layer would blur it again for every frame.
    expect(moving).toBe('none')
    expect(filter).toBe('blur(4px)')
    expect(backgroundImage).toMatch(/^radial-gradient\(/)
  }
})
