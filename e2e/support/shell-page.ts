import type { Page } from '@playwright/test'

/** Returns the URL of the same server with a host name that is not a preview host. */
export function nonPreviewUrl(serverUrl: string): string {
  return `http://app.localhost:${new URL(serverUrl).port}`
}

/** Simulates that the member switches away from the app or back to it. */
export async function setPageVisibility(page: Page, to: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, to)
}

/** Simulates an absence of the given time by the device clock. */
export async function simulateAbsence(page: Page, ms: number): Promise<void> {
  await page.evaluate((awayMs) => {
    const show = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const now = Date.now
    show('hidden')
    Date.now = () => now() + awayMs
    show('visible')
    Date.now = now
  }, ms)
}

/** More than the page's own clock can advance before `pauseAt` stops it. */
const HEAD_START_MS = 3_600_000

/** Stops the page's clock before the first script runs; the test moves it. */
export async function stopClock(
  page: Page,
  at = new Date('2026-11-15T09:00:00.000Z'),
): Promise<void> {
  await page.clock.install({ time: new Date(at.getTime() - HEAD_START_MS) })
  await page.clock.pauseAt(at)
}

/** Stops the installed clock of a page, a minute ahead. `page.clock.resume()` ends it. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/**
 * Lets the page finish pending work by waiting a number of event-loop ticks, however long they
 * take. Requests caused by this work are reported before it returns.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    }
  })
}

/** Collects the requests for app files whose name starts with the given text. */
export function requestsFor(page: Page, name: string): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(`/assets/${name}-`)) urls.push(request.url())
  })
  return urls
}

type Settings = Record<string, unknown>

/** Opens pages as if the server had other settings, and allows calls to the hosts in them. */
export async function changeSettings(
  page: Page,
  change: Settings,
  calledHosts: string[] = [],
): Promise<void> {
  await page.route(
    (url) => !/\.\w+$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(
        /(<meta name="settings" content=")([^"]*)"/,
        (_all, start, content) => {
          const settings = JSON.parse(unescapeHtml(String(content))) as Settings
          return `${String(start)}${escapeHtml(JSON.stringify({ ...settings, ...change }))}"`
        },
      )
      const headers = response.headers()
      const policy = headers['content-security-policy'] ?? ''
      await route.fulfill({
        response,
        body,
        headers: {
          ...headers,
          'content-security-policy': policy.replace(
            "connect-src 'self'",
            ["connect-src 'self'", ...calledHosts].join(' '),
          ),
        },
      })
    },
  )
}

function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
