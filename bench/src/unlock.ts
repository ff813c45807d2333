import { launchChromium } from '../../e2e/support/launch.ts'
import { PHONE } from '../../e2e/support/chromium.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { navigateInApp } from '../../e2e/support/navigate-in-app.ts'
import { PIN, createMember } from '../../e2e/support/members.ts'
import { tapPin } from '../../e2e/support/pin.ts'
import { createWallet } from '../../e2e/support/wallet-steps.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { printTable, type Comparison, type Result } from './compare.ts'
import { median } from './median.ts'
import type { Section } from './section.ts'

export const UNLOCK: Section<Result> = {
  takes: '1 min',
  usesPostgres: false,
  run: async ({ measure }) => [await withUnlock(measure)],
  print: printTable,
}

type Page = Parameters<typeof createWallet>[0]

/**
 * The iterations with which lib/pin-oprf.ts stretches a PIN; opening a wallet cannot avoid this
 * cost.
 */
const ITERATIONS = 900_000

/** At most 1.25 times the duration of the derivation alone, so at least this share of its rate. */
const TARGET = 1 / 1.25

const TIMES = 5

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
  }, ITERATIONS)
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

/** Opens the app with a wallet; all rounds use the same page. */
async function withUnlock<Outcome>(
  measure: (comparison: Comparison) => Promise<Outcome>,
): Promise<Outcome> {
  await buildWebIfStale()
  const server = await startServer({ LOG_LEVEL: 'silent' })
  const browser = await launchChromium()
  try {
    const member = await createMember(server.url)
    // Without a service worker no notification prompt covers the measured screen.
    const context = await browser.newContext({
      ...PHONE,
      baseURL: server.url,
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
    return await measure({
      name: 'opening the wallet by PIN',
      target: TARGET,
      ours: {
        name: 'PIN to opened wallet',
        perSecond: () => typical(() => unlocksPerSecond(page)),
      },
      theirs: {
        name: 'PBKDF2 alone, same page',
        perSecond: () => typical(() => derivationsPerSecond(page)),
      },
    })
  } finally {
    await browser.close()
    await server.stop()
  }
}
