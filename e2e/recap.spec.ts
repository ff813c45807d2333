import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { requestsOf } from './support/api.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { comparePicture } from './support/compare-picture.ts'
import { logIn } from './support/log-in.ts'
import { demoMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { DASHBOARD, SEASON, expect, test } from './support/programme-server.ts'
import { sampleRecap } from '../apps/web/src/features/recap/sample-recap.ts'

test.use({ clockOf: 'recap' })

const RECAP = `${DASHBOARD}/recap`

const frameOf = (page: Page) => page.locator('[data-frame]')

async function showsFrame(page: Page, name: string): Promise<void> {
  await expect(frameOf(page)).toHaveAttribute('data-frame', name)
}

/**
 * Taps in one moment: a press of more than 300 ms is no tap, and a busy machine may need that long
 * between the two commands of a click.
 */
async function tap(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.click({ trial: true })
  await button.evaluate((element) => {
    for (const type of ['pointerdown', 'pointerup']) {
      element.dispatchEvent(new PointerEvent(type, { bubbles: true }))
    }
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
}

/** Returns the PNG that the button saves. */
async function savedPicture(page: Page, name: string): Promise<Buffer> {
  const button = page.getByRole('button', { name })
  await expect(button).not.toHaveAttribute('aria-busy')
  const download = page.waitForEvent('download')
  await button.click()
  return readFileSync(await (await download).path())
}

test('a member whose season ended is notified, watches the recap, and shares a picture without name and amount', async ({
  page,
  server,
  goTo,
  checkScreen,
  shot,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|maintenance flag/)
  // Log in after moving the clock, because a session that is idle for two weeks expires.
  await goTo(17, '12:00')
  const demo = await demoMember(server.url)
  const season = async () => {
    const { list } = await demo.api.call('season.list')
    return list.find(({ seasonId }) => seasonId === SEASON)
  }
  await expect.poll(async () => (await season())?.hasRecap).toBe(true)
  const title = (await season())?.title ?? '-'
  await page.goto('/auth/login')
  await logIn(page, { ...demo, keepLoggedIn: true })

  await test.step('home and the alert announce the recap', async () => {
    await expect(page.getByRole('link', { name: /Your season recap is ready/ })).toBeVisible()
    await checkScreen('home-banner')
    await navigateInApp(page, '/more/notice')
    await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
    await page.getByRole('button', { name: /^Your season recap is ready/ }).click()
    await expect(page).toHaveURL(new RegExp(`${RECAP}/?$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your season: ${title}`)
  })

  await test.step('the frames move by tap, swipe, key and time, and a held one stays', async () => {
    await showsFrame(page, 'days')
    await expect(frameOf(page)).toContainText('9 of 28 days')
    await tap(page, 'Next')
    await showsFrame(page, 'tiers')
    await tap(page, 'Previous')
    await showsFrame(page, 'days')
    await page.keyboard.press('ArrowRight')
    await showsFrame(page, 'tiers')
    await page.mouse.move(300, 400)
    await page.mouse.down()
    await page.mouse.move(200, 400, { steps: 3 })
    await page.mouse.up()
    await showsFrame(page, 'place')
    await page.keyboard.press('ArrowLeft')
    const running = () =>
      page.evaluate(() => document.getAnimations().map((each) => each.playState))
    // With reduced motion no frame follows by itself.
    expect(await running()).toEqual([])
    // Ten times slower, so that no frame ends before the test has held it.
    await page.evaluate(() =>
      document.addEventListener('animationstart', () => {
        for (const each of document.getAnimations()) {
          if (each.effect?.getTiming().duration === 6000) each.playbackRate = 0.1
        }
      }),
    )
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.keyboard.press('ArrowLeft')
    await showsFrame(page, 'days')
    const segment = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().duration === 6000)
          .map((each) => each.playState),
      )
    await expect.poll(segment).toEqual(['running'])
    await page.mouse.move(300, 400)
    await page.mouse.down()
    await expect.poll(segment).toEqual(['paused'])
    await page.waitForFunction(
      (from) => performance.now() - from > 400,
      await page.evaluate(() => performance.now()),
    )
    await page.mouse.up()
    await expect.poll(segment).toEqual(['running'])
    await showsFrame(page, 'days')
    await page.evaluate(() => {
      for (const each of document.getAnimations()) {
        if (each.effect?.getTiming().duration === 6000) each.finish()
      }
    })
    await showsFrame(page, 'tiers')
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  await test.step('a screen reader reads all frames as a list; closing returns to the screen before', async () => {
    const list = page.getByRole('list', { name: 'The frames of your recap' })
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await expect(list).toContainText('9 of 28 days')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
    await navigateInApp(page, '/rewards')
    await page.getByRole('tab', { name: 'Ended' }).click()
    await expect(page.getByRole('link', { name: 'See your recap' })).toHaveCount(2)
    await checkScreen('rewards-ended')
  })

  for (const language of ['en', 'ko'] as const) {
    await test.step(`the frames and the picture have the numbers of the season, in ${language}`, async () => {
      if (language === 'ko') await chooseLanguage(page, '한국어')
      const texts = {
        en: {
          next: 'Next',
          share: 'Share your season',
          save: 'Save to photos',
          name: 'Show my name',
          earned: 'Show what I earned',
        },
        ko: {
          next: '다음',
          share: '내 시즌 공유하기',
          save: '사진에 저장',
          name: '내 이름 표시',
          earned: '받은 보상 표시',
        },
      }[language]
      const json = { code: 0, success: true, msg: '', data: sampleRecap(language) }
      await page.route(requestsOf('recap.mine'), (route) => route.fulfill({ json }))
      await navigateInApp(page, RECAP)
      for (const name of ['days', 'tiers', 'place', 'gains']) {
        await showsFrame(page, name)
        await checkScreen(`${language}-${name}`)
        await tap(page, texts.next)
      }
      // The first one is the link of screen readers.
      await page.getByRole('button', { name: texts.share }).last().click()
      await expect(page.getByRole('heading', { level: 1, name: texts.share })).toBeVisible()
      await expect(page.getByRole('button', { name: texts.save })).not.toHaveAttribute('aria-busy')
      await checkScreen(`${language}-share`)
      const picture = page.getByRole('img')
      await expect(picture).not.toHaveAccessibleName(/MinaHarbor|42|0x/)
      const png = await savedPicture(page, texts.save)
      const { mean, worst } = await comparePicture(page, `recap-${language}`, png)
      expect(mean).toBeLessThan(2)
      expect(worst).toBeLessThan(24)

      await page.getByRole('switch', { name: texts.name }).click()
      await page.getByRole('switch', { name: texts.earned }).click()
      await expect(picture).toHaveAccessibleName(/MinaHarbor.*42\.20 USDS/)
      const chosen = await savedPicture(page, texts.save)
      expect((await comparePicture(page, `recap-${language}-all`, chosen)).worst).toBeLessThan(24)
      await shot(`${language}-share-all`)
      await page.unroute(requestsOf('recap.mine'))
    })
  }

  await test.step('a recap that was seen once is shown without a network', async () => {
    await page.context().setOffline(true)
    await navigateInApp(page, '/rewards')
    await expect(page.getByRole('heading', { level: 1, name: '리워드' })).toBeVisible()
    await navigateInApp(page, RECAP)
    await showsFrame(page, 'days')
    await expect(frameOf(page)).toContainText('35일 중 28일')
  })
})
