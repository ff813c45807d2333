import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM, PHONE } from './chromium.ts'
import { DEMO, logIn } from './log-in.ts'

export type Loaded = { path: string; kind: 'script' | 'stylesheet' | 'font'; body: Buffer }

const KINDS = new Set(['script', 'stylesheet', 'font'])
type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a phone with an empty cache fetches until the network rests. */
async function load(browser: Browser, url: string, storageState?: State): Promise<Loaded[]> {
  const context = await browser.newContext({
    ...PHONE,
    serviceWorkers: 'block',
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  const loading: Promise<Loaded>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (!KINDS.has(kind)) return
    loading.push(
      response.body().then((body) => ({
        path: new URL(response.url()).pathname,
        kind: kind as Loaded['kind'],
        body,
      })),
    )
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  if (page.url() !== url) throw new Error(`${url} ended at ${page.url()}`)
  const loaded = await Promise.all(loading)
  await context.close()
  return loaded
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
