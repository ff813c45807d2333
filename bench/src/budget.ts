import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { CONSOLE_HOME, LATER_PAGES, measureConsoleLoads } from '../../e2e/support/console-load.ts'
import { measureLoads } from '../../e2e/support/first-load.ts'
import startCluster from '../../tools/postgres-setup.ts'
import { startServer } from '../../tools/server.ts'
import { CONSOLE_DIST, DIST, buildWebIfStale } from '../../tools/web-build.ts'
import { describeMachine } from '../../tools/machine.ts'
import { type FirstLoad, record } from './results.ts'
import {
  LIMITS,
  findConsoleProblems,
  findLaterProblems,
  findProblems,
  findWalletProblems,
  laterScripts,
  walletChunks,
  measureSize,
  type LaterPage,
} from './asset-size.ts'
import {
  ROUTE_LIMIT,
  WALLET_ROUTES,
  builtScripts,
  findRouteProblems,
  routeScripts,
} from './route-scripts.ts'

const { values: options } = parseArgs({ options: { record: { type: 'boolean', default: false } } })
const ranOn = describeMachine()

const sourcesIn =
  (folder: string) =>
  (path: string): string[] | undefined => {
    try {
      const map = JSON.parse(readFileSync(join(folder, `${path}.map`), 'utf8')) as {
        sources: string[]
      }
      return map.sources
    } catch {
      return undefined
    }
  }
const sourcesOf = sourcesIn(DIST)

/** Returns the limit of a page with scripts of its own; undefined for a first load. */
function laterPageOf(page: string): LaterPage | undefined {
  return Object.entries(LATER_PAGES).find(([name]) => name === page)?.[1]
}

await buildWebIfStale()
// The embedded database takes several times as long to fill.
const stopCluster = await startCluster()
const server = await withProgress('Starting a server', startServer)
try {
  const line = (...cells: (string | number)[]) =>
    console.log(
      cells.map((cell, at) => (at ? String(cell).padStart(12) : String(cell).padEnd(14))).join(''),
    )
  line('first load', 'JS gzip B', 'CSS gzip B', 'font B', 'requests')
  line('limit', LIMITS.scripts, LIMITS.styles, '', '')
  const problems: string[] = []
  const loads: FirstLoad[] = []
  const { first, withWallet } = await withProgress('Loading the first screens', () =>
    measureLoads(server.url),
  )
  for (const [page, assets] of first) {
    const { scripts, styles, fonts, requests } = measureSize(assets)
    line(page, scripts, styles, fonts, requests)
    loads.push({
      page,
      scripts,
      scriptsLimit: LIMITS.scripts,
      styles,
      stylesLimit: LIMITS.styles,
      requests,
    })
    problems.push(...findProblems(assets, sourcesOf).map((problem) => `${page}: ${problem}`))
  }
  const chunks = walletChunks(withWallet, first.get('/home') ?? [], sourcesOf)
  const { scripts, requests } = measureSize(chunks)
  line('wallet limit', LIMITS.wallet, '', '', '')
  line('wallet', scripts, '', '', requests)
  loads.push({ page: 'the wallet, loaded later', scripts, scriptsLimit: LIMITS.wallet, requests })
  line('route limit', ROUTE_LIMIT, '', '', '')
  const built = builtScripts(DIST)
  for (const [route, of] of Object.entries(WALLET_ROUTES)) {
    const home = first.get('/home') ?? []
    // Scripts without sources of the wallet are left out, as for its overview.
    const routed = walletChunks(routeScripts(built, home, { of, sourcesOf }), home, sourcesOf)
    const size = measureSize(routed)
    line(route, size.scripts, '', '', size.requests)
    const page = `${route}, loaded later`
    loads.push({ page, scripts: size.scripts, scriptsLimit: ROUTE_LIMIT, requests: size.requests })
    problems.push(...findRouteProblems(routed).map((problem) => `${route}: ${problem}`))
  }
  line('console limit', LIMITS.console, '', '', '')
  const consoleLoads = await withProgress('Loading the console', measureConsoleLoads)
  const consoleSources = sourcesIn(CONSOLE_DIST)
  for (const [page, loaded] of consoleLoads) {
    const later = laterPageOf(page)
    const assets = later ? laterScripts(loaded, consoleLoads.get(CONSOLE_HOME) ?? []) : loaded
    if (later) line(`${later} limit`, LIMITS[later], '', '', '')
    const size = measureSize(assets)
    line(page, size.scripts, size.styles, size.fonts, size.requests)
    loads.push({
      page: later ? `${page}, loaded later` : page,
      scripts: size.scripts,
      scriptsLimit: LIMITS[later ?? 'console'],
      ...(later ? {} : { styles: size.styles }),
      requests: size.requests,
    })
    const found = later
      ? findLaterProblems(later, assets, consoleSources)
      : findConsoleProblems(assets, consoleSources)
    problems.push(...found.map((problem) => `${page}: ${problem}`))
  }
  if (options.record) record('first-load', { ranOn, loads })
  problems.push(...findWalletProblems(chunks).map((problem) => `wallet: ${problem}`))
  for (const problem of problems) console.log(`over budget: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await server.stop()
  await stopCluster?.()
}
