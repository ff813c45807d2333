/**
 * As much of a service worker's world as ours uses. The project is typed for pages, and the two
 * worlds' own types cannot stand side by side.
 */
type Waiting = { waitUntil: (work: Promise<unknown>) => void }

type WorkerEvents = {
  install: Waiting
  activate: Waiting
  fetch: { request: Request; respondWith: (answer: Promise<Response>) => void }
  message: Waiting & { data: unknown }
}

export type WorkerScope = {
  location: { origin: string }
  caches: CacheStorage
  fetch: typeof fetch
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void
}
