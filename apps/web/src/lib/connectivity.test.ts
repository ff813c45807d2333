import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  isOffline,
  onReconnect,
  reportNetworkError,
  reportReply,
  useConnectivity,
  watchConnectivity,
} from './connectivity.ts'

const REFUSED = new TypeError('Failed to fetch')
const probe = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', probe)
  probe.mockReset().mockImplementation(async () => new Response())
})
afterEach(() => {
  aPage()
  // Resets the state and cancels the next probe.
  reportReply()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function aPage({ onLine = true } = {}) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const page = Object.assign(new EventTarget(), { navigator: { onLine }, document })
  watchConnectivity(page as unknown as Window)
  return page
}

test('goes offline if requests and the probe fail, although the browser reports online', async () => {
  aPage({ onLine: true })
  probe.mockRejectedValue(REFUSED)

  await reportNetworkError()

  expect(isOffline()).toBe(true)
})

test.each([200, 503])(
  'stays online if a probe is answered with %i, because only one service is down',
  async (status) => {
    probe.mockResolvedValue(new Response(null, { status }))

    await reportNetworkError()

    expect(isOffline()).toBe(false)
  },
)

test('keeps the state after a probe that times out', async () => {
  probe.mockRejectedValue(new DOMException('Too slow', 'TimeoutError'))
  await reportNetworkError()
  expect(isOffline()).toBe(false)

  useConnectivity.setState({ isOffline: true })
  await reportNetworkError()
  expect(isOffline()).toBe(true)
})

test('sends probes to its own origin and bypasses every cache', async () => {
  await reportNetworkError()

  expect(probe).toHaveBeenCalledExactlyOnceWith(
    '/healthz/live',
    expect.objectContaining({ method: 'HEAD', cache: 'no-store' }),
  )
})

test('starts no second probe for failures during a probe', async () => {
  const first = reportNetworkError()
  await Promise.all([first, reportNetworkError(), reportNetworkError()])

  expect(probe).toHaveBeenCalledTimes(1)
})

test('goes online immediately after any reply and sends no further probe', async () => {
  probe.mockRejectedValue(REFUSED)
  await reportNetworkError()
  const reconnected = vi.fn<() => void>()
  const stop = onReconnect(reconnected)

  reportReply()
  reportReply()

  expect(isOffline()).toBe(false)
  expect(reconnected).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(probe).toHaveBeenCalledTimes(1)
  stop()
})

test('probes after 2, 4, 8 … s while offline, at most every minute, until a probe is answered', async () => {
  probe.mockRejectedValue(REFUSED)
  await reportNetworkError()

  await vi.advanceTimersByTimeAsync(1999)
  expect(probe).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(probe).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4000 + 8000 + 16_000 + 32_000)
  expect(probe).toHaveBeenCalledTimes(6)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe).toHaveBeenCalledTimes(8)

  probe.mockImplementation(async () => new Response())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isOffline()).toBe(false)
})

test('trusts a browser that reports offline at the start and at its event, without a probe', () => {
  aPage({ onLine: false })
  expect(isOffline()).toBe(true)

  reportReply()
  aPage().dispatchEvent(new Event('offline'))

  expect(isOffline()).toBe(true)
  expect(probe).not.toHaveBeenCalled()
})

test.each(['online', 'visibilitychange'])('confirms the event %s with a probe', async (event) => {
  const page = aPage({ onLine: false })
  const target = event === 'online' ? page : page.document
  probe.mockRejectedValueOnce(REFUSED)

  target.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(0)
  expect(isOffline()).toBe(true)
  target.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(0)

  expect(isOffline()).toBe(false)
})

/** Lets the next probe hang and ignore its abort signal until it is rejected. */
function holdProbe(): { refuse: () => void } {
  const held = Promise.withResolvers<Response>()
  probe.mockReturnValueOnce(held.promise)
  return { refuse: () => held.reject(REFUSED) }
}

const isAborted = (call: number) => probe.mock.calls[call]?.[1]?.signal?.aborted

test('stays online if a probe fails after a newer reply', async () => {
  const page = aPage({ onLine: false })
  page.navigator.onLine = true
  const { refuse } = holdProbe()
  const probing = reportNetworkError()

  reportReply()
  expect(isAborted(0)).toBe(true)
  refuse()
  await probing

  expect(isOffline()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('probes immediately after the next failure once a reply cancelled a probe', async () => {
  aPage({ onLine: false })
  holdProbe()
  void reportNetworkError()
  reportReply()
  probe.mockRejectedValueOnce(REFUSED)

  await reportNetworkError()

  expect(isOffline()).toBe(true)
})

test.each(['online', 'visibilitychange'])(
  'replaces a hanging probe at the event %s and counts only the new one',
  async (event) => {
    const page = aPage({ onLine: false })
    const target = event === 'online' ? page : page.document
    const { refuse } = holdProbe()
    void reportNetworkError()

    target.dispatchEvent(new Event(event))
    refuse()
    await vi.advanceTimersByTimeAsync(0)

    expect(probe).toHaveBeenCalledTimes(2)
    expect(isAborted(0)).toBe(true)
    expect(isOffline()).toBe(false)
  },
)

test('returns to offline after replies that were in flight when the connection broke', async () => {
  const page = aPage()
  page.navigator.onLine = false
  probe.mockRejectedValue(REFUSED)
  page.dispatchEvent(new Event('offline'))

  for (let reply = 0; reply < 5; reply += 1) reportReply()
  await vi.advanceTimersByTimeAsync(2000)

  expect(isOffline()).toBe(true)
})

test('probes at growing intervals while the browser wrongly reports offline', async () => {
  aPage({ onLine: false })
  reportReply()

  await vi.advanceTimersByTimeAsync(10 * 60_000)

  expect(isOffline()).toBe(false)
  expect(probe.mock.calls.length).toBeLessThan(16)
})
