import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { axeViolations } from '../support/axe.ts'
import { PHONE, HEADLESS_SHELL } from '../support/chromium.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { type TestMember, createMember, demoMember } from '../support/members.ts'
import { createWallet } from '../support/wallet-steps.ts'
import { ROOT } from '../../tools/run-step.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { type Picture, contactSheet } from './contact-sheet.ts'
import { type Screen, WALLET_SCREENS, memberScreens } from './screens.ts'
import { smallTargets } from './small-targets.ts'
import { STATES, type State, applyState } from './states.ts'
import { VISITOR_SCREENS, submit, tourAsVisitor } from './visitor.ts'

/**
 * Captures every screen in both languages, at three widths, in every state: `npm run gallery`. To
 * capture a part: `npm run gallery -- --state empty --state error --language ko --width 360
 * --screen '^wallet'`; `--height 640` is a small phone, `--whole` captures the full page instead of
 * the visible part.
 */
const TARGET = join(ROOT, 'artefacts/gallery')
/** A time in the middle of a demo season, so that every screen has content. */
const NOW = '2027-06-24T03:00:00.000Z'
const LANGUAGES = ['en', 'ko'] as const
const WIDTHS = [360, 390, 430] as const

type Language = (typeof LANGUAGES)[number]

const { values } = parseArgs({
  options: {
    state: { type: 'string', multiple: true, default: [...STATES] },
    language: { type: 'string', multiple: true, default: [...LANGUAGES] },
    width: { type: 'string', multiple: true, default: WIDTHS.map(String) },
    height: { type: 'string', default: '844' },
    screen: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
})
const height = Number(values.height)
const screenFilter = new RegExp(values.screen ?? '')

const pictures: Picture[] = []
const faults: string[] = []

/** Takes a picture at each width, checks that the screen fits it, and runs axe once. */
async function take(page: Page, shot: { state: string; language: Language; name: string }) {
  await settle(page)
  for (const width of WIDTHS.filter((each) => values.width.includes(String(each)))) {
    await page.setViewportSize({ width, height })
    const file = `${shot.state}/${shot.language}/${width}/${shot.name}.jpg`
    await page.screenshot({
      path: join(TARGET, file),
      type: 'jpeg',
      quality: 70,
      fullPage: values.whole,
    })
    pictures.push({ ...shot, width, file })
    const overhangPx = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    const tooWide = await page.evaluate(() =>
      Array.from(document.querySelectorAll('main input, main textarea'))
        .filter((field) => field.getBoundingClientRect().right > window.innerWidth - 12)
        .map((field) => field.outerHTML.slice(0, 80)),
    )
    for (const field of tooWide) faults.push(`${file}: reaches the edge: ${field}`)
    for (const target of await smallTargets(page)) faults.push(`${file}: below 44 px: ${target}`)
    if (overhangPx > 0) faults.push(`${file}: ${overhangPx} px wider than the screen`)
  }
  await page.setViewportSize({ width: 390, height })
  for (const violation of await axeViolations(page)) {
    faults.push(`${shot.state}/${shot.language}/${shot.name}: ${violation}`)
  }
}

/** Waits until no spinner or skeleton is visible; one that stays shows up as a fault. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor({ timeout: 20_000 })
  // The heading may still belong to the previous screen; the next one shows a spinner while it
  // loads.
  await page.waitForTimeout(250)
  await page
    .waitForFunction(
      () => document.querySelector('[class*=bone], [class*=spinner]') === null,
      undefined,
      {
        timeout: 12_000,
      },
    )
    .catch(() => undefined)
  // Counting numbers and slide-in animations give no signal when they end.
  await page.waitForTimeout(250)
}

async function openPhone(browser: Browser, url: string, language: Language) {
  const context = await browser.newContext({
    ...PHONE,
    deviceScaleFactor: 1,
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => {
    if (location.origin === 'null') return
    localStorage.setItem('i18nextLng', chosen)
    localStorage.setItem('push-notification-prompt-shown', 'true')
  }, language)
  return { context, page: await context.newPage() }
}

async function enter(page: Page, member: TestMember): Promise<void> {
  await page.goto('/auth/login')
  await page.locator('input[type=email]').fill(member.email)
  await page.locator('input[type=password]').fill(member.password)
  await submit(page, 'input[type=password]')
  await page.waitForURL('**/home')
  await page.getByRole('navigation').waitFor()
}

/** Uses the English screens; the other language is selected afterwards. */
async function makeWallet(page: Page, language: Language): Promise<void> {
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await page.getByText('250 USDS', { exact: true }).first().waitFor({ timeout: 60_000 })
  await navigateInApp(page, '/more/setting')
  if (language === 'ko') await page.getByText('한국어').click()
}

/** Waits until the service worker has cached all screens, so that they open offline. */
async function untilScreensCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const worker = await (await fetch('/sw.js')).text()
    const files = JSON.parse(/"screens":(\[.*?\])/.exec(worker)?.[1] ?? '[]') as string[]
    for (const file of files) {
      while (!(await caches.match(file))) await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
}

async function visit(
  { page, context }: { page: Page; context: BrowserContext },
  screens: Screen[],
  scope: { state: State; language: Language },
): Promise<void> {
  await applyState(scope.state, { page, context, language: scope.language })
  for (const { name, path } of screens) {
    if (!screenFilter.test(name)) continue
    try {
      await navigateInApp(page, path)
      await take(page, { ...scope, name })
    } catch (error) {
      const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      faults.push(`${scope.state}/${scope.language}/${name}: ${message}`)
    }
  }
}

await buildWebIfStale()
rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET, { recursive: true })
const server = await withProgress('Starting a server', () => startServer({ SOLSTICE_NOW: NOW }))
const browser = await chromium.launch(HEADLESS_SHELL)
try {
  const demo = await demoMember(server.url)
  const screens = await memberScreens(demo)
  for (const language of LANGUAGES.filter((each) => values.language.includes(each))) {
    const visitor = await openPhone(browser, server.url, language)
    if (
      values.state.includes('normal') &&
      VISITOR_SCREENS.some((name) => screenFilter.test(name))
    ) {
      const takeSelected = async (name: string) => {
        if (screenFilter.test(name)) await take(visitor.page, { state: 'normal', language, name })
      }
      await withProgress(`Screens of visitors in ${language}`, () =>
        tourAsVisitor(visitor.page, server.url, takeSelected),
      )
    }
    await visitor.context.close()
    for (const state of STATES.filter((each) => values.state.includes(each))) {
      const hasWallet = state === 'wallet'
      await withProgress(`Screens in the state ${state} in ${language}`, async () => {
        const phone = await openPhone(browser, server.url, hasWallet ? 'en' : language)
        const isNew = state === 'empty' || hasWallet
        await enter(phone.page, isNew ? await createMember(server.url) : demo)
        if (hasWallet) await makeWallet(phone.page, language)
        if (state === 'offline') await untilScreensCached(phone.page)
        const shown = screens.filter(({ name }) => !hasWallet || WALLET_SCREENS.test(name))
        await visit(phone, shown, { state, language })
        await phone.context.close()
      })
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
writeFileSync(join(TARGET, 'index.html'), contactSheet(pictures))
writeFileSync(join(TARGET, 'faults.txt'), faults.join('\n'))
process.stdout.write(`${pictures.length} pictures, all on artefacts/gallery/index.html\n`)
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
