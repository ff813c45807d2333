import { PIN_ITERATIONS } from '../../packages/rules/src/pin.ts'
import { launchChromium, type Page } from '../../e2e/support/launch.ts'
import { PHONE } from '../../e2e/support/chromium.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { navigateInApp } from '../../e2e/support/navigate-in-app.ts'
import { PIN, createMember } from '../../e2e/support/members.ts'
import { tapPin } from '../../e2e/support/pin.ts'
import { createWallet } from '../../e2e/support/wallet-steps.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { printTable, type Comparison, type Measure, type Result } from './compare.ts'
import { startDelayProxy, type DelayProxy } from './delay-proxy.ts'
import { median } from './median.ts'
import { decryptionsPerSecond, loadPassworder } from './peers/passworder.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'

export const UNLOCK: Section<Result> = {
  takes: '2 min',
  usesPostgres: false,
  run: measureUnlock,
  print: printTable,
}

/** At most 1.25 times the duration of the derivation alone, so at least this share of its rate. */
const TARGET = 1 / 1.25

const TIMES = 5

/** The round trip of a phone on a mobile network. */
const PHONE_ROUND_TRIP_MS = 100

/** Background work of the page after a step has ended by then, so it disturbs neither side. */
const SETTLED_MS = 500

/**
 * Measures from the last digit of the PIN to the opened wallet, in a real page with a real server.
 */
async function unlocksPerSecond(page: Page): Promise<number> {
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await tapPin(page, PIN.slice(0, -1))
  await page.waitForTimeout(SETTLED_MS)
  const tookMs = await page.evaluate(async (digit) => {
    // Reading `textContent` does not force a layout of the page.
    const isOpen = () => document.body.textContent.includes('Show the words')
    const startedAtMs = performance.now()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: digit }))
    await new Promise<void>((resolve) => {
      const watcher = new MutationObserver(() => {
        if (!isOpen()) return
        watcher.disconnect()
        resolve()
      })
      watcher.observe(document.body, { childList: true, subtree: true })
    })
    return performance.now() - startedAtMs
  }, PIN.slice(-1))
  await navigateInApp(page, '/wallet')
  await page.waitForTimeout(SETTLED_MS)
  return 1000 / tookMs
}

function derivationsPerSecond(page: Page): Promise<number> {
  return page.evaluate(async (iterations) => {
    const startedAtMs = performance.now()
    const typed = new TextEncoder().encode('314159')
    const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
    const salt = crypto.getRandomValues(new Uint8Array(32))
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256)
    return 1000 / (performance.now() - startedAtMs)
  }, PIN_ITERATIONS)
}

/**
 * Returns the typical result of several runs; other measures count for seconds, but this happens
 * once per run.
 */
async function typical(measure: () => Promise<number>): Promise<number> {
  const measured: number[] = []
  for (let time = 0; time < TIMES; time += 1) measured.push(await measure())
  return median(measured)
}

/** Returns the rate of what every unlock needs at least: one call of the server, and PBKDF2. */
async function callsAndDerivationsPerSecond(page: Page): Promise<number> {
  const calledMs = await page.evaluate(async () => {
    const startedAtMs = performance.now()
    await fetch('/healthz', { cache: 'no-store' })
    return performance.now() - startedAtMs
  })
  return 1000 / (calledMs + 1000 / (await derivationsPerSecond(page)))
}

function comparisonsIn(page: Page, proxy: DelayProxy): Comparison[] {
  const ours = (name: string) => ({
    name,
    perSecond: () => typical(() => unlocksPerSecond(page)),
  })
  const theirs = (name: string, measure: (page: Page) => Promise<number>) => ({
    name,
    perSecond: () => typical(() => measure(page)),
  })
  /** Adds the round trip to one measure only. */
  const delayed = ({ name, perSecond }: Measure): Measure => ({
    name,
    perSecond: async () => {
      proxy.setRoundTrip(PHONE_ROUND_TRIP_MS)
      const rate = await perSecond()
      proxy.setRoundTrip(0)
      return rate
    },
  })
  return [
    {
      name: 'opening the wallet by PIN',
      target: TARGET,
      ours: ours('PIN to opened wallet'),
      theirs: theirs('PBKDF2 alone, same page', derivationsPerSecond),
    },
    {
      name: `opening the wallet by PIN, ${PHONE_ROUND_TRIP_MS} ms away`,
      ours: delayed(ours('PIN to opened wallet')),
      theirs: delayed(theirs('one call and PBKDF2', callsAndDerivationsPerSecond)),
    },
    {
      name: 'opening the wallet, beside MetaMask',
      ours: ours('PIN to opened wallet'),
      theirs: theirs('browser-passworder, same iterations', decryptionsPerSecond),
    },
  ]
}

/** Opens the app with a wallet behind a proxy; all rounds use the same page. */
async function measureUnlock(options: BenchOptions): Promise<Result[]> {
  await buildWebIfStale()
  const server = await startServer({ LOG_LEVEL: 'silent' })
  const proxy = await startDelayProxy(server.url)
  const browser = await launchChromium()
  try {
    const member = await createMember(server.url)
    // Without a service worker no notification prompt covers the measured screen.
    const context = await browser.newContext({
      ...PHONE,
      baseURL: proxy.url,
      serviceWorkers: 'block',
      // Without a GPU the processor would render the drifting light during the measurement.
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/auth/login')
    await logIn(page, member)
    await page.waitForURL('**/home')
    await navigateInApp(page, '/wallet/create/')
    await createWallet(page)
    await loadPassworder(page)
    return await measureAll(comparisonsIn(page, proxy), options)
  } finally {
    await browser.close()
    proxy.close()
    await server.stop()
  }
}
