import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { PHONE, HEADLESS_SHELL } from './chromium.ts'
import { logIn } from './log-in.ts'
import { demoMember } from './members.ts'

export type Loaded = { path: string; kind: 'script' | 'stylesheet' | 'font'; body: Buffer }

const KINDS = new Set(['script', 'stylesheet', 'font'])
type State = Awaited<ReturnType<BrowserContext['storageState']>>

const QUIET_MS = 1500
/** Longer than the app waits with what belongs to no screen (`LATER_MS` in after-first-screen.ts). */
const LATER_QUIET_MS = 3000

/**
 * Reduced motion, because the processor would render animations; it does not affect the fetched
 * files.
 */
const REDUCED_MOTION_PHONE = { ...PHONE, deviceScaleFactor: 1, reducedMotion: 'reduce' } as const

/** Returns a function that waits until the page has requested nothing for a while. */
export function watchNetwork(page: Page, quietMs = QUIET_MS): () => Promise<void> {
  const network = { inFlight: 0, changedAt: performance.now() }
  const change = (by: number) => () => {
    network.inFlight += by
    network.changedAt = performance.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
  const isQuiet = () => network.inFlight === 0 && performance.now() - network.changedAt > quietMs
  return async () => {
    while (!isQuiet()) await sleep(100)
  }
}

/** Returns when the app marked a screen as shown; later requests are deferred on purpose. */
function shownAtMs(page: Page, screen: 'first-screen' | 'home-screen'): Promise<number> {
  return page.evaluate((name) => {
    const [mark] = performance.getEntriesByName(name)
    return mark ? performance.timeOrigin + mark.startTime : Number.MAX_SAFE_INTEGER
  }, screen)
}

type Visit = {
  url: string
  endsAt?: string
  state?: State
  proceed?: (page: Page) => Promise<void>
}
type LoadResult = { first: Loaded[]; next: Loaded[]; all: Loaded[] }

/**
 * Returns the files that a device with an empty cache fetches for its first screen and for the next
 * one.
 */
async function load(browser: Browser, visit: Visit): Promise<LoadResult> {
  const { url, endsAt = url, state: storageState } = visit
  const context = await browser.newContext({
    ...REDUCED_MOTION_PHONE,
    serviceWorkers: 'block',
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  const loading: Promise<Loaded & { requestedAtMs: number }>[] = []
  let isOver = false
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (isOver || !KINDS.has(kind)) return
    loading.push(
      response.body().then((body) => ({
        path: new URL(response.url()).pathname,
        kind: kind as Loaded['kind'],
        body,
        requestedAtMs: response.request().timing().startTime,
      })),
    )
  })
  const untilQuiet = watchNetwork(page, LATER_QUIET_MS)
  await page.goto(url)
  // Wait for the screen first: a busy machine can compute longer than the network's quiet period.
  await page.getByRole('heading').first().waitFor()
  await untilQuiet()
  if (page.url() !== endsAt) throw new Error(`${url} ended at ${page.url()}`)
  const limitMs = await shownAtMs(page, 'first-screen')
  const continuedAtMs = Date.now()
  if (visit.proceed) {
    await visit.proceed(page)
    await untilQuiet()
  }
  const homeAtMs = await shownAtMs(page, 'home-screen')
  // Later responses belong to no screen, and the page is about to close.
  isOver = true
  const loaded = await Promise.all(loading)
  await context.close()
  return {
    first: loaded.filter(({ requestedAtMs }) => requestedAtMs <= limitMs),
    next: loaded.filter(
      ({ requestedAtMs }) => requestedAtMs >= continuedAtMs && requestedAtMs <= homeAtMs,
    ),
    all: loaded,
  }
}

/**
 * Measures the first loads of a visitor at the login, of a member who logs in and lands on home,
 * and of a returning member at the PIN prompt; and everything that is loaded once the wallet was
 * opened too.
 */
export async function measureLoads(
  origin: string,
): Promise<{ first: Map<string, Loaded[]>; withWallet: Loaded[] }> {
  const demo = await demoMember(origin)
  const browser = await chromium.launch(HEADLESS_SHELL)
  try {
    const context = await browser.newContext(REDUCED_MOTION_PHONE)
    const page = await context.newPage()
    await page.goto(`${origin}/auth/login`)
    await logIn(page, { ...demo, keepLoggedIn: true })
    await page.waitForURL('**/home')
    const visitor = await load(browser, {
      url: `${origin}/auth/login`,
      proceed: async (opened) => {
        await logIn(opened, demo)
        await opened.waitForURL('**/home')
      },
    })
    const member = await load(browser, {
      url: `${origin}/home`,
      endsAt: `${origin}/pin/unlock`,
      state: await context.storageState(),
    })
    const guest = await load(browser, {
      url: `${origin}/auth/login`,
      proceed: async (opened) => {
        await logIn(opened, demo)
        await opened.waitForURL('**/home')
        const tabs = opened.getByRole('navigation', { name: 'Main' })
        await tabs.getByRole('link', { name: 'Wallet' }).click()
        await opened.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
      },
    })
    const first = new Map([
      ['/auth/login', visitor.first],
      ['/home', [...visitor.first, ...visitor.next]],
      ['/pin/unlock', member.first],
    ])
    return { first, withWallet: guest.all }
  } finally {
    await browser.close()
  }
}
