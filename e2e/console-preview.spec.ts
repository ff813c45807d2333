import { writeFileSync } from 'node:fs'
import { type Frame, type Page, expect } from '@playwright/test'
import type { Language } from '@solstice/contract/messages'
import type { PlannedProduct, SeasonPlan } from '@solstice/rules/season-plan'
import { THEMES, demoSeason } from '../apps/server/src/demo/season-plan.ts'
import type { RunningServer } from '../tools/server.ts'
import { pathOf } from './support/api.ts'
import {
  OWNER,
  callAsMachine,
  callInPage,
  signInWithCode,
  test,
} from './support/console-operators.ts'
import { HEADLESS_SHELL } from './support/chromium.ts'
import { PASSWORD, createMember } from './support/members.ts'
import { enter } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { watchRequests } from './support/pending-requests.ts'
import { comparePixels, takeStill } from './support/same-pixels.ts'

const DAY_MS = 24 * 3_600_000
/** After all seasons of the demo, so that the app lists only the one of this journey. */
const STARTS_AT = new Date('2027-10-01T20:00:00Z')
/** Noon of the third day in the programme, which the preview shows for it. */
const THIRD_DAY = '2027-10-04T08:00:00.000Z'
/** Below 1240 px the phone has a row of its own, where it is not scaled. */
const VIEWPORT = { width: 1200, height: 1000 }
/** Eight pixels at the corners of banners were seen, of 312,000. */
const ROUNDED_MAX = 64
const PHONE = { width: 390, height: 800 }

test.use({
  consoleOf: 'preview',
  consoleStartsAt: '2027-06-22T08:00:00Z',
  approvals: 'off',
  viewport: VIEWPORT,
  isMobile: false,
  hasTouch: false,
  launchOptions: {
    ...HEADLESS_SHELL,
    // A part that is drawn again alone, such as a late picture, has other edges than in a whole.
    args: [...HEADLESS_SHELL.args, '--disable-partial-raster'],
  },
})
test.describe.configure({ mode: 'serial' })

const product = (en: string, ko: string, given: Partial<PlannedProduct>): PlannedProduct => ({
  name: { en, ko },
  description: { en: 'For the long nights.', ko: '긴 밤을 위한 상품이에요.' },
  imageUrl: null,
  payType: 'XP',
  price: '300',
  chainId: null,
  contract: null,
  givesXp: 0,
  givesTickets: 3,
  stock: null,
  perUserLimit: null,
  position: 1,
  ...given,
})

const PLAN: SeasonPlan = {
  ...demoSeason(THEMES[0], STARTS_AT),
  title: { en: 'Lantern Nights', ko: '등불의 밤' },
  products: [
    product('Three tickets', '티켓 3장', { stock: 12 }),
    product('Star map', '별 지도', {
      payType: 'TICKET',
      price: '5',
      givesXp: 900,
      givesTickets: 0,
      position: 2,
    }),
  ],
}

const WORDS = {
  en: { title: 'Lantern Nights', rewards: 'Rewards', missions: 'Missions', language: 'English' },
  ko: { title: '등불의 밤', rewards: '리워드', missions: '미션', language: '한국어' },
}
const SCREENS = { season: 'Season', missions: 'Missions', wheel: 'Wheel', shop: 'Shop' } as const
type Screen = keyof typeof SCREENS

const screenPath = (screen: Screen, seasonId: number) =>
  ({
    season: `/rewards/dashboard/${seasonId}`,
    missions: '/rewards',
    wheel: `/rewards/dashboard/${seasonId}/missions/2`,
    shop: `/rewards/dashboard/${seasonId}/missions/6/buy-xp`,
  })[screen]

let seasonId = 0

type AnyReply = { data: { list: { seasonId?: number }[] } }

/** Removes the demo's other seasons and the news about sign-ins, which the preview does not have. */
const ADAPTED: Partial<Record<string, (reply: AnyReply) => unknown>> = {
  [pathOf('season.list')]: (reply) => ({
    ...reply,
    data: { ...reply.data, list: reply.data.list.filter((each) => each.seasonId === seasonId) },
  }),
  [pathOf('alert.list')]: (reply) => ({
    ...reply,
    data: { ...reply.data, unreadCount: 0, unreadNoticeCount: 0 },
  }),
}
const pictures = new Map<string, Buffer>()

async function previewFrame(page: Page): Promise<Frame> {
  const phone = page.getByTitle('The members’ app with this draft')
  await expect(phone).toBeVisible()
  // Browsers draw no frames of a phone that is out of sight.
  await phone.scrollIntoViewIfNeeded()
  await expect.poll(() => page.frames().some((each) => each.url().endsWith('/preview/'))).toBe(true)
  const frame = page.frames().find((each) => each.url().endsWith('/preview/'))
  if (!frame) throw new Error('The page has no preview')
  return frame
}

/**
 * Moves the phone to a multiple of eight pixels of the page. Letters between two pixels look
 * different, and the browser rounds gradients in blocks of this size.
 */
async function alignPhone(page: Page): Promise<void> {
  await page.getByTitle('The members’ app with this draft').evaluate((phone) => {
    const room = phone.closest('section')
    if (!room) throw new Error('The phone has no section')
    const { left, top } = phone.getBoundingClientRect()
    const rest = (at: number) => Math.ceil(at / 8) * 8 - at
    // The rounded corners belong to the console.
    phone.style.borderRadius = '0'
    room.style.marginTop = `${rest(top + scrollY)}px`
    room.style.marginLeft = `${rest(left + scrollX)}px`
    window.scrollTo(0, Math.ceil((scrollY + top - 100) / 8) * 8)
  })
}

/** Waits until pictures and fonts are there and nothing moves. */
async function settle(of: Page | Frame): Promise<void> {
  await of.evaluate(async () => {
    const frames = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }
    // Only documents that scroll are drawn in the same layers in a frame as in a window.
    document.documentElement.style.minHeight = '2000px'
    window.scrollTo(0, 0)
    // The focus of a click or a navigation has a ring.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await document.fonts.ready
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
    await frames(6)
    for (const animation of document.getAnimations()) {
      // The header fades with the scrolling of the page, not with time.
      if (animation.timeline === document.timeline) animation.finish()
    }
    // Everything is drawn again at once.
    document.documentElement.style.visibility = 'hidden'
    await frames(2)
    document.documentElement.style.visibility = ''
    await frames(2)
  })
}

test('a draft is shown in both languages and at three widths, without any call or storage', async ({
  page,
  expectAccessible,
}) => {
  await signInWithCode(page, OWNER)
  const begun = await callInPage(page, 'seasonPlan.begin', { body: { plan: PLAN } })
  expect(begun.code).toBe(0)
  seasonId = (begun.data as { seasonId: number }).seasonId

  const requests: string[] = []
  page.on('request', (request) => {
    if (request.frame().url().includes('/preview/')) requests.push(request.url())
  })
  await page.goto(`/seasons/${seasonId}/edit`)
  const frame = await previewFrame(page)
  const phone = page.getByRole('region', { name: 'Phone preview' })
  const choose = (name: string) => phone.getByText(name, { exact: true }).click()
  await expect(phone.getByText('Nothing is missing. Members will see this.')).toBeVisible()
  for (const language of ['en', 'ko'] as const) {
    await choose(WORDS[language].language)
    for (const width of ['360', '390', '430']) {
      await choose(width)
      await expect(frame.getByRole('button', { name: WORDS[language].title })).toBeVisible()
      await expect(frame.getByRole('heading', { name: WORDS[language].missions })).toBeVisible()
      const sizes = () => frame.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
      await expect.poll(sizes).toEqual([Number(width), Number(width)])
    }
  }
  await expectAccessible()

  await choose('390')
  await alignPhone(page)
  await phone.getByLabel('Day').selectOption('3')
  for (const language of ['en', 'ko'] as const) {
    await choose(WORDS[language].language)
    for (const [screen, name] of Object.entries(SCREENS)) {
      await phone.getByLabel('Screen').selectOption(name)
      await expectScreen(frame, language, screen as Screen) // The keys of the screens above.
      await settle(frame)
      const clip = await page.getByTitle('The members’ app with this draft').boundingBox()
      if (!clip) throw new Error('The phone is not drawn')
      const picture = await takeStill(() => page.screenshot({ clip }))
      pictures.set(`${language} ${screen}`, picture)
    }
  }

  expect(requests.length).toBeGreaterThan(10)
  expect(requests.filter((url) => !new URL(url).pathname.startsWith('/preview/'))).toEqual([])
  const denied = await frame.evaluate(async () => {
    const attempt = async (read: () => unknown) => {
      try {
        return JSON.stringify(await read())
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    }
    return {
      cookies: await attempt(() => document.cookie),
      storage: await attempt(() => localStorage.length),
      databases: await attempt(() => indexedDB.databases()),
      origin: self.origin,
    }
  })
  expect(denied).toEqual({
    cookies: 'SecurityError',
    storage: 'SecurityError',
    databases: 'SecurityError',
    origin: 'null',
  })
})

async function expectScreen(of: Page | Frame, language: Language, screen: Screen): Promise<void> {
  const shown = {
    season: of.getByRole('button', { name: WORDS[language].title }),
    missions: of.getByRole('heading', { name: WORDS[language].rewards }),
    wheel: of.getByRole('img', { name: /wheel|룰렛/i }).first(),
    shop: of.getByText(language === 'en' ? 'Star map' : '별 지도'),
  }
  await expect(shown[screen]).toBeVisible()
}

async function publish(page: Page, server: RunningServer, on: string): Promise<void> {
  const shown = await callAsMachine(server, 'seasonPlan.show', { params: { seasonId } })
  const { revision } = shown.data as { revision: number }
  await callAsMachine(server, 'seasonPlan.simulate', { params: { seasonId }, body: { revision } })
  const published = await callAsMachine(server, 'seasonPlan.publish', {
    params: { seasonId },
    body: { confirmed: ['BUDGET_150', 'COVER'], reason: 'PROG-7' },
  })
  expect(published).toMatchObject({ code: 0 })
  const reply = await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs: 0 } })
  const { now } = (await reply.json()) as { now: string }
  const advanceMs = Date.parse(on) - Date.parse(now)
  expect(advanceMs).toBeLessThan(366 * DAY_MS)
  await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs } })
}

test('the published season looks the same to a member, pixel by pixel', async ({
  browser,
  page,
  server,
}) => {
  expect(pictures.size, 'the journey above takes the pictures').toBe(8)
  await publish(page, server, THIRD_DAY)
  for (const language of ['en', 'ko'] as const) {
    const member = await createMember(server.url)
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: PHONE,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
      serviceWorkers: 'block',
    })
    const app = await context.newPage()
    const loaded = watchRequests(app)
    await app.clock.setFixedTime(new Date(THIRD_DAY))
    // The server's clock runs on; the app shows the instant of the preview.
    await app.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      const response = await route.fetch()
      const headers = { ...response.headers(), 'x-server-time': THIRD_DAY }
      const adapt = ADAPTED[new URL(route.request().url()).pathname]
      if (!adapt) return route.fulfill({ response, headers })
      return route.fulfill({ response, headers, json: adapt((await response.json()) as AnyReply) })
    })
    await enter(app, { email: member.email, password: PASSWORD })
    if (language === 'ko') {
      await navigateInApp(app, '/more/setting')
      await app.getByText('한국어').click()
      await expect(app.getByText('언어').first()).toBeVisible()
    }
    for (const screen of Object.keys(SCREENS) as Screen[]) {
      await navigateInApp(app, screenPath(screen, seasonId))
      await expectScreen(app, language, screen)
      await loaded()
      await settle(app)
      const picture = await takeStill(() => app.screenshot())
      const drawn = pictures.get(`${language} ${screen}`) ?? Buffer.alloc(0)
      const { rounded, ...compared } = await comparePixels(app, drawn, picture)
      if (compared.differing > 0) {
        writeFileSync(test.info().outputPath(`${language}-${screen}-preview.png`), drawn)
        writeFileSync(test.info().outputPath(`${language}-${screen}-app.png`), picture)
      }
      expect.soft(compared, `${language} ${screen}`).toEqual({
        sizes: '390x800 390x800',
        differing: 0,
        first: undefined,
      })
      expect.soft(rounded, `${language} ${screen}`).toBeLessThanOrEqual(ROUNDED_MAX)
    }
    await context.close()
  }
})
