import type { WorkerScope } from './worker-scope.ts'

/** Written into the worker by the build: what of this release to keep. */
export type Shell = {
  /** Changes with the content of any file of the shell. */
  version: string
  /** What starts the app without a network; kept from the start. */
  files: readonly string[]
  /** Everything this release may load later; kept when first used. */
  assets: readonly string[]
  /** Of these, what a member's screens need; kept once a member is there. */
  screens: readonly string[]
}

const PAGE = '/index.html'
/** Stands outside the app: a phone opens its wallet there while the server is away. */
const RECOVERY_PAGE = '/recovery/index.html'
const IS_RECOVERY = /^\/recovery\/?$/
const SHELL_CACHES = 'shell-'
const ASSETS_CACHE = 'assets'
/** A network that says nothing for this long is none: the kept page starts at once. */
const PAGE_WAIT_MS = 5000

/** Calls and the development tools: never answered, never kept. */
const NOT_OURS = /^\/(v1|dev|remote-config|docs|healthz)(\/|$)/

/** Whether the app is behind an address of this origin, and not a page of its own. */
export function isAppPage(url: string): boolean {
  const { pathname } = new URL(url)
  return !NOT_OURS.test(pathname) && !IS_RECOVERY.test(pathname)
}

/** What a page may say to the worker. A type only: the worker's file shares no code with the app. */
export type WorkerMessage = { type: 'SKIP_WAITING' | 'KEEP_SCREENS' }

export function serve(scope: WorkerScope, shell: Shell): void {
  const shellCache = `${SHELL_CACHES}${shell.version}`
  const files = new Set(shell.files)
  const assets = new Set(shell.assets)

  scope.addEventListener('install', (event) => event.waitUntil(keepShell()))
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
  scope.addEventListener('message', (event) => {
    const type = typeOf(event.data)
    if (type === 'SKIP_WAITING') void scope.skipWaiting()
    if (type === 'KEEP_SCREENS') event.waitUntil(keepScreens())
  })
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(event.request)
    if (answer) event.respondWith(answer)
  })

  async function keepShell(): Promise<void> {
    const cache = await scope.caches.open(shellCache)
    // Past the browser's own cache, which may hold a file of the release before.
    await cache.addAll(shell.files.map((file) => new Request(file, { cache: 'no-cache' })))
  }

  let keeping: Promise<void> | undefined
  /** Several tabs may ask. What a lost network leaves out, the next start of the app asks for. */
  function keepScreens(): Promise<void> {
    keeping ??= keepMissingScreens()
      .catch(() => undefined)
      .finally(() => {
        keeping = undefined
      })
    return keeping
  }

  /** One after the other and last in line: the member is using the network, too. */
  async function keepMissingScreens(): Promise<void> {
    const cache = await scope.caches.open(ASSETS_CACHE)
    for (const file of shell.screens) {
      if (await cache.match(file)) continue
      const fresh = await scope.fetch(new Request(file, { priority: 'low' }))
      if (fresh.ok) await cache.put(file, fresh)
    }
  }

  async function takeOver(): Promise<void> {
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
    if (NOT_OURS.test(url.pathname)) return undefined
    if (request.mode === 'navigate') return openPage(request)
    if (files.has(url.pathname)) return keptOrFetched(request, shellCache)
    if (assets.has(url.pathname)) return keptOrFetched(request, ASSETS_CACHE)
    return undefined
  }

  async function openPage(request: Request): Promise<Response> {
    // The server may be gone for good, and a parked domain or a proxy may answer in its place.
    if (IS_RECOVERY.test(new URL(request.url).pathname)) {
      return (await scope.caches.match(RECOVERY_PAGE)) ?? scope.fetch(request)
    }
    const kept = () => scope.caches.match(PAGE)
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), PAGE_WAIT_MS)
    })
    const fetched = scope.fetch(request)
    try {
      const fresh = await Promise.race([fetched, patience])
      // A proxy's page about a server that is down helps nobody; the app says more.
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

  async function keptOrFetched(request: Request, cacheName: string): Promise<Response> {
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
  return isMessage ? (data.type as WorkerMessage['type']) : undefined // Another type is no case of ours.
}
