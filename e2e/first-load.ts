import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { CHROMIUM, PHONE } from './chromium.ts'
import { DEMO, logIn } from './log-in.ts'

export type Loaded = { path: string; kind: 'script' | 'stylesheet' | 'font'; body: Buffer }

const KINDS = new Set(['script', 'stylesheet', 'font'])
type State = Awaited<ReturnType<BrowserContext['storageState']>>

const QUIET_MS = 1500

function watchNetwork(page: Page): () => Promise<void> {
  const network = { inFlight: 0, changedAt: performance.now() }
  const change = (by: number) => () => {
    network.inFlight += by
    network.changedAt = performance.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
  const isQuiet = () => network.inFlight === 0 && performance.now() - network.changedAt > QUIET_MS
  return async () => {
    while (!isQuiet()) await sleep(100)
  }
}

/** The app marks when its first screen stands; what it asks for afterwards comes later on purpose. */
function firstScreenAtMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-screen')
    return mark ? performance.timeOrigin + mark.startTime : Number.MAX_SAFE_INTEGER
  })
}

/** What a phone with an empty cache fetches for its first screen. */
async function load(browser: Browser, url: string, storageState?: State): Promise<Loaded[]> {
  const context = await browser.newContext({
    ...PHONE,
    serviceWorkers: 'block',
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  const loading: Promise<Loaded & { askedAtMs: number }>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (!KINDS.has(kind)) return
    loading.push(
      response.body().then((body) => ({
        path: new URL(response.url()).pathname,
        kind: kind as Loaded['kind'],
        body,
        askedAtMs: response.request().timing().startTime,
      })),
    )
  })
  const untilQuiet = watchNetwork(page)
  await page.goto(url)
  // The screen itself first: a busy machine can think for longer than the network's pause.
  await page.getByRole('heading').first().waitFor()
  await untilQuiet()
  if (page.url() !== url) throw new Error(`${url} ended at ${page.url()}`)
  const limitMs = await firstScreenAtMs(page)
  const loaded = await Promise.all(loading)
  await context.close()
  return loaded.filter(({ askedAtMs }) => askedAtMs <= limitMs)
}

/** First loads of a visitor at the login and of a member at home. */
export async function measureFirstLoads(origin: string): Promise<Map<string, Loaded[]>> {
  const browser = await chromium.launch(CHROMIUM)
  try {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await page.goto(`${origin}/auth/login`)
    await logIn(page, { ...DEMO, keepLoggedIn: true })
    await page.waitForURL('**/home')
    const member = await context.storageState()
    return new Map([
      ['/auth/login', await load(browser, `${origin}/auth/login`)],
      ['/home', await load(browser, `${origin}/home`, member)],
    ])
  } finally {
    await browser.close()
  }
}
