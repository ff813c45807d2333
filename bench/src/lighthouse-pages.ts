import lighthouse, { snapshot, startTimespan, type Flags } from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { freePort } from '../../apps/server/test/free-port.ts'
import { launchChromium, openPageOver, type Page } from '../../e2e/support/launch.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { createMember, type TestMember } from '../../e2e/support/members.ts'
import { navigateInApp } from '../../e2e/support/navigate-in-app.ts'
import { createWallet } from '../../e2e/support/wallet-steps.ts'
import { processorBlockingMs } from './blocking-time.ts'
import type { Score } from './results.ts'

/** A measure without a limit is only reported, and an aim may be missed on a busy machine. */
export type Measure = Omit<Score, 'value'>

/** The part of a report of Lighthouse that is read. */
export type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** A page is measured several times, each time in a new browser. */
export type MeasuredPage = {
  name: string
  measures: Measure[]
  measure: (origin: string) => Promise<Report>
}

const QUALITY: Measure[] = [
  { name: 'accessibility', kind: 'score', limit: 100 },
  { name: 'best-practices', kind: 'score', limit: 100 },
]
const SHIFT: Measure = { name: 'cumulative-layout-shift', kind: 'value', limit: 0.02 }
const BLOCKING: Measure = { name: 'total-blocking-time', kind: 'ms' }
const LOADED: Measure[] = [
  ...QUALITY,
  SHIFT,
  { name: 'performance', kind: 'score', limit: 90, isAim: true },
  { name: 'first-contentful-paint', kind: 'ms' },
  { name: 'largest-contentful-paint', kind: 'ms' },
  BLOCKING,
]
const STEPPED: Measure[] = [
  ...QUALITY,
  SHIFT,
  BLOCKING,
  { name: 'interaction-to-next-paint', kind: 'ms' },
]

/**
 * A page load of a member asks for the log-in or the PIN, so home and the wallet are measured as
 * steps inside the running app.
 */
export const PAGES: MeasuredPage[] = [
  { name: '/auth/login', measures: LOADED, measure: measureLogIn },
  { name: '/pin/unlock, a member returns to home', measures: LOADED, measure: measureReturn },
  { name: '/home, after the log-in', measures: STEPPED, measure: measureHome },
  { name: '/wallet, from home', measures: STEPPED, measure: measureWallet },
]

/** Our own measure, next to the audits of Lighthouse. */
export const PROCESSOR_BLOCKING = 'processor-blocking-time'

const CATEGORIES = ['performance', 'accessibility', 'best-practices']

/** A browser with a debugging port, to which Lighthouse and the test helpers connect. */
async function withBrowser<Outcome>(run: (port: number) => Promise<Outcome>): Promise<Outcome> {
  const port = await freePort()
  const browser = await launchChromium(`--remote-debugging-port=${port}`)
  try {
    return await run(port)
  } finally {
    await browser.close()
  }
}

/** The default settings of the library simulate a phone on a slow network. */
async function load(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  })
  const { categories, audits } = reportOf(result)
  const blockingMs = processorBlockingMs(result?.artifacts.Trace.traceEvents ?? [])
  return { categories, audits: { ...audits, [PROCESSOR_BLOCKING]: { numericValue: blockingMs } } }
}

function measureLogIn(origin: string): Promise<Report> {
  return withBrowser((port) => load(`${origin}/auth/login`, port))
}

/** Lighthouse keeps cookies, so the member is still logged in. */
function measureReturn(origin: string): Promise<Report> {
  return withApp(origin, async ({ page, member, port }) => {
    await logIn(page, { ...member, keepLoggedIn: true })
    await page.waitForURL('**/home')
    return load(`${origin}/home`, port)
  })
}

function measureHome(origin: string): Promise<Report> {
  return withApp(origin, ({ page, member, port }) =>
    step(port, async () => {
      await logIn(page, member)
      await page.waitForURL('**/home')
      await page.waitForLoadState('networkidle')
    }),
  )
}

function measureWallet(origin: string): Promise<Report> {
  return withApp(origin, async ({ page, member, port }) => {
    await logIn(page, member)
    await page.waitForURL('**/home')
    await navigateInApp(page, '/wallet/create/')
    await createWallet(page)
    await navigateInApp(page, '/home')
    const tabs = page.getByRole('navigation', { name: 'Main' })
    const wallet = tabs.getByRole('link', { name: 'Wallet' })
    await wallet.waitFor()
    await page.waitForLoadState('networkidle')
    return step(port, async () => {
      await wallet.click()
      await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
      await page.waitForLoadState('networkidle')
    })
  })
}

type App = { page: Page; member: TestMember; port: number }

/** Opens the log-in in the default context of the browser, which is the one of Lighthouse. */
function withApp(origin: string, run: (app: App) => Promise<Report>): Promise<Report> {
  return withBrowser(async (port) => {
    const member = await createMember(origin)
    const page = await openPageOver(port)
    await page.goto(`${origin}/auth/login`)
    return run({ page, member, port })
  })
}

/** Slows the page down as on a phone while a step runs, then checks the screen that it shows. */
async function step(port: number, run: () => Promise<void>): Promise<Report> {
  const browser = await puppeteer.connect({
    browserURL: `http://127.0.0.1:${port}`,
    defaultViewport: null,
  })
  try {
    const pages = await browser.pages()
    const page = pages.find((each) => each.url().startsWith('http'))
    if (!page) throw new Error('The browser has no page of the app')
    const flags: Flags = { logLevel: 'error', throttlingMethod: 'devtools' }
    const timespan = await startTimespan(page, { flags })
    await run()
    const during = reportOf(await timespan.endTimespan())
    const after = reportOf(await snapshot(page, { flags: { logLevel: 'error' } }))
    return { categories: after.categories, audits: during.audits }
  } finally {
    await browser.disconnect()
  }
}

type Result = Awaited<ReturnType<typeof lighthouse>>

function reportOf(result: Result): Report {
  if (!result) throw new Error('Lighthouse returned no result')
  const { runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  return result.lhr
}
