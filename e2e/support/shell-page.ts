import type { Page } from '@playwright/test'

/** The same server by a name that is no preview host. */
export function outsidePreview(serverUrl: string): string {
  return `http://app.localhost:${new URL(serverUrl).port}`
}

/** As if the member switched away and came back, or only one of the two. */
export async function turnPage(page: Page, to: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, to)
}

/** Away from the app for so long, by the phone's clock. */
export async function beAway(page: Page, ms: number): Promise<void> {
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

/** The page's clock stands still from before the first script on; a test moves it. */
export async function stopClock(
  page: Page,
  at = new Date('2026-11-15T09:00:00.000Z'),
): Promise<void> {
  await page.clock.install({ time: new Date(at.getTime() - HEAD_START_MS) })
  await page.clock.pauseAt(at)
}

/** Stops the clock of a page whose clock was installed, a minute ahead. `page.clock.resume()` ends it. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/**
 * Lets the page finish the work that is due: so many turns of its event loop, whatever time they
 * take. Requests that this work causes have been reported afterwards.
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

/** The requests for files of the app whose name begins like this, as they come. */
export function requestsFor(page: Page, name: string): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(`/assets/${name}-`)) urls.push(request.url())
  })
  return urls
}

type Settings = Record<string, unknown>

/** Opens pages as if the server had other settings, and lets them call the hosts these name. */
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
