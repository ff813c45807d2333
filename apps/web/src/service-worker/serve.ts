import type { WorkerScope } from './worker-scope.ts'

/** The files of this release to cache. The build writes it into the worker. */
export type Shell = {
  /** Changes with the content of any file of the shell. */
  version: string
  /** Files that start the app offline; cached at installation. */
  files: readonly string[]
  /** All files that this release may load later; cached at first use. */
  assets: readonly string[]
  /** The assets that a member's screens need; cached once a member is signed in. */
  screens: readonly string[]
}

const PAGE = '/index.html'
/** A page outside the app where a device opens its wallet while the server is unreachable. */
const RECOVERY_PAGE = '/recovery/index.html'
const IS_RECOVERY = /^\/recovery\/?$/
const SHELL_CACHES = 'shell-'
const ASSETS_CACHE = 'assets'
/** A network without a response for this long counts as offline, and the cached page starts. */
const PAGE_TIMEOUT_MS = 5000

/** API calls and development tools, which are never handled or cached. */
const SERVER_PATHS = /^\/(v1|dev|remote-config|docs|healthz)(\/|$)/

/** Returns true if a URL of this origin belongs to the app and is not a separate page. */
export function isAppPage(url: string): boolean {
  const { pathname } = new URL(url)
  return !SERVER_PATHS.test(pathname) && !IS_RECOVERY.test(pathname)
}

/**
 * The messages from a page to the worker. Only a type, because the worker's file shares no code
 * with the app.
 */
export type WorkerMessage = { type: 'SKIP_WAITING' | 'KEEP_SCREENS' }

export function serve(scope: WorkerScope, shell: Shell): void {
  const shellCache = `${SHELL_CACHES}${shell.version}`
  const files = new Set(shell.files)
  const assets = new Set(shell.assets)

  scope.addEventListener('install', (event) => event.waitUntil(cacheShell()))
  scope.addEventListener('activate', (event) => event.waitUntil(activateWorker()))
  scope.addEventListener('message', (event) => {
    const type = typeOf(event.data)
    if (type === 'SKIP_WAITING') void scope.skipWaiting()
    if (type === 'KEEP_SCREENS') event.waitUntil(precacheScreens())
  })
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(event.request)
    if (answer) event.respondWith(answer)
  })

  async function cacheShell(): Promise<void> {
    const cache = await scope.caches.open(shellCache)
    // Bypass the browser's own cache, which may contain a file of the previous release.
    await cache.addAll(shell.files.map((file) => new Request(file, { cache: 'no-cache' })))
  }

  let keeping: Promise<void> | undefined
  /**
   * Several tabs may request this. The next start of the app requests what a lost network left out.
   */
  function precacheScreens(): Promise<void> {
    keeping ??= cacheMissingScreens()
      .catch(() => undefined)
      .finally(() => {
        keeping = undefined
      })
    return keeping
  }

  /** Fetches one after another with low priority, because the member uses the network too. */
  async function cacheMissingScreens(): Promise<void> {
    const cache = await scope.caches.open(ASSETS_CACHE)
    for (const file of shell.screens) {
      if (await cache.match(file)) continue
      const fresh = await scope.fetch(new Request(file, { priority: 'low' }))
      if (fresh.ok) await cache.put(file, fresh)
    }
  }

  async function activateWorker(): Promise<void> {
    const names = await scope.caches.keys()
    const old = names.filter((name) => name.startsWith(SHELL_CACHES) && name !== shellCache)
    await Promise.all(old.map((name) => scope.caches.delete(name)))
    const kept = await scope.caches.open(ASSETS_CACHE)
    for (const request of await kept.keys()) {
      if (!assets.has(new URL(request.url).pathname)) await kept.delete(request)
    }
    await scope.clients.claim()
  }

  function answerTo(request: Request): Promise<Response> | undefined {
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return undefined
    if (SERVER_PATHS.test(url.pathname)) return undefined
    if (request.mode === 'navigate') return openPage(request)
    if (files.has(url.pathname)) return cacheFirst(request, shellCache)
    if (assets.has(url.pathname)) return cacheFirst(request, ASSETS_CACHE)
    return undefined
  }

  async function openPage(request: Request): Promise<Response> {
    // The server may be gone permanently, and a parked domain or a proxy may respond in its place.
    if (IS_RECOVERY.test(new URL(request.url).pathname)) {
      return (await scope.caches.match(RECOVERY_PAGE)) ?? scope.fetch(request)
    }
    const kept = () => scope.caches.match(PAGE)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), PAGE_TIMEOUT_MS)
    })
    const fetched = scope.fetch(request)
    try {
      const fresh = await Promise.race([fetched, timeout])
      // The app is more helpful than a proxy's error page about a server that is down.
      if (fresh && fresh.status < 500) return fresh
      return (await kept()) ?? fresh ?? (await fetched)
    } catch (cause) {
      const page = await kept()
      if (page) return page
      throw cause
    } finally {
      clearTimeout(timer)
    }
  }

  async function cacheFirst(request: Request, cacheName: string): Promise<Response> {
    const cache = await scope.caches.open(cacheName)
    const kept = await cache.match(request.url)
    if (kept) return kept
    const fresh = await scope.fetch(request)
    if (fresh.ok) await cache.put(request.url, fresh.clone())
    return fresh
  }
}

function typeOf(data: unknown): WorkerMessage['type'] | undefined {
  const isMessage = typeof data === 'object' && data !== null && 'type' in data
  return isMessage ? (data.type as WorkerMessage['type']) : undefined // Other types match no case.
}
