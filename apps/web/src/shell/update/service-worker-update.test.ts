import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mock } from 'vitest'
import { useConnectivity } from '#/lib/connectivity.ts'
import { applyUpdate, watchUpdates } from './service-worker-update.ts'
import { useUpdate } from './update-state.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  useUpdate.setState({ isWaiting: false, isBusy: false })
})
afterEach(() => {
  useConnectivity.setState({ isOffline: false })
  vi.useRealTimers()
})

type PostMessage = (message: unknown) => void
type Worker = EventTarget & { postMessage: Mock<PostMessage> }

function aWorker(): Worker {
  return Object.assign(new EventTarget(), { postMessage: vi.fn<PostMessage>() })
}

function aPage(options: { controlled?: boolean; register?: () => Promise<unknown> } = {}) {
  const registration = Object.assign(new EventTarget(), {
    waiting: null as Worker | null,
    installing: null as Worker | null,
    update: vi.fn<() => Promise<void>>(async () => {}),
  })
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: options.controlled === false ? null : {},
    register: vi.fn<() => Promise<unknown>>(options.register ?? (async () => registration)),
  })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const navigator = { serviceWorker }
  const reload = vi.fn<() => void>()
  const page = { navigator, document, location: { reload } }
  return { page: page as unknown as Parameters<typeof watchUpdates>[0], registration, ...page }
}

test('registers /sw.js', async () => {
  const { page, navigator } = aPage()
  await watchUpdates(page)
  expect(navigator.serviceWorker.register).toHaveBeenCalledWith('/sw.js', {
    updateViaCache: 'none',
  })
})

test('shows the overlay for a worker that is waiting at the start', async () => {
  const { page, registration } = aPage()
  registration.waiting = aWorker()
  await watchUpdates(page)
  expect(useUpdate.getState().isWaiting).toBe(true)
})

test('shows the overlay for a worker that starts waiting later', async () => {
  const { page, registration } = aPage()
  await watchUpdates(page)
  const worker = aWorker()
  registration.installing = worker
  registration.dispatchEvent(new Event('updatefound'))
  expect(useUpdate.getState().isWaiting).toBe(false)

  registration.waiting = worker
  worker.dispatchEvent(new Event('statechange'))

  expect(useUpdate.getState().isWaiting).toBe(true)
})

test("does not treat a visitor's first worker as an update", async () => {
  const { page, registration, navigator } = aPage({ controlled: false })
  registration.waiting = aWorker()
  await watchUpdates(page)
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(useUpdate.getState().isWaiting).toBe(false)
})

test('sends skip-waiting on Continue and reloads only when the new worker controls the page', async () => {
  const { page, registration, navigator, location } = aPage()
  const worker = aWorker()
  registration.waiting = worker
  await watchUpdates(page)

  applyUpdate()
  applyUpdate()

  expect(worker.postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]])
  expect(useUpdate.getState().isBusy).toBe(true)
  expect(location.reload).not.toHaveBeenCalled()
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(location.reload).toHaveBeenCalledTimes(1)
})

test('reloads after 5 s if a new worker never takes over', async () => {
  const { page, registration, location } = aPage()
  registration.waiting = aWorker()
  await watchUpdates(page)

  applyUpdate()
  vi.advanceTimersByTime(4999)
  expect(location.reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(location.reload).toHaveBeenCalledTimes(1)
})

test('only reloads on Continue if another tab has activated the new worker', async () => {
  const { page, navigator, location } = aPage()
  await watchUpdates(page)

  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(useUpdate.getState().isWaiting).toBe(true)
  expect(location.reload).not.toHaveBeenCalled()
  applyUpdate()

  expect(location.reload).toHaveBeenCalledTimes(1)
})

test('shows the overlay if another tab activates the new worker before this one registers it', async () => {
  const { page, navigator, location } = aPage()
  void watchUpdates(page, new Promise(() => {}))

  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))

  expect(useUpdate.getState().isWaiting).toBe(true)
  expect(navigator.serviceWorker.register).not.toHaveBeenCalled()
  applyUpdate()
  expect(location.reload).toHaveBeenCalledTimes(1)
})

test('checks for an update every hour while online', async () => {
  const { page, registration } = aPage()
  await watchUpdates(page)

  vi.advanceTimersByTime(HOUR_MS - 1)
  expect(registration.update).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(registration.update).toHaveBeenCalledTimes(1)
  useConnectivity.setState({ isOffline: true })
  vi.advanceTimersByTime(HOUR_MS)
  expect(registration.update).toHaveBeenCalledTimes(1)
})

test('checks for an update whenever the page becomes visible again', async () => {
  const { page, registration, document } = aPage()
  await watchUpdates(page)

  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(registration.update).not.toHaveBeenCalled()
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))

  expect(registration.update).toHaveBeenCalledTimes(1)
})

test('ignores a failed check until the next one', async () => {
  const { page, registration } = aPage()
  registration.update.mockRejectedValue(new Error('offline'))
  await watchUpdates(page)

  vi.advanceTimersByTime(HOUR_MS)
  await vi.advanceTimersByTimeAsync(HOUR_MS)

  expect(registration.update).toHaveBeenCalledTimes(2)
})

test('logs a failed registration and continues', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const refusal = new Error('404')
  const { page } = aPage({ register: () => Promise.reject(refusal) })

  await watchUpdates(page)

  expect(errorLog.mock.calls).toEqual([['The service worker could not be registered', refusal]])
  errorLog.mockRestore()
})

test('works in a browser without service workers', async () => {
  const { page, navigator } = aPage()
  Object.assign(navigator, { serviceWorker: undefined })
  await expect(watchUpdates(page)).resolves.toBeUndefined()
})
