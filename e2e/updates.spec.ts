import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { DIST } from '../tools/web-build.ts'
import { expect, test } from './support/fixtures.ts'
import { watchRequests } from './support/pending-requests.ts'
import { pauseClock, stopClock, setPageVisibility } from './support/shell-page.ts'

test.use({ serviceWorkers: 'allow' })
// Both tests share the next release.
test.describe.configure({ mode: 'serial' })

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the built app like a plain host, from a folder that a release replaces. */
function serveFolder(): Promise<{
  url: string
  release: (folder: string) => void
  server: Server
}> {
  let folder = DIST
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const type = TYPES[extname(pathname)]
    try {
      if (!type && extname(pathname)) throw new Error('No such file')

      const body = readFileSync(join(folder, type ? pathname : 'index.html'))
      response.writeHead(200, { 'content-type': type ?? 'text/html' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      // Listening on a port yields an address, never a pipe.
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://localhost:${port}`,
        release: (next) => {
          folder = next
        },
        server,
      })
    }),
  )
}

/**
 * Copies the built app as the build of another release would be: its first script has another name,
 * and the worker lists that name under another version. A second build would take ten seconds.
 */
function copyAsNextRelease(folder: string): void {
  cpSync(DIST, folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) })
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const script = /assets\/(index-[\w-]+\.js)/.exec(page)?.[1]
  if (!script) throw new Error('The page has no script')
  renameSync(join(folder, 'assets', script), join(folder, 'assets', 'index-next.js'))
  for (const file of globSync('{index.html,sw.js,assets/*.js}', { cwd: folder })) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8').replaceAll(script, 'index-next.js')
    writeFileSync(
      path,
      file === 'sw.js' ? text.replace(/"version":"\w+"/, '"version":"next"') : text,
    )
  }
}

let host: Awaited<ReturnType<typeof serveFolder>>
let nextBuild = ''

test.beforeAll(async () => {
  host = await serveFolder()
  nextBuild = mkdtempSync(join(tmpdir(), 'solstice-next-'))
  copyAsNextRelease(nextBuild)
})
test.afterAll(() => {
  host.server.close()
  rmSync(nextBuild, { recursive: true, force: true })
})

/** Marks the page once the app has continued after registering the worker. */
function markRegistered(): void {
  const container = navigator.serviceWorker
  const register = container.register.bind(container)
  container.register = async (...given) => {
    const registration = await register(...given)
    // Runs one task after the app has handled the result.
    setTimeout(() => Object.assign(window, { isRegistered: true }))
    return registration
  }
}

const untilRegistered = (page: Page) => page.waitForFunction(() => 'isRegistered' in window)

const scriptOf = (page: Page) => page.locator('script[type=module]').getAttribute('src')

test('a member sees a new release, presses Continue, and the page reloads into it', async ({
  page,
  shot,
  expectAccessible,
  allowConsoleErrors,
}) => {
  // This host has no flag service.
  allowConsoleErrors(/maintenance flag|Failed to load resource/)
  host.release(DIST)
  await page.addInitScript(markRegistered)
  await page.clock.install()
  await page.goto(`${host.url}/auth/login`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(
    /\/sw\.js$/,
  )
  const before = await scriptOf(page)
  const overlay = page.getByRole('dialog', { name: 'New Version Update' })
  await expect(overlay).toHaveCount(0)
  // The app checks on becoming visible only after the registration.
  await untilRegistered(page)
  // Wait for the last part of the screen, because the files of this release are removed next.
  await expect(page.getByRole('button', { name: /^Were you invited/ })).toBeVisible()

  host.release(nextBuild)
  await setPageVisibility(page, 'visible')

  await expect(overlay).toBeVisible()
  await expect(overlay).toContainText('Solstice app has been updated.')
  await expect(overlay).toContainText('Please refresh to continue.')
  await shot('update')
  await expectAccessible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeVisible()
  expect(await scriptOf(page)).toBe(before)

  // Hold the message to the worker to see the button's other text; stop the clock, because the app
  // would reload by itself after 5 s.
  await pauseClock(page)
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- bound below, per worker
    const send = ServiceWorker.prototype.postMessage
    const messages: unknown[] = []
    let release = () => {}
    Object.assign(window, { messages, release: () => release() })
    ServiceWorker.prototype.postMessage = function later(this: ServiceWorker, message: unknown) {
      messages.push(message)
      release = () => send.call(this, message)
    }
  })
  await overlay.getByRole('button', { name: 'Continue' }).click()
  await expect(overlay.getByRole('button', { name: 'Updating...' })).toBeVisible()
  expect(
    await page.evaluate(() => (window as unknown as { messages: unknown[] }).messages),
  ).toEqual([{ type: 'SKIP_WAITING' }])
  await page.evaluate(() => (window as unknown as { release: () => void }).release())

  await page.waitForFunction(
    (old) => document.querySelector('script[type=module]')?.getAttribute('src') !== old,
    before,
  )
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(overlay).toHaveCount(0)
  const caches = await page.evaluate(() => window.caches.keys())
  expect(caches.filter((name) => name.startsWith('shell-'))).toHaveLength(1)
})

test('the app checks for a release every hour while online', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/maintenance flag|Failed to load resource|installations\/app-offline/)
  await page.addInitScript(() => {
    let checks = 0
    Object.defineProperty(window, 'checks', { get: () => checks })
    ServiceWorkerRegistration.prototype.update = () => {
      checks += 1
      return Promise.resolve(undefined as never)
    }
  })
  await page.addInitScript(markRegistered)
  const checks = () => page.evaluate(() => (window as unknown as { checks: number }).checks)
  // The library of the maintenance flag throws an unhandled rejection if the network fails while it
  // registers.
  await page.route('**/remote-config/**', (route) => route.abort())
  // The clock of the page is stopped, because a timer could send a request later.
  const waitUntilLoaded = watchRequests(page)
  await stopClock(page)
  await page.goto(`${host.url}/auth/login`)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  // A page timer registers the worker after the first screen.
  await page.clock.runFor(5000)
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await page.evaluate(() => 'isRegistered' in window)).toBe(true)
  }).toPass({ intervals: [100] })

  await page.clock.fastForward(3_600_000)
  expect(await checks()).toBe(1)
  // The same timers load later parts of the app, which report an error if the network fails.
  await waitUntilLoaded()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.clock.fastForward(3_600_000)
  expect(await checks()).toBe(1)
})
