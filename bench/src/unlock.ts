import { launchChromium } from '../../e2e/support/launch.ts'
import { PHONE } from '../../e2e/support/chromium.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { goInside } from '../../e2e/support/go-inside.ts'
import { PIN, createMember } from '../../e2e/support/members.ts'
import { tapPin } from '../../e2e/support/pin.ts'
import { createWallet } from '../../e2e/support/wallet-steps.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import type { Comparison } from './compare.ts'
import { median } from './median.ts'

type Page = Parameters<typeof createWallet>[0]

/** As lib/pin-oprf.ts stretches a PIN: what nobody who opens a wallet can go without. */
const ITERATIONS = 900_000

/** At most 1.25 times the bare derivation, so at least this share of its rate. */
const TARGET = 1 / 1.25

const TIMES = 5

/** What the page does of its own accord after a step is over by then: neither side is measured beside it. */
const SETTLED_MS = 500

/** From the last digit of the PIN to the opened wallet, in a real page with a real server. */
async function unlocksPerSecond(page: Page): Promise<number> {
  await goInside(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await tapPin(page, PIN.slice(0, -1))
  await page.waitForTimeout(SETTLED_MS)
  const tookMs = await page.evaluate(async (digit) => {
    // What is watched for must not have the page laid out for it.
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
  await goInside(page, '/wallet')
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

/** Other rounds count for seconds; of something that happens once it takes a few to know what is usual. */
async function typical(measure: () => Promise<number>): Promise<number> {
  const measured: number[] = []
  for (let time = 0; time < TIMES; time += 1) measured.push(await measure())
  return median(measured)
}

/** The app with a wallet on a phone; the page is kept for all rounds. */
export async function withUnlock<Result>(
  measure: (comparison: Comparison) => Promise<Result>,
): Promise<Result> {
  await buildWebIfStale()
  const server = await startServer({ LOG_LEVEL: 'silent' })
  const browser = await launchChromium()
  try {
    const member = await createMember(server.url)
    // Without a service worker nobody is asked about notifications, over the screen we measure.
    const context = await browser.newContext({
      ...PHONE,
      baseURL: server.url,
      serviceWorkers: 'block',
      // Light that drifts is drawn by the processor where there is no other, beside what is measured.
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/auth/login')
    await logIn(page, member)
    await page.waitForURL('**/home')
    await goInside(page, '/wallet/create/')
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
