import { chromium } from '@playwright/test'
import { CONSOLE_DIST } from '../../tools/web-build.ts'
import { HEADLESS_SHELL } from './chromium.ts'
import { answerConsole } from './console-replies.ts'
import { type Loaded, watchNetwork } from './first-load.ts'
import { serveFolder } from './serve-folder.ts'

const KINDS = new Set(['script', 'stylesheet', 'font'])

/** The name by which the budget finds the first load of the console. */
export const CONSOLE_HOME = 'console /'

/** The pages with scripts of their own, which are limited apart from the first load. */
export const LATER_PAGES = {
  'console builder': 'builder',
  'console dashboard': 'dashboard',
} as const

const PAGES = [
  { name: 'console /login', path: '/login', state: 'signed-out' },
  { name: CONSOLE_HOME, path: '/', state: 'normal' },
  { name: 'console /approvals/57', path: '/approvals/57', state: 'normal' },
  { name: 'console builder', path: '/seasons/7/edit?step=publish', state: 'normal' },
  { name: 'console dashboard', path: '/seasons/4', state: 'normal' },
] as const

/** Returns the files that a browser with an empty cache fetches for pages of the console. */
export async function measureConsoleLoads(): Promise<Map<string, Loaded[]>> {
  const server = await serveFolder(CONSOLE_DIST)
  const browser = await chromium.launch(HEADLESS_SHELL)
  const loads = new Map<string, Loaded[]>()
  try {
    for (const { name, path, state } of PAGES) {
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
      await context.route('**/v1/**', (route) => answerConsole(route, state))
      const page = await context.newPage()
      const loading: Promise<Loaded>[] = []
      page.on('response', (response) => {
        const kind = response.request().resourceType()
        if (!KINDS.has(kind)) return
        const { pathname } = new URL(response.url())
        // The phone beside the builder is the members' app, which has limits of its own.
        if (pathname.startsWith('/preview')) return
        const loaded = (body: Buffer) => ({ path: pathname, kind: kind as Loaded['kind'], body })
        loading.push(response.body().then(loaded))
      })
      const untilQuiet = watchNetwork(page)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilQuiet()
      loads.set(name, await Promise.all(loading))
      await context.close()
    }
  } finally {
    await browser.close()
    await server.close()
  }
  return loads
}
