import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type BrowserContext, type ConsoleMessage, type Page, test as base } from '@playwright/test'
import { type RunningServer, startServer } from '../../tools/server.ts'
import { ROOT } from '../../tools/run-step.ts'
import { CRASH, isCrashSymptom } from '../../tools/test-results.ts'
import { pathOf } from './api.ts'
import { axeViolations } from './axe.ts'
import { type TestMember, createMember, demoMember } from './members.ts'
import { shareStretchedPin } from './pin-stretch.ts'

export { expect } from '@playwright/test'

declare global {
  interface Window {
    /** Defined by the fixture `policyWatch`. */
    reportPolicyViolation: (violation: string) => void
  }
}

type Mail = { to: string; subject: string; text: string; code?: string; sentAt: string }

type TestFixtures = {
  /**
   * Cookies and storage of the demo member who stays logged in; the app prompts for the PIN first.
   */
  memberState: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Creates an account for this test without using the screens. */
  newMember: (given?: Parameters<typeof createMember>[1]) => Promise<TestMember>
  /** Returns the mails to an address, newest first. */
  mailbox: (address: string) => Promise<Mail[]>
  /** The server's clock; it only moves forward, and all tests of a worker share it. */
  clock: { advance: (ms: number) => Promise<void> }
  /** Saves a picture of this step under artefacts/screens/<journey>/ if PICTURES=1. */
  shot: (name: string) => Promise<void>
  /** Waits for the screen, takes a picture like `shot` and checks it with axe. */
  checkScreen: (name: string) => Promise<void>
  /** Fails on any axe violation on the current page. */
  expectAccessible: () => Promise<void>
  /** Allows console errors that match the pattern. */
  allowConsoleErrors: (pattern: RegExp) => void
  /** The violations of the content security policy on all pages of the context. Automatic. */
  policyWatch: { violations: string[] }
  /** Marks a test during which a process crashed; only such a test may run again. Automatic. */
  crashWatch: undefined
  /** Collects console errors of every page of the context. Automatic. */
  consoleWatch: (pattern: RegExp) => void
  /**
   * If true, a new device is prompted for notifications; otherwise the prompt counts as already
   * shown.
   */
  isPromptedForPush: boolean
  /** Marks the prompt as already shown. Automatic. */
  pushPromptDismissed: undefined
}
type WorkerFixtures = {
  server: RunningServer
  /** The seeded account, with a PIN. */
  demo: TestMember
}

const CRASH_LIMIT_MS = 1000

/** The titles of celebrations that appear at random, and the button that closes them. */
const CELEBRATION = {
  titles: [
    'Level up!',
    '레벨 업!',
    'A big win',
    'The top prize is yours',
    'Your first reward is in your wallet',
  ],
  buttons: ['Keep going', '계속하기'],
}

/**
 * Levels and rare prizes appear at random; a journey that does not test them closes them like a
 * member would. This runs in the page, because a locator handler of Playwright sends a request to
 * the browser before every action and every check.
 */
function closeCelebrations({ titles, buttons }: typeof CELEBRATION): void {
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLDialogElement) || !target.open) continue
      if (!titles.includes(target.querySelector('h2')?.textContent ?? '')) continue
      const close = Array.from(target.querySelectorAll('button')).find(({ textContent }) =>
        buttons.includes(textContent ?? ''),
      )
      close?.click()
    }
  })
  observer.observe(document, { subtree: true, attributeFilter: ['open'] })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  demo: [
    async ({ server }, use) => {
      await use(await demoMember(server.url))
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  crashWatch: [
    async ({ browser, context, server }, use, testInfo) => {
      const crashed = Promise.withResolvers<void>()
      let isOver = false
      const isExplainedByCrash = () => testInfo.errors.slice(0, 1).some(isCrashSymptom)
      const mark = (description: string) => {
        // A crash after a failed expectation does not excuse the failure.
        if (isOver || (testInfo.errors.length > 0 && !isExplainedByCrash())) return
        testInfo.annotations.push({ type: CRASH, description })
        crashed.resolve()
      }
      const onDisconnected = () => mark('The browser process ended')
      browser.on('disconnected', onDisconnected)
      context.on('page', (page) => page.on('crash', () => mark(`The page crashed: ${page.url()}`)))
      void server.crash.then(mark)
      await use(undefined)
      // A request can fail before the exit of the process is reported.
      if (isExplainedByCrash()) await Promise.race([crashed.promise, setTimeout(CRASH_LIMIT_MS)])
      isOver = true
      browser.off('disconnected', onDisconnected)
    },
    { auto: true },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url)
  },

  // Each test has its own session, because refreshing a shared one would invalidate the other
  // copies.
  memberState: async ({ server, demo, playwright }, use) => {
    const api = await playwright.request.newContext({ extraHTTPHeaders: { origin: server.url } })
    const { email, password } = demo
    const data = { email, password, keepLoggedIn: true }
    const reply = await api.post(`${server.url}${pathOf('auth.login')}`, { data })
    if (!reply.ok()) throw new Error(`The log-in returned ${reply.status()}`)
    const { cookies } = await api.storageState()
    await api.dispose()
    const localStorage = [{ name: 'keepLoggedIn', value: 'true' }]
    await use({ cookies, origins: [{ origin: server.url, localStorage }] })
  },

  newMember: async ({ server }, use) => {
    await use((given) => createMember(server.url, given))
  },

  mailbox: async ({ request }, use) => {
    await use(async (address) => {
      const reply = await request.get('/dev/mailbox', { params: { to: address } })
      return (await reply.json()) as Mail[]
    })
  },

  clock: async ({ request, server }, use) => {
    await use({
      advance: async (advanceMs) => {
        const reply = await request.post(`${server.url}/dev/clock`, { data: { advanceMs } })
        if (!reply.ok()) throw new Error(`The clock returned ${reply.status()}`)
      },
    })
  },

  context: async ({ context }, use) => {
    await shareStretchedPin(context)
    await use(context)
  },

  page: async ({ page }, use) => {
    await page.addInitScript(closeCelebrations, CELEBRATION)
    await use(page)
  },

  shot: async ({ page }, use, testInfo) => {
    const journey = (testInfo.file.split('/').at(-1) ?? '').replace('.spec.ts', '')
    let step = 0
    await use(async (name) => {
      if (!process.env['PICTURES']) return
      step += 1
      const file = `${String(step).padStart(2, '0')}-${name}.png`
      await page.screenshot({
        path: join(ROOT, 'artefacts/screens', journey, file),
        animations: 'disabled',
      })
    })
  },

  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      const found = await axeFindings(page)
      // Soft, so that one run shows the axe violations of every step of a journey.
      base.expect.soft(found, `axe at ${page.url()}`).toEqual([])
    })
  },

  checkScreen: async ({ page, shot, expectAccessible }, use) => {
    await use(async (name) => {
      await page.getByRole('heading').first().waitFor()
      await shot(name)
      await expectAccessible()
    })
  },

  isPromptedForPush: [false, { option: true }],

  pushPromptDismissed: [
    async ({ context, serviceWorkers, isPromptedForPush }, use) => {
      // Without a service worker there is no prompt.
      if (serviceWorkers === 'allow' && !isPromptedForPush) {
        await context.addInitScript(() => {
          // The initial empty page of a context has no storage.
          if (location.origin === 'null') return
          localStorage.setItem('push-notification-prompt-shown', 'true')
        })
      }
      await use(undefined)
    },
    { auto: true },
  ],

  consoleWatch: [
    async ({ context, server }, use, testInfo) => {
      const errors: string[] = []
      const allowed: RegExp[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message)) errors.push(message.text())
      })
      context.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`))
      await use((pattern) => allowed.push(pattern))
      const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server output', { body: server.output(), contentType: 'text/plain' })
      }
      base.expect(unexpected, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],

  policyWatch: [
    async ({ context }, use) => {
      const violations: string[] = []
      await context.exposeBinding('reportPolicyViolation', (_source, violation: string) => {
        violations.push(violation)
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { effectiveDirective, blockedURI, documentURI } = event
          window.reportPolicyViolation(`${effectiveDirective} ${blockedURI} on ${documentURI}`)
        })
      })
      await use({ violations })
      base.expect(violations, 'violations of the content security policy').toEqual([])
    },
    { auto: true },
  ],

  allowConsoleErrors: async ({ consoleWatch }, use) => {
    await use(consoleWatch)
  },
})

/** Returns the axe violations of one screen; repeats the check if the screen changed meanwhile. */
async function axeFindings(page: Page): Promise<string[]> {
  const title = page.getByRole('heading', { level: 1 }).first()
  for (;;) {
    const before = await title.innerText()
    const found = await axeViolations(page)
    if ((await title.innerText()) === before) return found
  }
}

/** Chromium reports every 4xx response as an error; the app handles rejections under /v1. */
function isRefusal(message: ConsoleMessage): boolean {
  return (
    new URL(message.location().url, 'http://unknown').pathname.startsWith('/v1/') &&
    /Failed to load resource: .* status of 4\d\d/.test(message.text())
  )
}
