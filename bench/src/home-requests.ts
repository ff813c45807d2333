import { setTimeout as sleep } from 'node:timers/promises'
import { PHONE } from '../../e2e/support/chromium.ts'
import { launchChromium } from '../../e2e/support/launch.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { createMember } from '../../e2e/support/members.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'

const QUIET_MS = 1500

/**
 * Records the reads that the app sends between a log-in and a complete home screen, in a real
 * browser, so that the benchmark measures what the app sends now.
 */
export async function recordHomeRequests(): Promise<string[]> {
  await buildWebIfStale()
  const server = await startServer({ LOG_LEVEL: 'silent' }, { isEmbedded: true })
  const browser = await launchChromium()
  try {
    const member = await createMember(server.url)
    const context = await browser.newContext({
      ...PHONE,
      baseURL: server.url,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/auth/login')
    await page.getByRole('heading').first().waitFor()
    const paths: string[] = []
    let changedAt = performance.now()
    page.on('request', (request) => {
      changedAt = performance.now()
      const { pathname, search } = new URL(request.url())
      if (request.method() === 'GET' && pathname.startsWith('/v1/')) paths.push(pathname + search)
    })
    await logIn(page, member)
    await page.waitForURL('**/home')
    await page.getByRole('heading').first().waitFor()
    while (performance.now() - changedAt < QUIET_MS) await sleep(100)
    return paths
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Points a recorded path at another season. */
export function inSeason(path: string, seasonId: number): string {
  return path
    .replace(/\/seasons\/\d+/, `/seasons/${seasonId}`)
    .replace(/seasonId=\d+/, `seasonId=${seasonId}`)
}
