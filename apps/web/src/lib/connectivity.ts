import { create } from 'zustand'

const FIRST_WAIT_MS = 2000
const MAX_WAIT_MS = 60_000
const PROBE_TIMEOUT_MS = 10_000

type Page = Pick<Window, 'addEventListener'> & {
  navigator: Pick<Navigator, 'onLine'>
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
}

/**
 * Stores if the device is offline, judged by the outcome of requests. `navigator.onLine` alone is
 * unreliable: it can stay true without a connection, and some browsers reset it on navigation.
 */
export const useConnectivity = create(() => ({ isOffline: false }))

let browser: Pick<Navigator, 'onLine'> = { onLine: true }
let waitMs = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined
let probe: AbortController | undefined

export function isOffline(): boolean {
  return useConnectivity.getState().isOffline
}

/** Calls the listener each time the connection is restored. */
export function onReconnect(listener: () => void): () => void {
  return useConnectivity.subscribe((state) => {
    if (!state.isOffline) listener()
  })
}

/**
 * Marks the device online, because any reply, even an error, proves a connection. If the browser
 * reports offline, the reply may be the last one before the connection broke, so a probe follows.
 */
export function reportReply(): void {
  cancelProbe()
  if (isOffline()) useConnectivity.setState({ isOffline: false })
  if (browser.onLine) waitMs = FIRST_WAIT_MS
  else probeLater()
}

/**
 * Probes the app's own origin: if that fails too, the device is offline and not just one service
 * down.
 */
export async function reportNetworkError(): Promise<void> {
  if (probe) return
  clearTimeout(timer)
  const own = new AbortController()
  probe = own
  try {
    await fetch('/healthz/live', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.any([own.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    })
    reportReply()
  } catch (cause) {
    // A newer reply or probe has cancelled this one, so its failure is irrelevant.
    if (probe !== own) return
    probe = undefined
    // A timeout cannot tell a slow server from a slow network, so it does not change the state.
    if (cause instanceof TypeError || isOffline()) goOffline()
  }
}

function cancelProbe(): void {
  clearTimeout(timer)
  probe?.abort()
  probe = undefined
}

function goOffline(): void {
  if (!isOffline()) useConnectivity.setState({ isOffline: true })
  probeLater()
}

function probeLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
    void reportNetworkError()
  }, waitMs)
}

/** Replaces a running probe, because it may hang on a lost connection. */
function probeIfOffline(): void {
  waitMs = FIRST_WAIT_MS
  if (!isOffline()) return
  cancelProbe()
  void reportNetworkError()
}

/**
 * Follows the browser's events: `offline` is trusted immediately, `online` is confirmed by a probe.
 */
export function watchConnectivity(page: Page): void {
  browser = page.navigator
  if (!browser.onLine) goOffline()
  page.addEventListener('offline', goOffline)
  page.addEventListener('online', probeIfOffline)
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') probeIfOffline()
  })
}
