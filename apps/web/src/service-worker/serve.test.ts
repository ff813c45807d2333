import { beforeEach, expect, test, vi } from 'vitest'
import { isAppPage, serve } from './serve.ts'
import type { WorkerScope } from './worker-scope.ts'

const ORIGIN = 'https://app.example'
const SHELL = {
  version: 'b2',
  files: ['/index.html', '/recovery/index.html', '/assets/index-1.js'],
  assets: ['/assets/index-1.js', '/assets/home-1.js', '/assets/more-1.js', '/assets/flag-1.js'],
  screens: ['/assets/home-1.js', '/assets/more-1.js'],
}

/** Implements the part of the browser's cache storage that the worker uses. */
function aCacheStore() {
  const caches = new Map<string, Map<string, Response>>()
  const pathOf = (key: Request | string) =>
    new URL(typeof key === 'string' ? key : key.url, ORIGIN).pathname
  const open = async (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, entries)
    return {
      addAll: async (requests: Request[]) => {
        for (const request of requests)
          entries.set(pathOf(request), new Response(`kept ${pathOf(request)}`))
      },
      match: async (key: Request | string) => entries.get(pathOf(key))?.clone(),
      put: async (key: Request | string, response: Response) =>
        void entries.set(pathOf(key), response),
      keys: async () => [...entries.keys()].map((path) => new Request(ORIGIN + path)),
      delete: async (key: Request | string) => entries.delete(pathOf(key)),
    }
  }
  const match = async (path: string) => {
    for (const entries of caches.values()) if (entries.has(path)) return entries.get(path)?.clone()
    return undefined
  }
  const store = {
    open,
    match,
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  }
  return { store, caches }
}

function aWorker() {
  const { store, caches } = aCacheStore()
  const listeners = new Map<string, (event: never) => void>()
  const scope = {
    location: { origin: ORIGIN },
    caches: store,
    fetch: vi.fn<(request: Request) => Promise<Response>>(
      async (request: Request) => new Response(`fetched ${new URL(request.url).pathname}`),
    ),
    clients: { claim: vi.fn<() => Promise<void>>(async () => {}) },
    skipWaiting: vi.fn<() => Promise<void>>(async () => {}),
    addEventListener: (name: string, listener: (event: never) => void) =>
      listeners.set(name, listener),
  }
  serve(scope as unknown as WorkerScope, SHELL)
  const fire = (name: string, event: object) => listeners.get(name)?.(event as never)
  return {
    scope,
    caches,
    run: async (name: 'install' | 'activate') => {
      const works: Promise<unknown>[] = []
      fire(name, { waitUntil: (work: Promise<unknown>) => works.push(work) })
      await Promise.all(works)
    },
    sendMessage: async (data: unknown) => {
      const works: Promise<unknown>[] = []
      fire('message', { data, waitUntil: (work: Promise<unknown>) => works.push(work) })
      await Promise.all(works)
    },
    request: async (path: string, init: { mode?: string; method?: string } = {}) => {
      const request = { url: new URL(path, ORIGIN).href, method: 'GET', mode: 'cors', ...init }
      let answer: Promise<Response> | undefined
      fire('fetch', { request, respondWith: (response: Promise<Response>) => (answer = response) })
      return answer && (await answer).text()
    },
  }
}

let worker: ReturnType<typeof aWorker>
beforeEach(() => {
  // Node's own Request does not accept a relative path.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string) {
        super(new URL(path, ORIGIN))
      }
    },
  )
  worker = aWorker()
  return () => vi.unstubAllGlobals()
})

test('caches the shell when it is installed', async () => {
  await worker.run('install')
  expect([...(worker.caches.get('shell-b2')?.keys() ?? [])]).toEqual(SHELL.files)
})

test('activates with only its own release in the cache', async () => {
  await worker.scope.caches.open('shell-a1')
  await worker.scope.caches.open('somebody-elses')
  const assets = await worker.scope.caches.open('assets')
  await assets.put('/assets/home-0.js', new Response('old'))
  await assets.put('/assets/home-1.js', new Response('current'))
  await worker.run('install')

  await worker.run('activate')

  expect([...worker.caches.keys()].toSorted()).toEqual(['assets', 'shell-b2', 'somebody-elses'])
  expect([...(worker.caches.get('assets')?.keys() ?? [])]).toEqual(['/assets/home-1.js'])
  expect(worker.scope.clients.claim).toHaveBeenCalledTimes(1)
})

test('waits until it receives the skip-waiting message', async () => {
  await worker.run('install')
  for (const message of [undefined, null, 'SKIP_WAITING', { type: 'other' }])
    await worker.sendMessage(message)
  expect(worker.scope.skipWaiting).not.toHaveBeenCalled()

  await worker.sendMessage({ type: 'SKIP_WAITING' })

  expect(worker.scope.skipWaiting).toHaveBeenCalledTimes(1)
})

test.each([
  '/v1',
  '/v1/private/users/me',
  '/dev/mailbox',
  '/remote-config/v1/projects/solstice/namespaces/firebase:fetch',
  '/docs/api',
  '/healthz',
])('never handles %s', async (path) => {
  expect(await worker.request(path)).toBeUndefined()
  expect(await worker.request(path, { mode: 'navigate' })).toBeUndefined()
})

test('never handles writes or resources of others', async () => {
  expect(await worker.request('/assets/index-1.js', { method: 'POST' })).toBeUndefined()
  expect(await worker.request('https://elsewhere.example/assets/index-1.js')).toBeUndefined()
  expect(await worker.request('/locales/en/common.json')).toBeUndefined()
})

test.each(['/recovery', '/recovery/'])(
  'opens the cached recovery page at %s while the server is unreachable',
  async (path) => {
    await worker.run('install')
    worker.scope.fetch.mockRejectedValue(new TypeError('Failed to fetch'))

    expect(await worker.request(path, { mode: 'navigate' })).toBe('kept /recovery/index.html')
    expect(await worker.request('/home', { mode: 'navigate' })).toBe('kept /index.html')
    expect(isAppPage(ORIGIN + path)).toBe(false)
  },
)

test.each([200, 301, 403, 404, 410, 503])(
  'opens the cached recovery page although another server responds with %i',
  async (status) => {
    await worker.run('install')
    worker.scope.fetch.mockResolvedValue(new Response('parked', { status }))

    expect(await worker.request('/recovery/', { mode: 'navigate' })).toBe(
      'kept /recovery/index.html',
    )
  },
)

test('opens pages from the network first', async () => {
  await worker.run('install')
  expect(await worker.request('/home', { mode: 'navigate' })).toBe('fetched /home')
})

test('opens any page from the cache without a network', async () => {
  await worker.run('install')
  worker.scope.fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await worker.request('/rewards/dashboard/7', { mode: 'navigate' })).toBe(
    'kept /index.html',
  )
})

test('opens the cached page when the server is down or does not respond for 5 s', async () => {
  await worker.run('install')
  worker.scope.fetch.mockResolvedValueOnce(new Response('Bad Gateway', { status: 502 }))
  expect(await worker.request('/home', { mode: 'navigate' })).toBe('kept /index.html')

  vi.useFakeTimers()
  worker.scope.fetch.mockReturnValueOnce(new Promise(() => {}))
  const answer = worker.request('/home', { mode: 'navigate' })
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await answer).toBe('kept /index.html')
})

test('caches resources that a screen loads later and serves them from the cache', async () => {
  expect(await worker.request('/assets/home-1.js')).toBe('fetched /assets/home-1.js')
  expect(await worker.request('/assets/home-1.js')).toBe('fetched /assets/home-1.js')
  expect(worker.scope.fetch).toHaveBeenCalledTimes(1)
})

test('does not cache a failed response', async () => {
  worker.scope.fetch.mockResolvedValueOnce(new Response('Not found', { status: 404 }))
  await worker.request('/assets/home-1.js')
  expect(worker.caches.get('assets')?.size).toBe(0)
})

const cachedScreens = () => [...(worker.caches.get('assets')?.keys() ?? [])]

test('caches all screens once a member is signed in, each fetched once, and opens them offline', async () => {
  await worker.request('/assets/home-1.js')

  await Promise.all([
    worker.sendMessage({ type: 'KEEP_SCREENS' }),
    worker.sendMessage({ type: 'KEEP_SCREENS' }),
  ])

  expect(cachedScreens()).toEqual(['/assets/home-1.js', '/assets/more-1.js'])
  expect(worker.scope.fetch).toHaveBeenCalledTimes(2)
  worker.scope.fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await worker.request('/assets/more-1.js')).toBe('fetched /assets/more-1.js')
})

test('leaves the remaining screens to the next start if the network is lost meanwhile', async () => {
  worker.scope.fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await worker.sendMessage({ type: 'KEEP_SCREENS' })
  expect(cachedScreens()).toEqual([])

  await worker.sendMessage({ type: 'KEEP_SCREENS' })

  expect(cachedScreens()).toEqual(SHELL.screens)
})
