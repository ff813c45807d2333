import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAUCET_ADDRESS } from '@solstice/devnet/genesis'
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { startLocalRelay } from '../../apps/web/test/local-relay.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { axeViolations } from '../support/axe.ts'
import { chooseLanguage } from '../support/choose-language.ts'
import { PHONE, HEADLESS_SHELL } from '../support/chromium.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { PIN, type TestMember, createMember, demoMember } from '../support/members.ts'
import { enterPin } from '../support/pin.ts'
import { createWallet } from '../support/wallet-steps.ts'
import { ROOT } from '../../tools/run-step.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { CONNECTION_SCREENS, tourConnections } from './connections.ts'
import { type Picture, contactSheet } from './contact-sheet.ts'
import { HOLD_SCREENS, answerWithHolds } from './sample-holds.ts'
import { withLeagues } from './sample-league.ts'
import { type Screen, WALLET_SCREENS, memberScreens } from './screens.ts'
import { smallTargets } from './small-targets.ts'
import { STATES, type State, applyState } from './states.ts'
import { VISITOR_SCREENS, submit, tourAsVisitor } from './visitor.ts'
import { WALLET_PARTS } from './wallet-states.ts'

/**
 * Captures every screen in both languages, at three widths, in every state: `npm run gallery`. To
 * capture a part: `npm run gallery -- --state empty --state error --language ko --width 360
 * --screen '^wallet'`; any `--width` is possible, `--height 640` is a small phone, `--whole` captures
 * the full page instead of the visible part.
 */
const TARGET = join(ROOT, 'artefacts/gallery')
/** A time in the middle of a demo season, so that every screen has content. */
const NOW = '2027-06-24T03:00:00.000Z'
const LANGUAGES = ['en', 'ko'] as const
const WIDTHS = [360, 390, 430]

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
const widths = values.width.map(Number)
const screenFilter = new RegExp(values.screen ?? '')

const pictures: Picture[] = []
const faults: string[] = []

/** Takes a picture at each width, checks that the screen fits it, and runs axe once. */
async function take(page: Page, shot: { state: string; language: Language; name: string }) {
  await settle(page)
  for (const width of widths) {
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
  await saveName(page)
  await navigateInApp(page, '/more/setting')
  if (language === 'ko') await page.getByText('한국어').click()
}

/** Saves the sender of the test funds, whose name the history shows. */
async function saveName(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mina Harbour')
  await page.getByRole('textbox', { name: 'Address' }).fill(FAUCET_ADDRESS)
  const pad = page.getByRole('group', { name: 'PIN pad' })
  const isUnchecked = page.getByRole('dialog').getByRole('alert')
  do {
    // The name is saved once the earlier recipients have been read.
    await page.getByRole('button', { name: 'Save' }).click()
    await pad.or(isUnchecked).first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(500)
  } while (!(await pad.isVisible()))
  await enterPin(page, PIN)
  await page.getByText('Mina Harbour').first().waitFor()
  await page.keyboard.press('Escape')
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
  for (const screen of screens) await visitOne(page, screen, scope)
}

async function visitOne(
  page: Page,
  { name, path }: Screen,
  scope: { state: State; language: Language },
): Promise<void> {
  if (!screenFilter.test(name)) return
  try {
    await navigateInApp(page, path)
    await take(page, { ...scope, name })
    if (new URL(page.url()).pathname === '/auth/login') throw new Error('shows the log-in')
  } catch (error) {
    faults.push(`${scope.state}/${scope.language}/${name}: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)

/** Visits the screens of holds, which the demo member has none of, with sample replies. */
async function visitHolds(
  { page }: { page: Page },
  member: TestMember,
  scope: { state: State; language: Language },
): Promise<void> {
  if (!HOLD_SCREENS.some(({ name }) => screenFilter.test(name))) return
  await answerWithHolds(page)
  // The screens would show what they have in memory until the new replies arrive.
  await enter(page, member)
  for (const screen of HOLD_SCREENS) await visitOne(page, screen, scope)
}

/** Visits the connected sites, which the gallery itself opens, with the wallet of a new member. */
async function visitConnections(
  { page }: { page: Page },
  scope: { state: State; language: Language },
): Promise<void> {
  if (!CONNECTION_SCREENS.some((name) => screenFilter.test(name))) return
  try {
    await tourConnections(page, relay, async (name) => {
      if (screenFilter.test(name)) await take(page, { ...scope, name })
    })
  } catch (error) {
    faults.push(`${scope.state}/${scope.language}/connections: ${messageOf(error)}`)
  }
}

/** Visits the states of the wallet that no address leads to. */
async function visitWallet(page: Page, member: TestMember, language: Language): Promise<void> {
  const takeSelected = async (name: string) => {
    if (screenFilter.test(name)) await take(page, { state: 'wallet', language, name })
  }
  const tour = { page, url: server.url, language, member, take: takeSelected }
  for (const { names, visit: visitPart } of WALLET_PARTS) {
    if (!names.some((name) => screenFilter.test(name))) continue
    try {
      await visitPart(tour)
    } catch (error) {
      faults.push(`wallet/${language}/${names[0]}: ${messageOf(error)}`)
    }
  }
}

/** Visits the league of a season in the states that the demo member is not in. */
async function visitLeagues(
  { page }: { page: Page },
  { member, path }: { member: TestMember; path: string },
  scope: { state: State; language: Language },
): Promise<void> {
  await withLeagues(page, async (name) => {
    if (!screenFilter.test(name)) return
    await enter(page, member)
    await visitOne(page, { name, path }, scope)
  })
}

await buildWebIfStale()
rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET, { recursive: true })
const relay = await startLocalRelay()
const settings = {
  SOLSTICE_NOW: NOW,
  WALLETCONNECT_RELAY_URL: relay.url,
  WALLETCONNECT_PROJECT_ID: 'solstice-gallery',
}
const server = await withProgress('Starting a server', () => startServer(settings))
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
        const member = isNew ? await createMember(server.url) : demo
        await enter(phone.page, member)
        if (hasWallet) await makeWallet(phone.page, language)
        // The account's own language replaces that of the device at the log-in.
        else if (language !== 'en') await chooseLanguage(phone.page, '한국어')
        if (state === 'offline') await untilScreensCached(phone.page)
        const shown = screens.filter(({ name }) => !hasWallet || WALLET_SCREENS.test(name))
        await visit(phone, shown, { state, language })
        if (state === 'normal') {
          await visitHolds(phone, member, { state, language })
          const league = screens.find(({ name }) => name === 'league')
          if (league) await visitLeagues(phone, { member, path: league.path }, { state, language })
        }
        if (hasWallet) {
          await visitConnections(phone, { state, language })
          await visitWallet(phone.page, member, language)
        }
        await phone.context.close()
      })
    }
  }
} finally {
  await browser.close()
  await server.stop()
  await relay.close()
}
writeFileSync(join(TARGET, 'index.html'), contactSheet(pictures))
writeFileSync(join(TARGET, 'faults.txt'), faults.join('\n'))
process.stdout.write(`${pictures.length} pictures, all on artefacts/gallery/index.html\n`)
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
