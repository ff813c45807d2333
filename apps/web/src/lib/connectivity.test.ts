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
  // Also cancels the next probe.
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

test('a device whose requests and probe fail is offline, although the browser reports online', async () => {
  aPage({ onLine: true })
  probe.mockRejectedValue(REFUSED)

  await reportNetworkError()

  expect(isOffline()).toBe(true)
})

test.each([200, 503])(
  'a probe answered with %i means that only one service is down',
  async (status) => {
    probe.mockResolvedValue(new Response(null, { status }))

    await reportNetworkError()

    expect(isOffline()).toBe(false)
  },
)

test('a probe that times out does not change the state', async () => {
  probe.mockRejectedValue(new DOMException('Too slow', 'TimeoutError'))
  await reportNetworkError()
  expect(isOffline()).toBe(false)

  useConnectivity.setState({ isOffline: true })
  await reportNetworkError()
  expect(isOffline()).toBe(true)
})

test('probes bypass every cache and go to the own origin', async () => {
  await reportNetworkError()

  expect(probe).toHaveBeenCalledExactlyOnceWith(
    '/healthz/live',
    expect.objectContaining({ method: 'HEAD', cache: 'no-store' }),
  )
})

test('failures during a probe do not start another one', async () => {
  const first = reportNetworkError()
  await Promise.all([first, reportNetworkError(), reportNetworkError()])

  expect(probe).toHaveBeenCalledTimes(1)
})

test('any reply ends the offline state at once, and no further probe is sent', async () => {
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

test('while offline it probes after 2, 4, 8 … s, at most every minute, until a probe is answered', async () => {
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

test('a browser that reports offline is believed at the start and at its event, without a probe', () => {
  aPage({ onLine: false })
  expect(isOffline()).toBe(true)

  reportReply()
  aPage().dispatchEvent(new Event('offline'))

  expect(isOffline()).toBe(true)
  expect(probe).not.toHaveBeenCalled()
})

test.each(['online', 'visibilitychange'])('the event %s is confirmed by a probe', async (event) => {
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

/** Lets the next probe hang, deaf to its signal, until it is refused. */
function holdProbe(): { refuse: () => void } {
  const held = Promise.withResolvers<Response>()
  probe.mockReturnValueOnce(held.promise)
  return { refuse: () => held.reject(REFUSED) }
}

const isAborted = (call: number) => probe.mock.calls[call]?.[1]?.signal?.aborted

test('a probe that fails after a newer reply does not put the app offline again', async () => {
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

test('after a reply cancelled a probe, the next failure is probed at once', async () => {
  aPage({ onLine: false })
  holdProbe()
  void reportNetworkError()
  reportReply()
  probe.mockRejectedValueOnce(REFUSED)

  await reportNetworkError()

  expect(isOffline()).toBe(true)
})

test.each(['online', 'visibilitychange'])(
  'the event %s replaces a probe that hangs, and only the new one counts',
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

test('replies that were under way when the connection broke do not end the offline state for long', async () => {
  const page = aPage()
  page.navigator.onLine = false
  probe.mockRejectedValue(REFUSED)
  page.dispatchEvent(new Event('offline'))

  for (let reply = 0; reply < 5; reply += 1) reportReply()
  await vi.advanceTimersByTimeAsync(2000)

  expect(isOffline()).toBe(true)
})

test('a browser that is wrong about being offline is asked about ever more rarely', async () => {
  aPage({ onLine: false })
  reportReply()

  await vi.advanceTimersByTimeAsync(10 * 60_000)

  expect(isOffline()).toBe(false)
  expect(probe.mock.calls.length).toBeLessThan(16)
})
