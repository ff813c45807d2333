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

/** The page's clock stands still from before the first script on; a test moves it. */
export async function stopClock(
  page: Page,
  at = new Date('2026-11-15T09:00:00.000Z'),
): Promise<void> {
  await page.clock.install({ time: new Date(at.getTime() - 1000) })
  await page.clock.pauseAt(at)
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
